import { useTexts } from '@/i18n'
import { overallMark } from './promotion-state'
import type { Article } from './queries'

type ReviewContent = NonNullable<Article['review']>

const PARTS = ['gameplay', 'graphics', 'sound', 'value', 'community'] as const
const rank = ({ part }: { part: string }) => PARTS.findIndex((known) => known === part)
const isKnown = (part: string): part is (typeof PARTS)[number] => PARTS.some((known) => known === part)

/** The marks of a review in its parts, the verdict, and who the game suits. */
export function Review({ review }: { review: ReviewContent }) {
  const t = useTexts('articles')
  const overall = overallMark(review.marks)
  return (
    <section
      aria-label={t('review.heading')}
      className="grid gap-6 rounded-panel border border-line bg-panel p-5 sm:grid-cols-[auto_1fr] sm:p-6"
    >
      <p className="flex items-baseline gap-2 sm:flex-col sm:items-center sm:justify-center sm:gap-0 sm:pr-4">
        <span className="num text-4xl leading-tight text-lime sm:text-[3.5rem]">
          {overall}
          <span className="sr-only"> {t('review.overall')}</span>
        </span>
        <span aria-hidden="true" className="text-sm text-mute">
          {t('review.overall')}
        </span>
      </p>
      <dl className="flex flex-col gap-2.5">
        {review.marks
          .toSorted((one, other) => rank(one) - rank(other))
          .map(({ part, mark }) => (
            <div key={part} className="grid grid-cols-[minmax(0,9.5rem)_1fr_2.25rem] items-center gap-3">
              <dt className="text-sm text-mute">{isKnown(part) ? t(`review.parts.${part}`) : part}</dt>
              <dd className="contents">
                <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
                  <span className="block h-full rounded-full bg-lime" style={{ width: `${mark * 10}%` }} />
                </span>
                <span aria-hidden="true" className="num text-right text-sm">
                  {mark.toFixed(1)}
                </span>
                <span className="sr-only">{t('review.of', { mark: mark.toFixed(1) })}</span>
              </dd>
            </div>
          ))}
      </dl>
      <dl className="flex flex-col gap-3 border-t border-line pt-5 sm:col-span-2">
        <Fact label={t('review.verdict')} strong>
          {review.verdict}
        </Fact>
        <Fact label={t('review.forWhom')}>{review.forWhom}</Fact>
        <Fact label={t('review.device')}>{review.device}</Fact>
      </dl>
    </section>
  )
}

function Fact({ label, strong, children }: { label: string; strong?: boolean; children: string }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[7rem_1fr]">
      <dt className="text-sm leading-[1.7rem] text-mute">{label}</dt>
      <dd className={strong ? 'font-semibold' : undefined}>{children}</dd>
    </div>
  )
}
