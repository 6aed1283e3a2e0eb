import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { accountUnsubscribe } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'

const TOPICS = ['receipts', 'orders', 'tournaments', 'support'] as const

/** The target of a mail's link, without signing in. Nothing is switched off before the user confirms: programs open links too. */
export function UnsubscribePage() {
  const t = useTexts('mail')
  const problemText = useProblemText()
  const { token = '' } = useSearch({ from: '/mail/unsubscribe' })
  // The link's own claim; only the server knows whether it is valid.
  const topic = TOPICS.find((each) => token.split('.')[1] === each)
  const switching = useMutation({ mutationFn: () => answerOf(accountUnsubscribe({ query: { token } })) })
  const { data: done, error } = switching
  return (
    <div className="mx-auto flex max-w-md flex-col gap-6 py-6">
      <h1 className="text-2xl">{t('off.heading')}</h1>
      {done ? (
        <Notice tone="live">{t(`off.${done.topic}Done`)}</Notice>
      ) : (
        <>
          {topic ? <p className="text-mute">{t(`off.${topic}`)}</p> : <Notice tone="warn">{t('off.unknown')}</Notice>}
          {error && <Notice tone="error">{problemText(problemOf(error))}</Notice>}
          {topic && (
            <Button look="primary" wide busy={switching.isPending} onClick={() => switching.mutate()}>
              {t('off.button')}
            </Button>
          )}
        </>
      )}
      <Link to="/account/profile" hash="mail" className={buttonClass('ghost', 'sm', true)}>
        {t('off.profile')}
      </Link>
    </div>
  )
}
