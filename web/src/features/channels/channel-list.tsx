import { Fragment, type ReactNode, useId } from 'react'
import { useContent, useLanguage } from '@/i18n'
import { ChannelMark } from '@/ui/channel-mark'
import { ChoiceCard } from '@/ui/choice'
import { cx } from '@/ui/cx'
import { isPhone } from '@/ui/device'
import { amongThai, channelFacts, type ChannelTexts, type ListedChannel } from './facts'
import { groupChannels } from './groups'
import { useChannelsLive } from './live'

interface ChannelListProps<Known extends ListedChannel> {
  t: ChannelTexts
  channels: readonly Known[]
  chosen: string | undefined
  onChoose: (code: string) => void
  /** Codes of the channels to show; all by default. */
  only?: ReadonlySet<string>
  /** Whether this channel's reason is shown and it cannot be chosen. */
  isRefused?: (channel: Known) => boolean
  /** Further facts about a channel. */
  more?: (channel: Known) => string | undefined
  /** Content below the chosen channel. */
  below?: ReactNode
  /** Whether that content joins the channel's row. */
  joined?: boolean
  /** Class names of a group's rows. */
  rows: string
}

const isNotAllowed = ({ allowed }: ListedChannel) => !allowed

/** The payment channels in two groups of compact rows. A refused one says why, and offers the nearest that can pay. */
export function ChannelList<Known extends ListedChannel>({
  t,
  channels,
  chosen,
  onChoose,
  only,
  isRefused = isNotAllowed,
  more,
  below,
  joined = false,
  rows,
}: ChannelListProps<Known>) {
  const content = useContent()
  const language = useLanguage()
  const id = useId()
  useChannelsLive()
  const phone = isPhone()
  const groups = groupChannels(channels, phone)
  const titles = { fast: t(phone ? 'channel.fast' : 'channel.fastByPhone'), other: t('channel.other') }
  const suiting = ({ reason }: Known) => {
    const suits = channels.find(({ code, allowed }) => allowed && code === reason?.suits)
    return suits?.code === chosen ? undefined : suits
  }
  const nameOf = ({ name }: Known) => (language === 'th' ? amongThai(content(name)) : content(name))
  return (['fast', 'other'] as const).map((group) => {
    const listed = groups[group].filter(({ code }) => only?.has(code) ?? true)
    if (listed.length === 0) return null
    return (
      <div key={group} role="group" aria-labelledby={id + group} className="flex flex-col gap-2 not-first:mt-4">
        <p id={id + group} className="num text-sm text-mute">
          {titles[group]}
        </p>
        <div className={rows}>
          {listed.map((channel) => {
            const { code, name, reason } = channel
            const refused = isRefused(channel)
            const isChosen = code === chosen
            const suits = refused ? suiting(channel) : undefined
            const facts = [...channelFacts(t, content, channel, phone), more?.(channel)].filter(Boolean)
            return (
              <Fragment key={code}>
                <div className="flex min-w-0 flex-col">
                  <ChoiceCard
                    ring
                    mark={<ChannelMark code={code} />}
                    name="channel"
                    value={code}
                    checked={isChosen}
                    disabled={refused}
                    onChange={onChoose}
                    className={cx('grow px-3! py-2.5!', isChosen && joined && 'rounded-b-none', suits && 'rounded-b-none border-b-0')}
                  >
                    <span className="block leading-snug font-semibold">{content(name)}</span>
                    {refused && reason ? (
                      <span className="block text-sm leading-snug text-amber">{reason.message}</span>
                    ) : (
                      facts.length > 0 && (
                        <span className="block text-sm leading-snug text-mute first-letter:uppercase">{facts.join(' · ')}</span>
                      )
                    )}
                  </ChoiceCard>
                  {suits && (
                    <button
                      type="button"
                      className="min-h-11 rounded-b-panel border border-t-0 border-line bg-panel pr-3 pl-[3.9rem] text-left text-sm text-lime underline"
                      onClick={() => onChoose(suits.code)}
                    >
                      {t('channel.useInstead', { channel: nameOf(suits) })}
                    </button>
                  )}
                </div>
                {isChosen && below}
              </Fragment>
            )
          })}
        </div>
      </div>
    )
  })
}
