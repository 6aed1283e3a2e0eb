import { useTexts } from '@/i18n'
import { Disclosure } from '@/ui/disclosure'
import type { Article } from '@/features/articles/queries'

/** The headings of a page: folded above the text, and at its side where there is room. */
export function Contents({ headings, side = false }: { headings: Article['headings']; side?: boolean }) {
  const t = useTexts('manual')
  const shown = headings.filter(({ level }) => level === 2)
  if (shown.length < 2) return null
  const list = (
    <ol className="flex flex-col">
      {shown.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} className="flex min-h-11 items-center text-sm leading-snug text-mute hover:text-lime md:min-h-9">
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
  if (!side) {
    return (
      <Disclosure
        className="rounded-panel border border-line bg-panel px-4 min-[1160px]:hidden"
        title={<span className="num text-sm">{t('contents')}</span>}
      >
        <nav aria-label={t('contents')} className="pb-2">
          {list}
        </nav>
      </Disclosure>
    )
  }
  return (
    <nav aria-label={t('contents')} className="sticky top-24 max-[1159px]:hidden">
      <p className="num py-1 text-sm">{t('contents')}</p>
      {list}
    </nav>
  )
}
