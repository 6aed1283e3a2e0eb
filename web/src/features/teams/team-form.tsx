import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Team, teamCreateTeam, teamUpdateTeam } from '@/api/generated'
import { createTeamLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { line, link } from '@/rules/text'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Form, FormText, optional, ruled, SubmitButton, useFieldError, useFieldId, useFields } from '@/ui/form'
import { PictureField } from '@/ui/picture-field'
import { toast } from '@/ui/toast'
import { readEsportsAgain } from '@/features/account/esport'

const LOGO = { width: 200, height: 200 }

const needed = (longest: number) => ruled((text) => (text.trim() === '' ? { code: 'field_required' } : line(longest)(text)))
const schema = z.object({
  name: needed(createTeamLimits.name),
  shortName: needed(createTeamLimits.shortName),
  website: optional(link),
  logo: z.string(),
})

/** Creates a team, or edits its name and logo. */
export function TeamForm({ team, onEnd }: { team?: Team; onEnd: () => void }) {
  const t = useTexts('teams')
  const client = useQueryClient()
  const form = useFields(schema, {
    name: team?.name ?? '',
    shortName: team?.shortName ?? '',
    website: team?.website ?? '',
    logo: team?.logo ?? '',
  })
  // The version when the form was opened, so that others' changes are not overwritten.
  const [version] = useState(team?.version)
  const title = t(team ? 'form.edit' : 'form.create')
  return (
    <Dialog open width={600} onClose={onEnd} title={title}>
      <Form
        form={form}
        label={title}
        onSubmit={async ({ logo, website, ...names }) => {
          const body = { ...names, ...(logo && { logo }), ...(website && { website }) }
          if (team) await answerOf(teamUpdateTeam({ path: { teamId: team.id }, body: { ...body, version: version ?? team.version } }))
          else await answerOf(teamCreateTeam({ body }))
          await readEsportsAgain(client)
          onEnd()
          void toast(t(team ? 'done.saved' : 'done.created'), { tone: 'success' })
        }}
      >
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <FormText form={form} name="name" label={t('form.name')} hint={t('form.nameHint')} maxLength={80} autoComplete="off" required />
          <FormText
            form={form}
            name="shortName"
            label={t('form.shortName')}
            hint={t('form.shortNameHint')}
            maxLength={20}
            autoComplete="off"
            required
          />
        </div>
        <Logo form={form} />
        <FormText
          form={form}
          name="website"
          label={t('form.website')}
          hint={t('form.websiteHint')}
          type="url"
          inputMode="url"
          maxLength={createTeamLimits.website}
        />
        {team && <p className="text-sm text-mute">{t('form.renamed')}</p>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onEnd}>{t('form.cancel')}</Button>
          <SubmitButton form={form}>{t(team ? 'form.save' : 'form.create')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

type Values = z.input<typeof schema>

/** The logo: cropped to a square, uploaded when chosen, and the team's once the form is saved. */
function Logo({ form }: { form: UseFormReturn<Values, unknown, z.output<typeof schema>> }) {
  const t = useTexts('teams')
  const label = t('form.logo')
  const id = useFieldId('logo', label)
  const error = useFieldError({ form, name: 'logo' })
  const { field } = useController({ control: form.control, name: 'logo' })
  return (
    <PictureField
      id={id}
      label={label}
      dir="team"
      size={LOGO}
      value={field.value}
      onChange={(link) => field.onChange(link)}
      error={error}
    />
  )
}
