import { useId } from 'react'
import { useCountingLabels } from '@/features/tournaments/counting-labels'
import { useEntrantTexts } from '@/i18n/entrants'
import { SelectField, TextField } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { OrderedList } from './ordered-list'
import { Segments, Stepper, Wrong } from './parts'
import type { StageValues } from './values'

interface CountingProps {
  stage: StageValues
  onChange: (stage: StageValues) => void
}

const POINT_RULES = ['win_draw', 'by_games', 'wins'] as const
const TIE_BREAKS = ['head_to_head', 'head_to_head_difference', 'difference', 'games_won', 'wins', 'fewer_forfeits'] as const
const TIE_ORDER = ['wins', 'kills', 'place_points', 'last_map', 'best_map'] as const
const RUSHES = ['', 'champion_rush', 'smash'] as const

export function GrandFinal({ stage, onChange }: CountingProps) {
  const t = useEntrantTexts('tournamentForm')
  return (
    <Switch
      label={t('counting.grandFinal')}
      hint={t(`counting.grandFinalHint.${stage.grandFinal}`)}
      checked={stage.grandFinal === 'reset'}
      onChange={(reset) => onChange({ ...stage, grandFinal: reset ? 'reset' : 'single' })}
    />
  )
}

/** The points of a table, and its tie-breaks. */
export function GroupCounting({ stage, onChange }: CountingProps) {
  const t = useEntrantTexts('tournamentForm')
  const labels = useCountingLabels()
  return (
    <>
      <SelectField
        label={t('counting.pointRule')}
        hint={t(`counting.pointRuleHint.${stage.pointRule}`)}
        value={stage.pointRule}
        placeholder=""
        options={POINT_RULES.map((value) => ({ value, label: labels.pointRule(value) }))}
        onChange={(value) => onChange({ ...stage, pointRule: value as StageValues['pointRule'] })}
      />
      <GroupDraw stage={stage} onChange={onChange} />
      <OrderedList
        label={t('counting.tieBreaks')}
        hint={t('counting.tieBreaksHint')}
        all={TIE_BREAKS}
        value={stage.tieBreaks}
        nameOf={labels.tieBreak}
        onChange={(tieBreaks) => onChange({ ...stage, tieBreaks })}
      />
    </>
  )
}

export function SurvivorCounting({ stage, large, onChange }: CountingProps & { large: boolean }) {
  const t = useEntrantTexts('tournamentForm')
  const labels = useCountingLabels()
  return (
    <>
      {large && (
        <Choice
          label={t('counting.heats')}
          hint={t(`counting.heatsHint.${stage.heats}`)}
          options={(['split', 'pairs'] as const).map((value) => ({ value, label: t(`heats.${value}`) }))}
          value={stage.heats}
          onChange={(heats) => onChange({ ...stage, heats })}
        />
      )}
      <GroupDraw stage={stage} onChange={onChange} />
      {(!large || stage.rush !== '') && <Rush stage={stage} large={large} onChange={onChange} />}
      <div className="divide-y divide-line border-y border-line">
        <Switch
          label={t('counting.bestMaps')}
          hint={stage.bestMaps > 0 ? t('counting.bestMapsOn', { count: stage.bestMaps, maps: stage.maps }) : t('counting.bestMapsOff')}
          checked={stage.bestMaps > 0}
          onChange={(some) => onChange({ ...stage, bestMaps: some ? Math.max(1, stage.maps - 1) : 0 })}
        />
        {stage.bestMaps > 0 && (
          <Stepper
            label={t('counting.bestMapsCount')}
            value={stage.bestMaps}
            from={1}
            to={stage.maps}
            onChange={(bestMaps) => onChange({ ...stage, bestMaps })}
          />
        )}
      </div>
      <OrderedList
        label={t('counting.tieOrder')}
        hint={t('counting.tieBreaksHint')}
        all={TIE_ORDER}
        value={stage.tieOrder}
        nameOf={labels.survivorTieBreak}
        onChange={(tieOrder) => onChange({ ...stage, tieOrder })}
      />
    </>
  )
}

function GroupDraw({ stage, onChange }: CountingProps) {
  const t = useEntrantTexts('tournamentForm')
  if (stage.groups < 2) return null
  return (
    <Choice
      label={t('counting.groupDraw')}
      hint={t(`counting.groupDrawHint.${stage.groupDraw}`)}
      options={(['snake', 'pots'] as const).map((value) => ({ value, label: t(`counting.${value}`) }))}
      value={stage.groupDraw}
      onChange={(groupDraw) => onChange({ ...stage, groupDraw })}
    />
  )
}

/** An early end, before the last map. */
function Rush({ stage, large, onChange }: CountingProps & { large: boolean }) {
  const t = useEntrantTexts('tournamentForm')
  const kinds = RUSHES.filter((kind) => kind !== 'smash' || stage.maps > 1)
  const wrong = stage.threshold < 1 || stage.threshold > 9999
  return (
    <>
      <Choice
        label={t('counting.rush')}
        hint={t(`counting.rushHint.${stage.rush || 'none'}`)}
        options={kinds.map((value) => ({ value, label: t(`counting.rushKind.${value || 'none'}`) }))}
        value={stage.rush}
        onChange={(rush) => onChange({ ...stage, rush })}
      />
      <Wrong>{large ? t('counting.rushLarge') : undefined}</Wrong>
      {stage.rush === 'champion_rush' && (
        <TextField
          label={t('counting.threshold')}
          hint={t('counting.thresholdHint')}
          error={wrong ? t('counting.thresholdWrong') : undefined}
          inputMode="numeric"
          maxLength={4}
          className="max-w-xs"
          value={stage.threshold > 0 ? String(stage.threshold) : ''}
          onChange={(event) => onChange({ ...stage, threshold: Number(event.target.value.replace(/\D/g, '')) })}
        />
      )}
      {stage.rush === 'smash' && (
        <div className="border-y border-line">
          <Stepper
            label={t('counting.after')}
            hint={t('counting.afterHint')}
            value={stage.after}
            from={1}
            to={stage.maps - 1}
            onChange={(after) => onChange({ ...stage, after })}
          />
        </div>
      )}
    </>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  hint: string
  options: ReadonlyArray<{ value: T; label: string }>
  value: T
  onChange: (value: T) => void
}

/** A choice among a few short words, with the meaning of the chosen one. */
function Choice<T extends string>({ label, hint, ...segments }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div aria-describedby={id}>
      <p className="num mb-1.5">{label}</p>
      <Segments label={label} {...segments} />
      <p id={id} className="mt-1.5 text-sm text-mute">
        {hint}
      </p>
    </div>
  )
}
