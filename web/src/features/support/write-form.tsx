import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { supportOpenThread } from '@/api/generated'
import { supportThreadNewLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { ownPath } from '@/features/login-gate/return-to'
import { usePictures } from '@/features/messages/use-pictures'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { useContent, useTexts } from '@/i18n'
import { line } from '@/rules/text'
import { Form, FormArea, FormSelect, FormText, ruled, SubmitButton, useFields } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { toast } from '@/ui/toast'
import { FormPictures } from './form-pictures'
import { OrderField } from './order-field'
import { uploads } from './pictures'
import { takeThread, TOPICS } from './queries'
import { useClientId } from './use-client-id'

/** Topic, order and tournament from the page's address. */
export interface Asked {
  /** Number of an order. */
  order?: string | undefined
  topic?: string | undefined
  /** Id of a tournament. */
  tournament?: string | undefined
  /** Path of the page that the user comes from. */
  from?: string | undefined
}

const { subject: SUBJECT, text: TEXT } = supportThreadNewLimits

const needed = (longest: number) => ruled((text) => (text.trim() === '' ? { code: 'field_required' } : line(longest)(text)))
const details = ruled((text) => {
  const plain = text.trim()
  if (plain === '') return { code: 'field_required' }
  return [...plain.normalize('NFC')].length > TEXT ? { code: 'text_too_long' } : { value: plain }
})
const schema = z.object({
  topic: z.enum(TOPICS, { error: 'field_required' }),
  orderNumber: z.string(),
  subject: needed(SUBJECT),
  text: details,
})

type Input = z.input<typeof schema>
type Output = z.output<typeof schema>

/** Opens a thread with our team, about an order or a page where the address names one. */
export function WriteForm({ order = '', topic, tournament, from }: Asked) {
  const t = useTexts('support')
  const navigate = useNavigate()
  const client = useQueryClient()
  const tournamentId = Number(tournament) > 0 ? Number(tournament) : undefined
  const known = TOPICS.find((each) => each === topic) ?? (order ? 'order' : tournamentId ? 'tournament' : undefined)
  const form = useFields<Input, Output>(schema, {
    ...(known && { topic: known }),
    orderNumber: order,
    subject: order ? t('form.orderSubject', { number: order }) : '',
    text: '',
  })
  const pictures = usePictures(uploads)
  const clientId = useClientId()
  const [left, setLeft] = useState(false)
  // It was to be sent while pictures were not uploaded yet.
  const [asked, setAsked] = useState(false)
  const [chosen, typed] = useWatch({ control: form.control, name: ['topic', 'text'] })
  const page = ownPath(from)
  const about = chosen === 'order' || chosen === 'payment'
  return (
    <>
      <LeaveGuard unsaved={!left && typed.trim() !== ''} onLeave={() => setLeft(true)} />
      <Form
        form={form}
        label={t('form.label')}
        onSubmit={async ({ orderNumber, ...values }) => {
          setAsked(!pictures.done)
          if (!pictures.done) return
          const attached = pictures.attached.flatMap(({ done }) => (done ? [done.id] : []))
          const body = {
            ...values,
            ...(about && orderNumber && { orderNumber }),
            ...(chosen === 'tournament' && tournamentId && { tournamentId }),
            ...(attached.length > 0 && { pictures: attached }),
            ...(page && { page }),
          }
          const thread = await answerOf(supportOpenThread({ body: { ...body, clientId: clientId.of(body) } }))
          takeThread(client, 'member', thread)
          setLeft(true)
          void toast(t('form.sent'), { tone: 'success' })
          await navigate({ to: '/account/threads/$id', params: { id: String(thread.id) }, ignoreBlocker: true })
        }}
      >
        <FormSelect
          form={form}
          name="topic"
          label={t('topic.label')}
          options={TOPICS.map((each) => ({ value: each, label: t(`topic.${each}`) }))}
          required
        />
        {about && <OrderField form={form} name="orderNumber" order={order} />}
        {chosen === 'tournament' && tournamentId && <TournamentName id={tournamentId} />}
        <FormText
          form={form}
          name="subject"
          label={t('form.subject')}
          hint={t('form.subjectHint')}
          maxLength={SUBJECT}
          autoComplete="off"
          required
        />
        <FormArea form={form} name="text" label={t('form.text')} hint={t('form.textHint')} longest={TEXT} rows={5} />
        <FormPictures pictures={pictures} asked={asked} />
        {page && <p className="text-sm break-words text-mute">{t('form.from', { page })}</p>}
        <SubmitButton form={form} className="sm:self-start">
          {t('form.send')}
        </SubmitButton>
      </Form>
    </>
  )
}

function TournamentName({ id }: { id: number }) {
  const t = useTexts('support')
  const content = useContent()
  const { data } = useQuery(tournamentQuery(id))
  return (
    <p className="text-mute">
      {t('form.tournament')}: {data ? content(data.name) : `#${id}`}
    </p>
  )
}
