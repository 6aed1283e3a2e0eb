import { useId } from 'react'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { SelectField, TextField } from '@/ui/field'
import { NativeSelect } from '@/ui/select'
import { Switch } from '@/ui/switch'
import { useWizard } from './context'
import { GrandFinal, GroupCounting, SurvivorCounting } from './stage-counting'
import { Segments, Stepper } from './parts'
import { useRoundName } from './round-name'
import { bracketRounds, type Format, goingOn, groupSizes, seriesOf } from './simulate'
import type { StageValues } from './values'

interface StageProps {
  stage: StageValues
  entrants: number
  /** Nobody goes on from it. */
  last: boolean
  /** It is one of several: it may have a name, and a format of its own. */
  several: boolean
  onChange: (stage: StageValues) => void
}

const FORMATS: readonly Format[] = ['bracket', 'round-robin', 'survivor']

export function StageEditor(props: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const { game } = useWizard()
  const { stage, several, onChange } = props
  const formats = FORMATS.filter((format) => !game || game.formats.includes(format))
  return (
    <>
      {several && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('format.stageName')}
            placeholder={t('format.stageNameExample')}
            value={stage.name}
            maxLength={60}
            onChange={(event) => onChange({ ...stage, name: event.target.value })}
          />
          <SelectField
            label={t('format.stageFormat')}
            value={stage.format}
            placeholder={t('format.stageFormat')}
            options={formats.map((value) => ({ value, label: t(`stageFormat.${value}`) }))}
            onChange={(format) => onChange({ ...stage, format: format as Format })}
          />
        </div>
      )}
      {stage.format === 'bracket' && <Bracket {...props} />}
      {stage.format === 'round-robin' && <Groups {...props} />}
      {stage.format === 'survivor' && <Survivor {...props} />}
    </>
  )
}

function Bracket({ stage, entrants, several, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  return (
    <>
      {several && last && (
        <Segments
          label={t('format.elimination')}
          options={(['single', 'double'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={stage.elimination}
          onChange={(elimination) => onChange({ ...stage, elimination })}
        />
      )}
      <Series stage={stage} entrants={entrants} onChange={onChange} />
      <div className="divide-y divide-line border-y border-line">
        {last && stage.elimination === 'single' && (
          <Switch
            label={t('format.thirdPlace')}
            hint={t('format.thirdPlaceHint')}
            checked={stage.thirdPlace}
            onChange={(thirdPlace) => onChange({ ...stage, thirdPlace })}
          />
        )}
        {stage.elimination === 'double' && <GrandFinal stage={stage} onChange={onChange} />}
      </div>
      {!last && <Qualifiers stage={stage} entrants={entrants} onChange={onChange} />}
    </>
  )
}

function Groups({ stage, entrants, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const sizes = groupSizes(entrants, stage.groups)
  const [most = 0, least = 0] = [sizes[0], sizes.at(-1)]
  return (
    <>
      <div className="divide-y divide-line border-y border-line">
        <Stepper
          label={t('format.groups')}
          hint={entrants > 0 ? t('format.groupSize', { size: most === least ? most : `${least}–${most}` }) : undefined}
          value={stage.groups}
          from={1}
          to={Math.max(1, Math.floor(entrants / 2))}
          onChange={(groups) => onChange({ ...stage, groups })}
        />
        {!last && <Winners stage={stage} entrants={entrants} least={least} onChange={onChange} />}
        <Switch
          label={t('format.doubleRound')}
          hint={t('format.doubleRoundHint')}
          checked={stage.doubleRound}
          onChange={(doubleRound) => onChange({ ...stage, doubleRound })}
        />
      </div>
      <Series stage={stage} entrants={entrants} onChange={onChange} />
      <GroupCounting stage={stage} onChange={onChange} />
    </>
  )
}

/** How many of each group go on; fewer than the smallest group has. */
function Winners({ stage, entrants, least, onChange }: Pick<StageProps, 'stage' | 'entrants' | 'onChange'> & { least: number }) {
  const t = useEntrantTexts('tournamentForm')
  return (
    <Stepper
      label={t('format.winnersPerGroup')}
      hint={t('format.goingOn', { count: goingOn(stage, entrants) })}
      value={stage.winnersPerGroup}
      from={1}
      to={Math.max(1, least - 1)}
      onChange={(winnersPerGroup) => onChange({ ...stage, winnersPerGroup })}
    />
  )
}

function Survivor({ stage, entrants, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const content = useContent()
  const { game } = useWizard()
  const sizes = groupSizes(entrants, stage.groups)
  const [size = 0, least = 0] = [sizes[0], sizes.at(-1)]
  const sides = game?.sides ?? size
  const table = game?.pointTables.find(({ code }) => code === stage.pointTable)
  return (
    <>
      <div className="divide-y divide-line border-y border-line">
        <Stepper
          label={t('format.groups')}
          hint={size > sides ? t('format.heats', { size, sides }) : t('format.groupSize', { size })}
          value={stage.groups}
          from={1}
          to={Math.max(1, Math.floor(entrants / 2))}
          onChange={(groups) => onChange({ ...stage, groups })}
        />
        <Stepper
          label={t('format.maps')}
          hint={t('format.mapsHint')}
          value={stage.maps}
          from={1}
          to={30}
          onChange={(maps) => onChange({ ...stage, maps, ...within(stage, maps) })}
        />
        {!last && <Winners stage={stage} entrants={entrants} least={least} onChange={onChange} />}
      </div>
      {game && game.pointTables.length > 0 && (
        <div>
          <SelectField
            label={t('format.pointTable')}
            value={stage.pointTable}
            placeholder={t('format.pointTableChoose')}
            options={game.pointTables.map(({ code, name }) => ({ value: code, label: content(name) }))}
            onChange={(pointTable) => onChange({ ...stage, pointTable })}
          />
          {table && (
            <p className="num mt-2 text-sm text-mute">{t('format.points', { points: table.points.join(' · '), kill: table.killPoints })}</p>
          )}
        </div>
      )}
      <SurvivorCounting stage={stage} large={size > sides} onChange={onChange} />
    </>
  )
}

/** Numbers that cannot exceed the number of maps. */
const within = ({ bestMaps, after, rush }: StageValues, maps: number): Partial<StageValues> => ({
  bestMaps: Math.min(bestMaps, maps),
  after: Math.max(1, Math.min(after, maps - 1)),
  ...(rush === 'smash' && maps < 2 && { rush: '' }),
})

/** A bracket halves the field: it stops at a power of two. */
function Qualifiers({ stage, entrants, onChange }: Pick<StageProps, 'stage' | 'entrants' | 'onChange'>) {
  const t = useEntrantTexts('tournamentForm')
  const choices = Array.from({ length: Math.max(1, bracketRounds(entrants) - 1) }, (_, index) => 2 ** (index + 1))
  return (
    <SelectField
      label={t('format.qualifiers')}
      hint={t('format.qualifiersHint')}
      value={String(stage.qualifiers)}
      placeholder=""
      options={choices.map((count) => ({ value: String(count), label: String(count) }))}
      onChange={(value) => onChange({ ...stage, qualifiers: Number(value) })}
      className="max-w-xs"
    />
  )
}

const LENGTHS: Record<Format, readonly number[]> = { bracket: [1, 3, 5, 7], 'round-robin': [1, 2, 3, 5], survivor: [] }

/** How many games each round is played over. */
function Series({ stage, entrants, onChange }: Pick<StageProps, 'stage' | 'entrants' | 'onChange'>) {
  const t = useEntrantTexts('tournamentForm')
  const nameOf = useRoundName()
  const id = useId()
  const series = seriesOf(stage, entrants)
  if (series.length === 0) return null
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="num">{t('format.series')}</p>
        <p className="text-sm text-mute">{t(stage.format === 'bracket' ? 'format.seriesHint' : 'format.seriesGroups')}</p>
      </div>
      <div className="grid grid-cols-2 gap-2 xs:grid-cols-3 sm:grid-cols-[repeat(auto-fill,minmax(5.6rem,1fr))]">
        {series.map((bestOf, index) => (
          <div key={nameOf(stage, entrants, index)}>
            <label htmlFor={`${id}-${index}`} className="mb-1 block text-sm text-mute">
              {nameOf(stage, entrants, index)}
            </label>
            <NativeSelect
              id={`${id}-${index}`}
              value={bestOf}
              className="num text-text"
              onChange={(event) =>
                onChange({ ...stage, series: series.map((old, at) => (at === index ? Number(event.target.value) : old)) })
              }
            >
              {LENGTHS[stage.format].map((length) => (
                <option key={length} value={length}>
                  Bo{length}
                </option>
              ))}
            </NativeSelect>
          </div>
        ))}
      </div>
    </div>
  )
}
