import type { Bracket } from '@/api/generated'
import { tournamentPrizeLimits } from '@/api/limits.gen'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { noteEvent } from '../queries'
import { submitPrizes } from './calls'
import { Part } from './part'

interface Row {
  baht: string
  text: string
}

/** Unsaved rows. */
interface PrizeInput {
  rows: Row[]
  /** Version of the prizes that the edit began with; of those shown now if absent */
  version?: number
}

const rowsOf = ({ prizes }: Bracket): Row[] =>
  prizes.toSorted((one, other) => one.place - other.place).map(({ baht, text }) => ({ baht: baht ? String(baht) : '', text: text ?? '' }))

const MOST = 16

/** The prize of each place. */
export function PrizesPart({ bracket }: { bracket: Bracket }) {
  const t = useTexts('competition')
  const language = useLanguage()
  const problemText = useProblemText()
  const queries = useQueryClient()
  const saved = rowsOf(bracket)
  const [typed, setTyped] = useState<PrizeInput>()
  const rows = typed?.rows ?? saved
  const setRows = (next: Row[]) => setTyped({ rows: next, version: typed?.version ?? bracket.tournamentVersion })
  const change = (at: number, change: Partial<Row>) => setRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  const saving = useMutation({
    mutationFn: () =>
      submitPrizes(
        bracket.tournamentId,
        rows.map(({ baht, text }, index) => ({
          place: index + 1,
          ...(Number(baht) > 0 && { baht: Number(baht) }),
          ...(text.trim() && { text: text.trim() }),
        })),
        typed?.version ?? bracket.tournamentVersion,
      ),
    onSuccess: async (answer) => {
      noteEvent(answer)
      void queries.invalidateQueries({ queryKey: ['tournament', bracket.tournamentId] })
      await queries.invalidateQueries({ queryKey: ['bracket', bracket.tournamentId] })
      setTyped(undefined)
      void toast(t('prizes.saved'), { tone: 'success' })
    },
    onError: async (error) => {
      if (problemOf(error).code !== 'tournament_changed') return
      await queries.invalidateQueries({ queryKey: ['bracket', bracket.tournamentId] })
      // The edit stays; saving again replaces the prizes shown below it.
      setTyped({ rows })
    },
  })
  const problem = saving.error ? problemOf(saving.error) : undefined
  if (bracket.finished) {
    return (
      <Part title={t('prizes.heading')}>
        <p className="text-sm text-mute">{t('prizes.locked')}</p>
      </Part>
    )
  }
  return (
    <Part title={t('prizes.heading')} text={t('prizes.text')}>
      <ol className="flex flex-col gap-3">
        {rows.map(({ baht, text }, index) => (
          // Places have no other name than their number.
          // oxlint-disable-next-line react/no-array-index-key
          <li
            key={index}
            className="grid grid-cols-[1fr_2.75rem] items-end gap-x-3 gap-y-2 border-b border-line pb-3 sm:grid-cols-[7rem_11rem_1fr_2.75rem]"
          >
            <p className="num self-center text-lg max-sm:col-start-1">{t('prizes.place', { place: ordinal(index + 1, language) })}</p>
            <TextField
              label={t('prizes.baht')}
              inputMode="numeric"
              maxLength={9}
              value={baht}
              onChange={({ target }) => change(index, { baht: target.value.replace(/\D/g, '') })}
              className="max-sm:col-span-2"
            />
            <TextField
              label={t('prizes.words')}
              maxLength={tournamentPrizeLimits.text}
              value={text}
              onChange={({ target }) => change(index, { text: target.value })}
              className="max-sm:col-span-2"
            />
            {index === rows.length - 1 && (
              <button
                type="button"
                aria-label={t('prizes.remove', { place: ordinal(index + 1, language) })}
                onClick={() => setRows(rows.slice(0, -1))}
                className="grid size-11 place-items-center rounded-control text-mute hover:bg-raise hover:text-text max-sm:col-start-2 max-sm:row-start-1"
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ol>
      {rows.length === 0 && <p className="text-mute">{t('prizes.none')}</p>}
      <div className="flex flex-wrap gap-3">
        <Button size="sm" disabled={rows.length >= MOST} onClick={() => setRows([...rows, { baht: '', text: '' }])}>
          <Plus className="size-4" aria-hidden="true" />
          {t('prizes.add')}
        </Button>
        <Button size="sm" busy={saving.isPending} onClick={() => saving.mutate()}>
          {t('prizes.save')}
        </Button>
      </div>
      {problem?.code === 'tournament_changed' ? (
        <Notice tone="warn">
          <p>{t('prizes.changed')}</p>
          <ul aria-label={t('prizes.theirs')} className="list-disc pl-5 text-sm">
            {saved.map(({ baht, text }, index) => (
              // Places have no other name than their number.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="break-words">
                {t('prizes.place', { place: ordinal(index + 1, language) })}:{' '}
                {[baht && t('prizes.amount', { baht: Number(baht) }), text].filter(Boolean).join(' + ')}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        problem && <Notice tone="error">{problemText(problem)}</Notice>
      )}
    </Part>
  )
}
