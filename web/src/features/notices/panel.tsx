import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { inboxChooseNotices, inboxForgetPush, type NoticeChoice, type NoticeSettings } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { deviceName } from '@/ui/device-name'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Notice } from '@/ui/feedback'
import { SelectField } from '@/ui/field'
import { QueryError, useProblemText } from '@/ui/query-error'
import { Switch } from '@/ui/switch'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { noticesQuery } from './queries'
import { useHere } from './use-here'

/** Settings for notifications of esports messages while away; each choice is saved at once. */
export function NoticePanel({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(noticesQuery(userId))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-96" aria-hidden="true" />
  return <Settings userId={userId} settings={data} />
}

function Settings({ userId, settings }: { userId: number; settings: NoticeSettings }) {
  const t = useTexts('notices')
  const problemText = useProblemText()
  const client = useQueryClient()
  const here = useHere(userId, settings)
  const choosing = useMutation({
    // Requests run one after the other, in the order of the taps; without a network they fail at once.
    scope: { id: 'notices' },
    mutationFn: (choice: NoticeChoice) => answerOf(inboxChooseNotices({ body: choice })),
    onSuccess: (now) => {
      client.setQueryData(noticesQuery(userId).queryKey, now)
      void toast(t('saved'), { tone: 'success' })
    },
  })
  const { push, mail, quietFrom = null, quietTo = null } = settings
  // The choice shows at once; a refusal undoes it.
  const choice: NoticeChoice = choosing.isPending ? choosing.variables : { push, mail, quietFrom, quietTo }
  const choose = (next: Partial<NoticeChoice>) => choosing.mutate({ ...choice, ...next })
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-mute">{t('intro')}</p>
      {choosing.error && <Notice tone="error">{problemText(problemOf(choosing.error))}</Notice>}
      <div className="flex flex-col gap-3">
        <Here here={here} />
        <Browsers userId={userId} settings={settings} onTurnOff={() => here.turn(false)} turningOff={here.turning === false} />
      </div>
      <Mail settings={settings} mail={choice.mail} onChoose={(next) => choose({ mail: next })} />
      <Quiet from={choice.quietFrom ?? null} to={choice.quietTo ?? null} onChoose={choose} />
    </div>
  )
}

function Here({ here }: { here: ReturnType<typeof useHere> }) {
  const t = useTexts('notices')
  const { can, on, turning } = here
  const shown = turning ?? on
  const hint = turning ? 'asking' : on ? 'on' : here.dismissed ? 'dismissed' : 'off'
  return (
    <>
      <Switch
        label={t('here.label')}
        hint={can === 'possible' && t(`here.${hint}`)}
        checked={can === 'possible' && shown}
        disabled={can !== 'possible'}
        onChange={here.turn}
      />
      {can !== 'possible' && <Notice tone={can === 'denied' ? 'warn' : 'info'}>{t(`here.${can}`)}</Notice>}
      {here.error && <Notice tone="error">{here.error}</Notice>}
    </>
  )
}

interface BrowsersProps {
  userId: number
  settings: NoticeSettings
  onTurnOff: () => void
  turningOff: boolean
}

function Browsers({ userId, settings: { subscriptions }, onTurnOff, turningOff }: BrowsersProps) {
  const t = useTexts('notices')
  const problemText = useProblemText()
  const language = useLanguage()
  const client = useQueryClient()
  const id = useId()
  const forgetting = useMutation({
    mutationFn: async (browser: { id: number; name: string }) => {
      await answerOf(inboxForgetPush({ body: { id: browser.id } }))
      await client.invalidateQueries({ queryKey: noticesQuery(userId).queryKey })
    },
    onSuccess: (_, { name }) => void toast(t('browsers.forgotten', { device: name }), { tone: 'success' }),
  })
  if (subscriptions.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-sm text-mute">
        {t('browsers.heading')}
      </h3>
      {forgetting.error && <Notice tone="error">{problemText(problemOf(forgetting.error))}</Notice>}
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {subscriptions.map((browser) => {
          const name = deviceName(browser.userAgent) ?? t('browsers.unknown')
          return (
            <li key={browser.id} className="flex items-center gap-3 py-2 pr-2 pl-3">
              <MonitorSmartphone className="size-5 flex-none text-mute max-xs:hidden" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2">
                  {name}
                  {browser.current && <Tag tone="lime">{t('browsers.current')}</Tag>}
                </p>
                <p className="text-sm text-mute">{t('browsers.since', { at: formatDateTime(browser.createdAt, language) })}</p>
              </div>
              <Button
                look="ghost"
                size="sm"
                aria-label={t('browsers.forgetOf', { device: name })}
                busy={browser.current ? turningOff : forgetting.isPending && forgetting.variables.id === browser.id}
                onClick={() => (browser.current ? onTurnOff() : forgetting.mutate({ id: browser.id, name }))}
              >
                {t('browsers.forget')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const MAIL = ['off', 'instead', 'always'] as const

interface MailProps {
  settings: NoticeSettings
  mail: NoticeChoice['mail']
  onChoose: (mail: NoticeChoice['mail']) => void
}

function Mail({ settings: { email }, mail, onChoose }: MailProps) {
  const t = useTexts('notices')
  return (
    <Group title={t('mail.heading')} note={email ? t('mail.to', { address: email }) : t('mail.none')}>
      {!email && (
        <Link to="/account/verify-email" className="inline-flex min-h-11 items-center self-start text-lime underline">
          {t('mail.verify')}
        </Link>
      )}
      <div className="grid gap-2 sm:grid-cols-3">
        {MAIL.map((known) => (
          <ChoiceCard
            key={known}
            name="notice-mail"
            value={known}
            checked={mail === known}
            disabled={!email && known !== 'off'}
            onChange={() => onChoose(known)}
            ring
          >
            <span className="block">{t(`mail.${known}`)}</span>
            <span className="block text-sm text-mute">{t(`mail.${known}Text`)}</span>
          </ChoiceCard>
        ))}
      </div>
    </Group>
  )
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3">
        <span className="block">{title}</span>
        <span className="block text-sm text-mute">{note}</span>
      </legend>
      {children}
    </fieldset>
  )
}

const STEP = 30
const TIMES = Array.from({ length: (24 * 60) / STEP }, (_, at) => at * STEP)
/** The default: ten at night to seven in the morning. */
const NIGHT = { quietFrom: 22 * 60, quietTo: 7 * 60 }

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

interface QuietProps {
  from: number | null
  to: number | null
  onChoose: (next: { quietFrom: number | null; quietTo: number | null }) => void
}

function Quiet({ from, to, onChoose }: QuietProps) {
  const t = useTexts('notices')
  const on = from !== null && to !== null
  const options = (chosen: number, other: number) =>
    // Includes a time that another client has chosen.
    [...new Set([...TIMES, chosen])]
      .sort((a, b) => a - b)
      .map((minute) => ({ value: String(minute), label: t('quiet.time', { time: clock(minute) }), disabled: minute === other }))
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('quiet.label')}
        hint={t(on ? 'quiet.on' : 'quiet.off')}
        checked={on}
        onChange={(wanted) => onChoose(wanted ? NIGHT : { quietFrom: null, quietTo: null })}
      />
      {on && (
        <div className="grid grid-cols-2 gap-3 sm:max-w-sm">
          <SelectField
            label={t('quiet.from')}
            placeholder={t('quiet.from')}
            value={String(from)}
            onChange={(minute) => onChoose({ quietFrom: Number(minute), quietTo: to })}
            options={options(from, to)}
          />
          <SelectField
            label={t('quiet.to')}
            placeholder={t('quiet.to')}
            value={String(to)}
            onChange={(minute) => onChoose({ quietFrom: from, quietTo: Number(minute) })}
            options={options(to, from)}
          />
          <p className="col-span-2 text-sm text-mute">{t('quiet.zone')}</p>
        </div>
      )}
    </div>
  )
}
