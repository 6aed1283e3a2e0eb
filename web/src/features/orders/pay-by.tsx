import { type ComponentProps, Fragment, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { NumberField } from '@/features/mobile/code-parts'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { ChannelMark } from '@/ui/channel-mark'
import { ChoiceCard } from '@/ui/choice'
import { isByNumber } from './channel'
import type { Choice } from './kept-choice'
import { useInSentence } from './words'

/** A way to pay, as the shop tells of it. */
export interface Channel {
  code: string
  name: { th: string; en: string }
  /** One line that helps to choose it. */
  note?: { th: string; en: string } | null
  /** Smallest and largest single payment, in satang. */
  minSatang?: number
  maxSatang?: number | null
  allowed: boolean
  reason?: { code: string; message: string } | null
}

interface PayByProps {
  channels: readonly Channel[]
  channel: string
  number: string
  /** It was chosen on the page before: it is said, not asked. */
  settled: boolean
  onUnsettle: () => void
  onChoose: (next: Partial<Choice>) => void
  /** What is wrong with the number that pays, and the channel that it is right for. */
  refused: string | undefined
  suits: Channel | undefined
  numberField: Ref<HTMLInputElement>
  busy: boolean
}

/** How it is paid: chosen among all ways, each with what helps to choose it or why it cannot; asked once. */
export function PayBy({ channels, channel, number, settled, onUnsettle, onChoose, refused, suits, numberField, busy }: PayByProps) {
  const t = useTexts('orders')
  const content = useContent()
  const cards = useRef<HTMLFieldSetElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (!settled && opened.current) cards.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [settled])
  const paying = isByNumber(channel) && (
    <PayingNumber
      ref={numberField}
      hint={t(channel === 'ais_postpaid' ? 'process.fromBill' : 'process.fromBalance')}
      error={refused}
      value={number}
      onType={(typed) => onChoose({ number: typed })}
      readOnly={busy}
      suits={suits}
      onSuits={(code) => onChoose({ channel: code })}
    />
  )
  const chosen = channels.find(({ code }) => code === channel)
  if (settled && chosen) {
    return (
      <section aria-labelledby="pay-by" className="flex flex-col gap-3">
        <h2 id="pay-by" className="text-lg">
          {t('process.channels')}
        </h2>
        <div
          className={`flex items-center gap-3.5 rounded-panel border p-4 ${paying ? 'rounded-b-none border-lime bg-lime-dim/50 ring-1 ring-lime ring-inset' : 'border-line bg-panel'}`}
        >
          <ChannelMark code={chosen.code} />
          <p className="min-w-0 flex-1">
            <span className="block font-semibold">{content(chosen.name)}</span>
            <Help channel={chosen} />
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
      onChoose={(code) => onChoose({ channel: code })}
      paying={paying}
    />
  )
}

interface ChannelCardsProps {
  ref?: Ref<HTMLFieldSetElement>
  legend: string
  /** What stands around it says the legend already. */
  quiet?: boolean
  channels: readonly Channel[]
  channel: string
  onChoose: (code: string) => void
  /** Stands under the chosen one: the number that pays. */
  paying: ReactNode
}

export function ChannelCards({ ref, legend, quiet = false, channels, channel, onChoose, paying }: ChannelCardsProps) {
  const content = useContent()
  return (
    <fieldset ref={ref} className="flex flex-col gap-3">
      <legend className={quiet ? 'sr-only' : 'num mb-3 text-lg'}>{legend}</legend>
      {channels.map((known) => {
        const chosen = known.code === channel
        return (
          <Fragment key={known.code}>
            <ChoiceCard
              name="channel"
              value={known.code}
              checked={chosen}
              disabled={!known.allowed}
              onChange={onChoose}
              mark={<ChannelMark code={known.code} />}
              ring
              {...(chosen && paying && { className: 'rounded-b-none' })}
            >
              <span className="block font-semibold">{content(known.name)}</span>
              {known.reason ? <span className="block text-sm text-amber">{known.reason.message}</span> : <Help channel={known} />}
            </ChoiceCard>
            {chosen && paying}
          </Fragment>
        )
      })}
    </fieldset>
  )
}

/** One line about a channel: what it is good for, and which amounts it takes. */
function Help({ channel: { note, minSatang, maxSatang } }: { channel: Channel }) {
  const t = useTexts('orders')
  const content = useContent()
  const limits =
    minSatang === undefined
      ? undefined
      : maxSatang == null
        ? t('process.fromAmount', { min: formatBaht(minSatang) })
        : t('process.amounts', { min: formatBaht(minSatang), max: formatBaht(maxSatang) })
  const parts = [note && content(note), limits].filter(Boolean)
  return parts.length === 0 ? null : <span className="block text-sm text-mute">{parts.join(' · ')}</span>
}

interface PayingNumberProps extends Omit<ComponentProps<typeof NumberField>, 'label'> {
  /** The channel that the refused number is right for. */
  suits: Channel | undefined
  onSuits: (code: string) => void
}

/** Whose number pays: the account's, or any other that its owner reads the code of. */
export function PayingNumber({ suits, onSuits, ...field }: PayingNumberProps) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  return (
    <div className="-mt-3 rounded-b-panel border border-t-0 border-lime bg-panel p-4 ring-1 ring-lime ring-inset">
      <NumberField {...field} label={t('process.payingNumber')} />
      {suits && (
        <Button size="sm" className="mt-3 w-full" onClick={() => onSuits(suits.code)}>
          {t('process.suits', { channel: inSentence(suits.name) })}
        </Button>
      )}
    </div>
  )
}
