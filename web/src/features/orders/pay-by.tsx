import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { NetworkType } from '@/api/generated'
import { ChannelList } from '@/features/channels/channel-list'
import { channelFacts, type ListedChannel } from '@/features/channels/facts'
import { NumberField } from '@/features/mobile/code-parts'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { ChannelMark } from '@/ui/channel-mark'
import { cx } from '@/ui/cx'
import { isPhone } from '@/ui/device'
import { numberHint, numberLabel } from './channel'
import type { PaymentChoice } from './saved-choice'
import { useOwnCredit } from './own-credit'
import { useInSentence } from './labels'
import { useSavedCardFact } from './saved-card-fact'

/** A payment channel, as the shop describes it. */
export interface Channel extends ListedChannel {
  /** The kinds of numbers that can pay. */
  networkTypes: NetworkType[]
  /** Smallest and largest single payment, in satang. */
  minSatang?: number
  maxSatang?: number | null
  /** The name that the bank shows. */
  nameAtBank?: string | null
}

interface PayByProps {
  channels: readonly Channel[]
  channel: string
  number: string
  /** The account's own number, masked, and whether it pays. */
  own: string | undefined
  mine: boolean
  /** It was chosen on the page before: it is shown, not asked. */
  settled: boolean
  onUnsettle: () => void
  onChoose: (next: Partial<PaymentChoice>) => void
  /** The error of the paying number, and the channel that suits it. */
  refused: string | undefined
  suits: Channel | undefined
  numberField: Ref<HTMLInputElement>
  busy: boolean
}

/** The payment channel: a choice among all, each with a note or the reason why it cannot pay; asked once. */
export function PayBy({
  channels,
  channel,
  number,
  own,
  mine,
  settled,
  onUnsettle,
  onChoose,
  refused,
  suits,
  numberField,
  busy,
}: PayByProps) {
  const t = useTexts('orders')
  const content = useContent()
  const cards = useRef<HTMLFieldSetElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (!settled && opened.current) cards.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [settled])
  const chosen = channels.find(({ code }) => code === channel)
  const paying = chosen?.byNumber && (
    <PayingNumber
      ref={numberField}
      label={t(numberLabel(chosen))}
      hint={t(numberHint(chosen))}
      error={refused}
      own={own}
      mine={mine}
      onMine={(next) => onChoose({ mine: next })}
      value={number}
      onType={(typed) => onChoose({ number: typed })}
      readOnly={busy}
      suits={suits}
      onSuits={(code) => onChoose({ channel: code })}
    />
  )
  const credit = useOwnCredit(own)
  if (settled && chosen) {
    return (
      <section aria-labelledby="pay-by" className="flex flex-col gap-2">
        <h2 id="pay-by" className="mb-1 text-lg">
          {t('process.channels')}
        </h2>
        <div
          className={`flex items-center gap-3.5 rounded-panel border p-4 ${paying ? 'rounded-b-none border-lime bg-lime-dim/50 ring-1 ring-lime ring-inset' : 'border-line bg-panel'}`}
        >
          <ChannelMark code={chosen.code} />
          <p className="min-w-0 flex-1">
            <span className="block font-semibold">{content(chosen.name)}</span>
            <Help channel={chosen} credit={credit(chosen)} />
          </p>
          <Button
            look="ghost"
            size="sm"
            className="text-lime underline"
            onClick={() => {
              opened.current = true
              onUnsettle()
            }}
          >
            {t('process.change')}
          </Button>
        </div>
        {paying}
      </section>
    )
  }
  return (
    <ChannelCards
      ref={cards}
      legend={t('process.channels')}
      channels={channels}
      channel={channel}
      own={own}
      onChoose={(code) => onChoose({ channel: code })}
      paying={paying}
    />
  )
}

interface ChannelCardsProps {
  ref?: Ref<HTMLFieldSetElement>
  legend: string
  /** The legend already names its group. */
  quiet?: boolean
  channels: readonly Channel[]
  channel: string
  /** The account's own number: its credit helps to choose. */
  own: string | undefined
  onChoose: (code: string) => void
  /** Content under the chosen channel: the paying number. */
  paying: ReactNode
}

export function ChannelCards({ ref, legend, quiet = false, channels, channel, own, onChoose, paying }: ChannelCardsProps) {
  const t = useTexts('orders')
  const credit = useOwnCredit(own)
  const listed = useSavedCardFact(channels)
  const name = channels.find(({ code }) => code === channel)?.nameAtBank
  return (
    <fieldset ref={ref} className="flex flex-col">
      <legend className={quiet ? 'sr-only' : 'num mb-3 text-lg'}>{legend}</legend>
      <ChannelList
        t={t}
        channels={listed}
        chosen={channel}
        onChoose={onChoose}
        more={credit}
        below={paying || (name && <NameAtBank name={name} className="-mt-1 px-3 pb-1" />)}
        joined={Boolean(paying)}
        rows="flex flex-col gap-2"
      />
    </fieldset>
  )
}

/** The name that the user will see in the banking app. */
export function NameAtBank({ name, className }: { name: string; className?: string }) {
  const t = useTexts('orders')
  return (
    <p className={cx('text-sm text-mute', className)}>
      {t('channel.nameAtBank')} <span className="num whitespace-nowrap text-text">{name}</span>
    </p>
  )
}

/** Facts about a channel, its limits, and the credit of the user's own number that pays through it. */
function Help({ channel, credit }: { channel: Channel; credit: string | undefined }) {
  const t = useTexts('orders')
  const content = useContent()
  const { minSatang, maxSatang, nameAtBank } = channel
  const limits =
    minSatang === undefined
      ? undefined
      : maxSatang == null
        ? t('process.fromAmount', { min: formatBaht(minSatang) })
        : t('process.amounts', { min: formatBaht(minSatang), max: formatBaht(maxSatang) })
  const [shown = channel] = useSavedCardFact([channel])
  const facts = channelFacts(t, content, shown, isPhone())
  return (
    <>
      <span className="block text-sm text-mute">{[...facts, limits].filter(Boolean).join(' · ')}</span>
      {credit && <span className="block text-sm text-mute">{credit}</span>}
      {nameAtBank && (
        <span className="block text-sm text-mute">
          {t('channel.nameAtBank')} <span className="num whitespace-nowrap text-text">{nameAtBank}</span>
        </span>
      )}
    </>
  )
}

interface PayingNumberProps extends Omit<ComponentProps<typeof NumberField>, 'label'> {
  label: string
  /** The account's own number, masked, and whether it pays. */
  own: string | undefined
  mine: boolean
  onMine: (mine: boolean) => void
  /** The channel that the refused number is right for. */
  suits: Channel | undefined
  onSuits: (code: string) => void
}

/** The paying number: the account's, or any other whose owner reads the code. */
export function PayingNumber({ label, own, mine, onMine, suits, onSuits, ...field }: PayingNumberProps) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  return (
    <div className="-mt-2 rounded-b-panel border border-t-0 border-lime bg-panel p-4 ring-1 ring-lime ring-inset">
      {own === undefined ? (
        <NumberField {...field} label={label} />
      ) : (
        <fieldset>
          <legend className="num mb-1">{label}</legend>
          <Whose checked={mine} disabled={field.readOnly} onChoose={() => onMine(true)}>
            {t('process.myNumber')} <span className="num whitespace-nowrap">{own}</span>
          </Whose>
          <Whose checked={!mine} disabled={field.readOnly} onChoose={() => onMine(false)}>
            {t('process.anotherNumber')}
          </Whose>
          {mine ? (
            <OwnNote key={String(field.error)} hint={field.hint} error={field.error} />
          ) : (
            <NumberField {...field} label={<span className="sr-only">{label}</span>} />
          )}
        </fieldset>
      )}
      {suits && (
        <Button size="sm" className="mt-3 w-full" onClick={() => onSuits(suits.code)}>
          {t('process.suits', { channel: inSentence(suits.name) })}
        </Button>
      )}
    </div>
  )
}

interface WhoseProps {
  checked: boolean
  disabled: boolean | undefined
  onChoose: () => void
  children: ReactNode
}

function Whose({ checked, disabled, onChoose, children }: WhoseProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 py-1.5">
      <input
        type="radio"
        name="whose-number"
        className="size-5 flex-none appearance-none rounded-full border-2 border-control checked:border-6 checked:border-lime"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}

/** A note about the user's own number, or its error: scrolled into view, since no field takes the focus. */
function OwnNote({ hint, error }: Pick<PayingNumberProps, 'hint' | 'error'>) {
  const place = useRef<HTMLParagraphElement>(null)
  const refused = error !== undefined
  useEffect(() => {
    if (refused) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [refused])
  return (
    <p
      ref={place}
      role={refused ? 'alert' : undefined}
      className={`mt-1 scroll-mt-24 scroll-mb-28 text-sm ${refused ? 'text-red' : 'text-mute'}`}
    >
      {error ?? hint}
    </p>
  )
}
