import { useMutation } from '@tanstack/react-query'
import { Dices, Lock, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Bracket, DrawOrder, DrawPin } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { TextField } from '@/ui/field'
import { SelectField } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { generate } from './calls'
import { seedFrom, spelled } from './arrangement'
import { Refused } from './refused'

export interface Candidate {
  id: number
  name: string
}

interface SetupProps {
  tournamentId: number
  stage: number
  /** Entrants in the draw */
  candidates: readonly Candidate[]
  method: 'random' | 'seeded'
  pins: readonly DrawPin[]
  apart: boolean
  /** Version of the draft being redrawn; absent before the first draw. */
  version?: number
  /** Loads the draft that someone else has made in the meantime. */
  onReload: () => void
  onDrawn: (bracket: Bracket) => void
  onCancel?: (() => void) | undefined
}

/** Settings of a draw: by lot or by seeds, its number, pinned entrants, and organizations kept apart. */
export function Setup({ tournamentId, stage, candidates, version, onDrawn, onReload, onCancel, ...given }: SetupProps) {
  const t = useEntrantTexts('draw')
  const common = useTexts('common')
  const name = useId()
  const [method, setMethod] = useState(given.method)
  const [typed, setTyped] = useState('')
  const [pins, setPins] = useState<readonly DrawPin[]>(given.pins)
  const [apart, setApart] = useState(given.apart)
  const seed = seedFrom(typed)
  const wrong = typed.trim() !== '' && seed === undefined
  const drawing = useMutation({
    mutationFn: () => {
      const order: DrawOrder = { stage, method, pins: [...pins], ...(seed && { seed }), ...(apart && { apart: 'organization' }) }
      return generate(tournamentId, version === undefined ? order : { ...order, version })
    },
    onSuccess: onDrawn,
  })
  const problem = drawing.error ? problemOf(drawing.error) : undefined
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <fieldset>
        <legend className="num mb-2">{t('setup.method')}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {(['random', 'seeded'] as const).map((each) => (
            <ChoiceCard key={each} name={name} value={each} checked={method === each} onChange={() => setMethod(each)} ring>
              {t(`method.${each}`)}
              <span className="block text-sm text-mute">{t(`setup.${each}`)}</span>
            </ChoiceCard>
          ))}
        </div>
      </fieldset>
      <Pins candidates={candidates} pins={pins} onChange={setPins} seeded={method === 'seeded'} />
      <Switch label={t('setup.apart')} hint={t('setup.apartText')} checked={apart} onChange={setApart} />
      <TextField
        label={t('setup.seed')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t('setup.seedNew')}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        hint={seed ? t('setup.seedIs', { seed: spelled(seed) }) : t('setup.seedText')}
        {...(wrong && { error: t('setup.seedWrong') })}
      />
      {problem && <Refused problem={problem} onReload={onReload} />}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={drawing.isPending} disabled={wrong || candidates.length < 2} onClick={() => drawing.mutate()}>
          <Dices className="size-5" aria-hidden="true" />
          {t(version === undefined ? 'setup.go' : 'setup.again', { count: candidates.length })}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common('action.cancel')}</Button>}
      </div>
    </div>
  )
}

interface PinsProps {
  candidates: readonly Candidate[]
  pins: readonly DrawPin[]
  onChange: (pins: readonly DrawPin[]) => void
  seeded: boolean
}

/** Lists the entrants with a fixed place in the order of seeds. */
function Pins({ candidates, pins, onChange, seeded }: PinsProps) {
  const t = useEntrantTexts('draw')
  const names = new Map(candidates.map(({ id, name }) => [id, name]))
  const free = candidates.filter(({ id }) => pins.every(({ contestantId }) => contestantId !== id))
  const taken = new Set(pins.map(({ seed }) => seed))
  const next = Array.from({ length: pins.length + 1 }, (_, index) => index + 1).find((at) => !taken.has(at)) ?? pins.length + 1
  return (
    <div>
      <p className="num mb-1">{t(seeded ? 'setup.seeds' : 'setup.pins')}</p>
      <p className="mb-2 text-sm text-mute">{t(seeded ? 'setup.seedsText' : 'setup.pinsText')}</p>
      {pins.length > 0 && (
        <ol className="mb-2 rounded-panel border border-line bg-panel px-3">
          {[...pins]
            .sort((one, other) => one.seed - other.seed)
            .map(({ contestantId, seed }) => (
              <li key={contestantId} className="flex min-h-12 items-center gap-3 border-b border-line last:border-0">
                <Lock className="size-4 flex-none text-mute" aria-hidden="true" />
                <span className="num w-6 flex-none">{seed}</span>
                <span className="min-w-0 flex-1 break-words">{names.get(contestantId)}</span>
                <button
                  type="button"
                  aria-label={t('side.unpin', { name: names.get(contestantId) })}
                  onClick={() => onChange(pins.filter((pin) => pin.contestantId !== contestantId))}
                  className="grid size-11 flex-none place-items-center text-mute hover:text-text"
                >
                  <X className="size-4" aria-hidden="true" />
                </button>
              </li>
            ))}
        </ol>
      )}
      {free.length > 0 && (
        <SelectField
          label={t('setup.nextSeed', { seed: next })}
          value=""
          placeholder={t('setup.choose')}
          onChange={(id) => onChange([...pins, { contestantId: Number(id), seed: next }])}
          options={free.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </div>
  )
}
