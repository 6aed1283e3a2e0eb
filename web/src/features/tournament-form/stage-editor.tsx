import { type ComponentType, useId } from 'react'
import type { TournamentFormat } from '@/api/generated'
import { tournamentStageLimits } from '@/api/limits.gen'
import { FORMAT_NAMES, FORMATS } from '@/features/tournaments/formats'
import { bracketRounds } from '@/features/tournaments/formats/elimination'
import { groupSizes, type Setting } from '@/features/tournaments/formats/format'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { SelectField, TextField } from '@/ui/field'
import { NativeSelect } from '@/ui/select'
import { Switch } from '@/ui/switch'
import { useWizard } from './context'
import { GrandFinal, GroupCounting, SurvivorCounting } from './stage-counting'
import { Segments, Stepper } from './parts'
import { useRoundName } from './round-name'
import { goingOn, seriesOf } from './simulate'
import type { StageValues } from './values'

interface StageProps {
  stage: StageValues
  entrants: number
  /** Nobody advances from it. */
  last: boolean
  /** It is one of several stages: it may have a name, and a format of its own. */
  several: boolean
  onChange: (stage: StageValues) => void
}

export function StageEditor(props: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const tournaments = useEntrantTexts('tournaments')
  const { game } = useWizard()
  const { stage, several, onChange } = props
  const formats = FORMAT_NAMES.filter((format) => !game || game.formats.includes(format))
  const part = (setting: Setting) => {
    const Part = SETTINGS[setting]
    return <Part key={setting} {...props} />
  }
  return (
    <>
      {several && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('format.stageName')}
            placeholder={t('format.stageNameExample')}
            value={stage.name}
            maxLength={tournamentStageLimits.name}
            onChange={(event) => onChange({ ...stage, name: event.target.value })}
          />
          <SelectField
            label={t('format.stageFormat')}
            value={stage.format}
            placeholder={t('format.stageFormat')}
            options={formats.map((value) => ({ value, label: tournaments(`stageFormat.${value}`) }))}
            onChange={(format) => onChange({ ...stage, format: format as TournamentFormat })}
          />
        </div>
      )}
      {FORMATS[stage.format].settings.map((setting) =>
        typeof setting === 'string' ? (
          part(setting)
        ) : (
          <div key={setting.join(' ')} className="divide-y divide-line border-y border-line">
            {setting.map(part)}
          </div>
        ),
      )}
    </>
  )
}

function Elimination({ stage, several, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  if (!several || !last) return null
  return (
    <Segments
      label={t('format.elimination')}
      options={(['single', 'double'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
      value={stage.elimination}
      onChange={(elimination) => onChange({ ...stage, elimination })}
    />
  )
}

function ThirdPlace({ stage, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  if (!last || stage.elimination !== 'single') return null
  return (
    <Switch
      label={t('format.thirdPlace')}
      hint={t('format.thirdPlaceHint')}
      checked={stage.thirdPlace}
      onChange={(thirdPlace) => onChange({ ...stage, thirdPlace })}
    />
  )
}

function DoubleRound({ stage, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  return (
    <Switch
      label={t('format.doubleRound')}
      hint={t('format.doubleRoundHint')}
      checked={stage.doubleRound}
      onChange={(doubleRound) => onChange({ ...stage, doubleRound })}
    />
  )
}

function Groups({ stage, entrants, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const { game } = useWizard()
  const sizes = groupSizes(entrants, stage.groups)
  const [most = 0, least = 0] = [sizes[0], sizes.at(-1)]
  const sides = game?.sides ?? most
  const lobbyHint = () => (most > sides ? t('format.heats', { size: most, sides }) : t('format.groupSize', { size: most }))
  const tableHint = () => (entrants > 0 ? t('format.groupSize', { size: most === least ? most : `${least}–${most}` }) : undefined)
  return (
    <Stepper
      label={t('format.groups')}
      hint={FORMATS[stage.format].hasHeats ? lobbyHint() : tableHint()}
      value={stage.groups}
      from={1}
      to={Math.max(1, Math.floor(entrants / 2))}
      onChange={(groups) => onChange({ ...stage, groups })}
    />
  )
}

/** Number of qualifiers of each group; fewer than the smallest group has. */
function Winners({ stage, entrants, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  if (last) return null
  const least = groupSizes(entrants, stage.groups).at(-1) ?? 0
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

function Maps({ stage, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  return (
    <Stepper
      label={t('format.maps')}
      hint={t('format.mapsHint')}
      value={stage.maps}
      from={1}
      to={30}
      onChange={(maps) => onChange({ ...stage, maps, ...within(stage, maps) })}
    />
  )
}

function PointTable({ stage, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const content = useContent()
  const { game } = useWizard()
  if (!game || game.pointTables.length === 0) return null
  const table = game.pointTables.find(({ code }) => code === stage.pointTable)
  return (
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
  )
}

/** The scoring of a survivor stage; a group may be larger than a lobby. */
function BoardCounting({ stage, entrants, onChange }: StageProps) {
  const { game } = useWizard()
  const [size = 0] = groupSizes(entrants, stage.groups)
  return <SurvivorCounting stage={stage} large={size > (game?.sides ?? size)} onChange={onChange} />
}

/** Limits values to the number of maps. */
const within = ({ bestMaps, after, rush }: StageValues, maps: number): Partial<StageValues> => ({
  bestMaps: Math.min(bestMaps, maps),
  after: Math.max(1, Math.min(after, maps - 1)),
  ...(rush === 'smash' && maps < 2 && { rush: '' }),
})

/** A bracket halves the field: it stops at a power of two. */
function Qualifiers({ stage, entrants, last, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  if (last) return null
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

/** The number of games in each round. */
function Series({ stage, entrants, onChange }: StageProps) {
  const t = useEntrantTexts('tournamentForm')
  const nameOf = useRoundName()
  const id = useId()
  const series = seriesOf(stage, entrants)
  if (series.length === 0) return null
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="num">{t('format.series')}</p>
        <p className="text-sm text-mute">{t(FORMATS[stage.format].hasGroups ? 'format.seriesGroups' : 'format.seriesHint')}</p>
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
              {FORMATS[stage.format].lengths.map((length) => (
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

const SETTINGS: Record<Setting, ComponentType<StageProps>> = {
  doubleRound: DoubleRound,
  elimination: Elimination,
  grandFinal: ({ stage, onChange }) => stage.elimination === 'double' && <GrandFinal stage={stage} onChange={onChange} />,
  groupCounting: GroupCounting,
  groups: Groups,
  maps: Maps,
  pointTable: PointTable,
  qualifiers: Qualifiers,
  series: Series,
  survivorCounting: BoardCounting,
  thirdPlace: ThirdPlace,
  winnersPerGroup: Winners,
}
