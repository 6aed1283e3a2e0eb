import { useMutation, useQuery } from '@tanstack/react-query'
import { accountLogin } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { session } from '@/api/session'
import { useProblemText } from '@/ui/query-error'
import { configQuery } from '@/features/catalogue/queries'
import { language, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { goToProvider } from './provider-pages'
import { savePath } from './saved-path'
import { beginsAt } from '@/features/login-gate/return-to'

interface ProviderSignInProps {
  back: string | undefined
  register: true | undefined
  /** A session was ended from elsewhere: the provider asks for the user again. */
  asked: true | undefined
  /** The page mentions the chosen items already. */
  chosen: boolean
}

export function ProviderSignIn({ back, register, asked, chosen }: ProviderSignInProps) {
  const t = useTexts('account')
  const problemText = useProblemText()
  const { data } = useQuery(configQuery)
  const provider = data?.appConfig.providerName ?? 'AIS'
  const going = useMutation({
    mutationFn: () => {
      // The person here now need not be the one whose session the provider still holds.
      const anew = asked || session.hint() === 'ended'
      return answerOf(accountLogin({ query: { returnTo: inLanguage(back ?? '/', language()), ...(anew && { prompt: 'login' }) } }))
    },
    onSuccess: ({ url }) => {
      savePath(back)
      const start = beginsAt(url)
      if (start === url) goToProvider(url)
      else location.replace(start)
    },
  })
  return (
    <>
      {(register || !chosen) && <p className="text-mute">{t(register ? 'login.registerText' : 'login.text')}</p>}
      {going.error && <Notice tone="error">{problemText(problemOf(going.error))}</Notice>}
      <Button look="primary" wide busy={going.isPending || going.isSuccess} onClick={() => going.mutate()}>
        {t(register ? 'login.registerGo' : 'login.go', { provider })}
      </Button>
      <p className="-mt-3 text-sm text-mute">{t('login.social', { provider })}</p>
    </>
  )
}
