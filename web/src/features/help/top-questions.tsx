import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useTexts } from '@/i18n'
import { TOP_QUESTIONS } from './asked-most'
import { pathOf } from './tree'

/** The questions asked most, each leading to the heading that answers it. */
export function TopQuestions() {
  const t = useTexts('manual')
  return (
    <section aria-labelledby="top-questions" className="flex flex-col gap-3">
      <h2 id="top-questions" className="text-xl">
        {t('top.heading')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {TOP_QUESTIONS.map(({ key, page, heading }) => (
          <li key={key}>
            <Link
              to={pathOf(page)}
              hash={heading}
              className="group flex h-full min-h-16 items-center gap-3 rounded-panel border border-line bg-panel px-4 py-3 hover:border-control"
            >
              <span className="min-w-0 flex-1">{t(`top.${key}`)}</span>
              <ArrowRight className="size-5 flex-none text-mute group-hover:text-lime" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
