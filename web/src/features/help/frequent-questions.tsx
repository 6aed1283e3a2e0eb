import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { problemOf } from '@/api/problem'
import type { FaqQuery } from '@/api/catalogue.gen'
import { faqQuery } from '@/features/catalogue/queries'
import { useLanguage, useTexts } from '@/i18n'
import { Prose } from '@/ui/prose'
import { Disclosure } from '@/ui/disclosure'
import { QueryError } from '@/ui/query-error'
import { themesOf } from './themes'

/** The frequent questions by theme. Each has an anchor, and is open when the address names it. */
export function FrequentQuestions() {
  const t = useTexts('manual')
  const { data, error, refetch } = useQuery(faqQuery(useLanguage()))
  const known = data !== undefined
  useEffect(() => {
    if (!known) return
    const open = () => openQuestion(location.hash.slice(1))
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [known])
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-96" />
  return (
    <div className="flex flex-col gap-8">
      {themesOf(data.faq).map(({ theme, questions }) => (
        <section key={theme} aria-labelledby={`theme-${theme}`} className="flex flex-col gap-2">
          <h2 id={`theme-${theme}`} className="scroll-mt-24 text-xl">
            {t(`themes.${theme}`)}
          </h2>
          <div className="divide-y divide-line rounded-panel border border-line bg-panel px-5">
            {questions.map((question) => (
              <Question key={question.slug} question={question} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Question({ question: { slug, question, answer } }: { question: FaqQuery['faq'][number] }) {
  const lang = useLanguage()
  return (
    <div id={slug} className="scroll-mt-24">
      <Disclosure title={<span className="font-semibold">{question}</span>}>
        <div className="pb-4 text-mute">
          <Prose html={answer} lang={lang} />
        </div>
      </Disclosure>
    </div>
  )
}

function openQuestion(slug: string): void {
  if (!slug) return
  const place = document.getElementById(decodeURIComponent(slug))
  const details = place?.querySelector('details')
  if (!details) return
  details.open = true
  place?.scrollIntoView()
}
