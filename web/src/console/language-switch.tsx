import { useRouter } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { load } from '@/ui/load'

/** Shows the page in the other language. */
export function LanguageSwitch() {
  const t = useTexts('common')
  const router = useRouter()
  return (
    <button
      type="button"
      className="num min-h-11 min-w-11 flex-none text-mute hover:text-text"
      aria-label={t('language.switchTo')}
      lang={t('language.short').toLowerCase()}
      onClick={async () => {
        const { switchLanguage } = await load(() => import('@/app/switch-language'))
        await switchLanguage(router)
      }}
    >
      {t('language.short')}
    </button>
  )
}
