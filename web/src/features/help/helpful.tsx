import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { contentVote } from '@/api/generated'
import { pageVoteLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'

/** "Did this help?": the answer goes out at once, a sentence may follow, and both can be changed. */
export function Helpful({ id }: { id: number }) {
  const t = useTexts('manual')
  const lang = useLanguage()
  const problemText = useProblemText()
  const heading = useId()
  const [helpful, setHelpful] = useState<boolean>()
  const [noted, setNoted] = useState(false)
  const vote = useMutation({
    mutationFn: (body: { helpful: boolean; note?: string }) => answerOf(contentVote({ body: { id, lang, ...body } })),
  })
  const choose = (yes: boolean) => {
    setHelpful(yes)
    setNoted(false)
    vote.mutate({ helpful: yes })
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim()
    if (helpful === undefined || note === '') return
    vote.mutate({ helpful, note }, { onSuccess: () => setNoted(true) })
  }
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={heading} className="text-base">
          {t('helpful.ask')}
        </h2>
        <div className="flex gap-3">
          {([true, false] as const).map((yes) => (
            <Button
              key={String(yes)}
              size="sm"
              aria-pressed={helpful === yes}
              className={helpful === yes ? 'text-lime ring-lime!' : ''}
              onClick={() => choose(yes)}
            >
              {t(yes ? 'helpful.yes' : 'helpful.no')}
            </Button>
          ))}
        </div>
      </div>
      <p role="status" className="text-sm text-mute empty:hidden">
        {vote.isError
          ? problemText(problemOf(vote.error))
          : noted
            ? t('helpful.noted')
            : helpful !== undefined && vote.isSuccess && t('helpful.thanks')}
      </p>
      {helpful !== undefined && !noted && (
        <form key={String(helpful)} className="flex flex-wrap items-end gap-3" onSubmit={send}>
          <label className="min-w-0 flex-1 basis-60 text-sm">
            <span className="mb-1.5 block">{t(helpful ? 'helpful.whatGood' : 'helpful.whatMissing')}</span>
            <input
              name="note"
              maxLength={pageVoteLimits.note}
              autoComplete="off"
              className="min-h-12 w-full rounded-control bg-ground px-4 text-base ring-1 ring-control ring-inset focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
            />
          </label>
          <Button type="submit" busy={vote.isPending}>
            {t('helpful.send')}
          </Button>
        </form>
      )}
    </section>
  )
}
