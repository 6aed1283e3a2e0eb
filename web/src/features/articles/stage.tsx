import { useTexts } from '@/i18n'
import { isSpoken } from '@/ui/countdown'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { Glyph } from '@/ui/glyph'
import { Tag } from '@/ui/tag'
import { useTimeLeft } from './clock'
import type { PromotionState } from './promotion-state'
import type { Article } from './queries'

interface StageProps {
  article: Pick<Article, 'title' | 'hue' | 'motif' | 'games' | 'pictureAlt'>
  lang: 'th' | 'en'
  state: PromotionState
  /** Seconds until the state changes. */
  left: number | undefined
  /** Higher, with its name in large letters. */
  hot: boolean
}

/** A promotion's picture with its name, its state, and the time that is left. */
export function Stage({ article, lang, state, left, hot }: StageProps) {
  const { title, hue, motif, games, pictureAlt } = article
  const glyph = games[0]?.glyph
  return (
    <div className={cx('relative overflow-hidden rounded-panel', state === 'OVER' && 'grayscale')}>
      <div role="img" aria-label={pictureAlt} lang={lang} className="absolute inset-0">
        <Cover hue={hue} motif={motif} ratio="16:9" className="block size-full" />
      </div>
      {glyph && (
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="absolute top-4 right-4 size-20 opacity-90 sm:top-1/2 sm:right-[8%] sm:size-40 sm:-translate-y-1/2"
          style={{ color: `hsl(${hue} 80% 87%)` }}
        >
          <Glyph name={glyph} width={24} height={24} />
        </svg>
      )}
      <div
        className={cx(
          'relative flex flex-col items-start justify-end gap-2 bg-linear-to-t from-ink via-ink/60 to-transparent p-4 sm:bg-linear-to-r sm:via-ink/50 sm:p-7',
          hot ? 'min-h-56 sm:min-h-80' : 'min-h-44 sm:min-h-60',
        )}
      >
        <TimeTag state={state} left={left} />
        <h1 lang={lang} className={cx('max-w-[24ch] text-2xl', hot ? 'sm:text-4xl' : 'sm:text-3xl')}>
          {title}
        </h1>
      </div>
    </div>
  )
}

/** The state in a word, or the time that is left of it. */
function TimeTag({ state, left }: Pick<StageProps, 'state' | 'left'>) {
  const t = useTexts('articles')
  const say = useTimeLeft()
  const time = left === undefined ? undefined : say(left)
  const label = state === 'RUNNING' ? t('promotion.endsIn') : t('promotion.beginsIn')
  return (
    <p role="timer">
      <Tag tone={state === 'OVER' ? undefined : time === undefined ? 'lime' : 'amber'}>
        {state === 'OVER' || time === undefined ? t(`promotion.state.${state}`) : `${label} ${time}`}
      </Tag>
      <span aria-live="polite" className="sr-only">
        {left !== undefined && isSpoken(left) && `${label} ${time}`}
      </span>
    </p>
  )
}
