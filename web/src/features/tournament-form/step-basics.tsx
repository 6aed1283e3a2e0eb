import { useController, useWatch } from 'react-hook-form'
import type { EsportGame } from '@/api/generated'
import { tournamentFormLimits } from '@/api/limits.gen'
import { useContent, useTexts } from '@/i18n'
import { ChoiceCard } from '@/ui/choice'
import { Cover } from '@/ui/cover'
import { FormArea, FormText, useFieldError } from '@/ui/form'
import { PictureField } from '@/ui/picture-field'
import { useWizard } from './context'
import { fits, kindOf, stagesOfKind } from './formats'
import { Heading, Part, Wrong } from './parts'
import { Previews } from './previews'

const BANNER = { width: 700, height: 400 }
const LOGO = { width: 200, height: 200 }

export function BasicsStep() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  return (
    <>
      <Heading>{t('step.basics')}</Heading>
      <Part title={t('basics.names')} hint={t('basics.namesHint')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormText form={form} name="nameTh" label={t('field.nameTh')} lang="th" placeholder={t('basics.nameThExample')} maxLength={120} />
          <FormText form={form} name="nameEn" label={t('field.nameEn')} lang="en" placeholder={t('basics.nameEnExample')} maxLength={120} />
        </div>
      </Part>
      <Games />
      <Part title={t('basics.pictures')} hint={t('basics.picturesHint')}>
        <div className="grid gap-6">
          <Picture name="banner" size={BANNER} />
          <Picture name="logo" size={LOGO} />
        </div>
        <Previews />
      </Part>
      <Part title={t('basics.about')} hint={t('basics.aboutHint')}>
        <FormArea
          form={form}
          name="descriptionTh"
          label={t('field.descriptionTh')}
          lang="th"
          longest={tournamentFormLimits.descriptionTh}
          rows={3}
        />
        <FormArea
          form={form}
          name="descriptionEn"
          label={t('field.descriptionEn')}
          lang="en"
          longest={tournamentFormLimits.descriptionEn}
          rows={3}
        />
      </Part>
    </>
  )
}

function Picture({ name, size }: { name: 'banner' | 'logo'; size: typeof BANNER }) {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name })
  const error = useFieldError({ form, name })
  return (
    <PictureField
      id={`form-${name}`}
      label={t(`field.${name}`)}
      value={field.value}
      onChange={field.onChange}
      dir="tournament"
      size={size}
      error={error}
    />
  )
}

function Games() {
  const t = useTexts('tournamentForm')
  const content = useContent()
  const { form, games } = useWizard()
  const chosen = useWatch({ control: form.control, name: 'gameId' })
  const error = useFieldError({ form, name: 'gameId' })
  const set = { shouldDirty: true, shouldTouch: true } as const
  const choose = (game: EsportGame) => {
    form.setValue('gameId', game.id, set)
    form.clearErrors('gameId')
    form.setValue('mainPlayers', game.mainPlayers, set)
    form.setValue('maxSubstitutes', game.maxSubstitutes, set)
    const { contestantType, stages, capacity } = form.getValues()
    if (game.mainPlayers === 1) form.setValue('contestantType', 'single', set)
    else if (contestantType === 'single' && !game.solo) form.setValue('contestantType', 'team', set)
    const kind = kindOf(stages)
    const playable = stages.every(({ format }) => game.formats.includes(format))
    // A format that the game does not support is replaced; another lobby size changes the shape.
    if (!playable) form.setValue('stages', [], set)
    else if (kind === 'survivor' && fits(kind, game)) form.setValue('stages', stagesOfKind(kind, capacity, game), set)
  }
  return (
    <Part title={t('field.gameId')} of={['gameId']}>
      <div
        id="form-gameId"
        tabIndex={-1}
        role="radiogroup"
        aria-label={t('field.gameId')}
        className="grid gap-3 outline-none xs:grid-cols-2"
      >
        {games.map((game) => (
          <ChoiceCard
            key={game.id}
            name="gameId"
            value={String(game.id)}
            checked={game.id === chosen}
            onChange={() => choose(game)}
            className="p-2.5!"
            ring
          >
            <div className="flex items-center gap-3">
              <Cover hue={game.hue} motif={game.motif} glyph={game.glyph ?? undefined} className="size-11 flex-none rounded-control" />
              <div className="min-w-0">
                <p className="num leading-snug">{content(game.name)}</p>
                <p className="text-xs text-mute">
                  {game.lobby ? t('basics.lobby', { count: game.sides }) : t('basics.versus', { count: game.mainPlayers })}
                </p>
              </div>
            </div>
          </ChoiceCard>
        ))}
      </div>
      <Wrong>{error}</Wrong>
    </Part>
  )
}
