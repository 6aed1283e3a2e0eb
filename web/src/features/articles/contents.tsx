import { useId } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { Disclosure } from '@/ui/disclosure'
import type { Article } from './queries'

/** Fewer headings need no contents. */
const LEAST = 3

interface ContentsProps {
  headings: Article['headings']
  /** Beside the text, on a wide screen, or folded above it. */
  place: 'side' | 'top'
}

export const hasContents = (headings: Article['headings']) => headings.filter(({ level }) => level === 2).length >= LEAST

/** The headings of a text as links; nothing for a short one. */
export function Contents({ headings, place }: ContentsProps) {
  const t = useTexts('articles')
  const label = useId()
  if (!hasContents(headings)) return null
  const list = (
    <ol className="flex flex-col">
      {headings
        .filter(({ level }) => level <= 3)
        .map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cx('flex min-h-11 items-center py-1 text-sm leading-normal text-mute hover:text-lime', level === 3 && 'pl-4')}
            >
              {text}
            </a>
          </li>
        ))}
    </ol>
  )
  if (place === 'top') {
    return (
      <nav aria-label={t('contents')} className="rounded-panel border border-line bg-panel px-4 min-[1000px]:hidden">
        <Disclosure title={<span className="num">{t('contents')}</span>}>
          <div className="pb-3">{list}</div>
        </Disclosure>
      </nav>
    )
  }
  return (
    <nav aria-labelledby={label} className="max-[999px]:hidden">
      <p id={label} className="num pb-1">
        {t('contents')}
      </p>
      <div className="border-l border-line pl-4">{list}</div>
    </nav>
  )
}
