import { Plus, Trash2 } from 'lucide-react'
import { useController } from 'react-hook-form'
import { tournamentFormLimits } from '@/api/limits.gen'
import { useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDay } from '@/i18n/format'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { cx } from '@/ui/cx'
import { useFieldError } from '@/ui/form'
import { useWizard } from './context'
import { FormatGlyph } from './format-glyph'
import { fits, KINDS, type Kind, kindOf, stagesOfKind } from './formats'
import { Heading, Part, Wrong } from './parts'
import { simulate } from './simulate'
import { StageEditor } from './stage-editor'
import { useSimulated } from './use-simulated'
import { inOrder, NEW_STAGE, type StageValues } from './values'

export function FormatStep() {
  const t = useEntrantTexts('tournamentForm')
  const { form, go, isLocked } = useWizard()
  const { inputs, outcome, assumedEntrants } = useSimulated()
  const { field } = useController({ control: form.control, name: 'stages' })
  const error = useFieldError({ form, name: 'stages' })
  const stages = inOrder(field.value, inputs.entrants)
  const change = (index: number, stage: StageValues) => field.onChange(stages.map((old, at) => (at === index ? stage : old)))
  const several = stages.length > 1
  return (
    <>
      <Heading aside={t('format.until')}>{t('step.format')}</Heading>
      <p className="-mt-4 text-mute">
        {t(assumedEntrants ? 'format.assumed' : 'format.for', { count: inputs.entrants })}{' '}
        <button
          type="button"
          className="min-h-6 text-text underline underline-offset-4 hover:text-lime"
          onClick={() => go('who', 'capacity')}
        >
          {t('edit')}
        </button>
      </p>
      <Part title={t('format.how')} of={['stages']}>
        <div
          id="form-stages"
          tabIndex={-1}
          role="radiogroup"
          aria-label={t('format.how')}
          className="grid gap-3 outline-none sm:grid-cols-2"
        >
          {KINDS.map((kind) => (
            <KindCard key={kind} kind={kind} checked={kindOf(stages) === kind} onChoose={field.onChange} />
          ))}
        </div>
        <Wrong>{error}</Wrong>
      </Part>
      {stages.map((stage, index) => (
        <section
          // Stages have no name of their own; they are added and removed at the end.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          aria-label={t('format.stage', { number: index + 1 })}
          className={cx('flex flex-col gap-4', several && 'rounded-panel border border-line p-4 sm:p-5')}
        >
          {several && (
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-lg">
                {t('format.stage', { number: index + 1 })}
                <span className="ml-3 text-sm font-normal text-mute">{t('format.entering', { count: outcome.entering[index] ?? 0 })}</span>
              </h3>
              {index === stages.length - 1 && !isLocked('stages') && (
                <Button size="sm" look="ghost" onClick={() => field.onChange(stages.slice(0, -1))}>
                  <Trash2 className="size-4" aria-hidden="true" />
                  {t('format.removeStage')}
                </Button>
              )}
            </div>
          )}
          <Part of={['stages']} told={false}>
            <StageEditor
              stage={stage}
              entrants={outcome.entering[index] ?? 0}
              last={index === stages.length - 1}
              several={several}
              onChange={(changed) => change(index, changed)}
            />
          </Part>
        </section>
      ))}
      {stages.length > 0 && stages.length < tournamentFormLimits.stages && !isLocked('stages') && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" onClick={() => field.onChange([...stages, { ...NEW_STAGE, thirdPlace: true }])}>
            <Plus className="size-4" aria-hidden="true" />
            {t('format.addStage')}
          </Button>
          <p className="min-w-48 flex-1 text-sm text-mute">{t('format.addStageHint')}</p>
        </div>
      )}
    </>
  )
}

/** A format with its simulated result: comparing needs no click. */
function KindCard({ kind, checked, onChoose }: { kind: Kind; checked: boolean; onChoose: (stages: StageValues[]) => void }) {
  const t = useEntrantTexts('tournamentForm')
  const language = useLanguage()
  const { game } = useWizard()
  const { inputs, outcome } = useSimulated()
  const possible = fits(kind, game)
  const stages = stagesOfKind(kind, inputs.entrants, game)
  const found = checked ? outcome : simulate({ ...inputs, stages: inOrder(stages, inputs.entrants) })
  const end =
    found.endsAt > 0 ? t('format.ends', { day: formatDay(found.endsAt, language) }) : t('format.days', { count: found.days.length })
  return (
    <ChoiceCard
      name="kind"
      value={kind}
      checked={checked}
      disabled={!possible}
      onChange={() => onChoose(stages)}
      className={cx('items-start!', !checked && !possible && 'bg-ground!')}
      ring
    >
      <div className="flex items-center gap-3">
        <FormatGlyph kind={kind} className={cx('size-11 flex-none', checked ? 'text-lime' : 'text-mute')} />
        <div className="min-w-0">
          <p className="num">{t(`kind.${kind}`)}</p>
          <p className="text-sm text-mute">{t(`kindAbout.${kind}`)}</p>
        </div>
      </div>
      <p
        className={cx(
          'num -mr-8 mt-3 flex flex-wrap justify-between gap-x-3 border-t pt-2.5 text-sm',
          checked ? 'border-lime/40 text-lime' : 'border-line',
        )}
      >
        {possible ? (
          <>
            <span>{t('format.matches', { count: found.matches })}</span>
            <span>{end}</span>
          </>
        ) : (
          <span className="font-sans font-normal text-amber">{t(game?.lobby ? 'format.notForLobby' : 'format.notForTwo')}</span>
        )}
      </p>
    </ChoiceCard>
  )
}
