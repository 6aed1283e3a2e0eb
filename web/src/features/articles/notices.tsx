import { useLanguage, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import type { Article } from './queries'

/** A line for readers whose language the text is not written in. */
export function OtherLanguage({ lang }: Pick<Article, 'lang'>) {
  const t = useTexts('articles')
  const language = useLanguage()
  if (lang.toLowerCase() === language) return null
  return <p className="rounded-control border border-line bg-panel px-4 py-2.5 text-sm text-mute">{t(`otherLanguage.${lang}`)}</p>
}

/** Says quietly that the text was changed while it is read. */
export function NewerVersion({ onShow }: { onShow: () => void }) {
  const t = useTexts('articles')
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line bg-panel px-4 py-2"
    >
      <span className="text-sm text-mute">{t('newer.text')}</span>
      <Button size="sm" onClick={onShow}>
        {t('newer.show')}
      </Button>
    </div>
  )
}
