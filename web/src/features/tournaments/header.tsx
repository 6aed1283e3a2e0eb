import { Share2 } from 'lucide-react'
import type { Tournament } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { plain } from '@/i18n/plain'
import { ConnectionMark } from '@/live/connection-mark'
import { Button } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { TeamLogo } from '@/ui/team-logo'
import { toast } from '@/ui/toast'
import { WholeWords } from '@/ui/whole-words'
import { Banner } from './card'
import { PhaseTag } from './phase-tag'
import { useTournamentLabels } from './labels'

/** The tournament's picture, name, organizer and size. The picture fades into the page, so that the name is always readable. */
export function TournamentHeader({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const content = useContent()
  const labels = useTournamentLabels()
  const { phase, game, category, organization, promoter, capacity, prizeBaht, logo, name } = tournament
  const facts = [
    t('one.by', { name: promoter.displayName }),
    `${capacity} ${labels.entrants(tournament, capacity)}`,
    prizeBaht ? `${t('overview.prizes')} ${labels.baht(prizeBaht)}` : undefined,
  ]
  return (
    <header className="relative -mx-4 -mt-6 overflow-hidden md:mx-0 md:mt-0 md:rounded-[14px]">
      <Banner tournament={tournament} className="absolute inset-0 size-full" />
      <div aria-hidden="true" className="absolute inset-0 bg-[linear-gradient(to_bottom,#0a0d0b33,#0a0d0be0_58%,#0a0d0b)]" />
      <div className="absolute top-2 right-2 z-10 md:top-4 md:right-4">
        <ShareButton name={content(name)} />
      </div>
      <div className="relative flex min-h-52 flex-col justify-end gap-2 px-4 pt-16 pb-3 md:min-h-60 md:px-7 md:pb-5">
        <p className="flex flex-wrap gap-2">
          <PhaseTag phase={phase} />
          <Tag>
            <span lang="en">{content(game.name)}</span>
          </Tag>
          <Tag>{organization ? content(organization.name) : labels.category(category)}</Tag>
          {tournament.inviteOnly && <Tag tone="amber">{t('inviteOnly')}</Tag>}
        </p>
        <div className="flex items-end gap-4">
          {logo && <TeamLogo name={content(name)} logo={logo} size="lg" />}
          <div className="min-w-0 flex-1">
            <h1 className="text-2xl md:text-4xl">
              <WholeWords>{content(name)}</WholeWords>
            </h1>
            <div className="flex flex-wrap items-center justify-between gap-x-6">
              <p className="text-sm text-mute">{facts.filter(Boolean).join(' · ')}</p>
              {isRunning(phase) && <ConnectionMark />}
            </div>
          </div>
        </div>
      </div>
    </header>
  )
}

/** The header in two lines, for pages that need the space. */
export function ShortHeader({ tournament }: { tournament: Tournament }) {
  const content = useContent()
  const labels = useTournamentLabels()
  const { phase, capacity, joined, bracketPublishedAt, promoter, name } = tournament
  // After the draw its size is the number of entrants.
  const size = bracketPublishedAt ? joined : capacity
  const facts = [promoter.displayName, labels.format(tournament), `${size} ${labels.entrants(tournament, size)}`]
  return (
    <header className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-xl md:text-2xl">
          <WholeWords>{content(name)}</WholeWords>{' '}
          <span className="ml-1 inline-block align-middle font-normal">
            <PhaseTag phase={phase} />
          </span>
        </h1>
        <div className="flex flex-wrap items-center gap-x-5">
          <p className="text-sm text-mute">{facts.join(' · ')}</p>
          {isRunning(phase) && <ConnectionMark short />}
        </div>
      </div>
      <ShareButton name={content(name)} short />
    </header>
  )
}

/** Nothing changes any more once it is over. */
const isRunning = (phase: Tournament['phase']) => phase !== 'finished' && phase !== 'cancelled'

/** Uses the phone's share sheet; without one, copies the address. */
function ShareButton({ name, short = false }: { name: string; short?: boolean }) {
  const t = useTexts('tournaments')
  const share = async () => {
    const url = location.origin + location.pathname.replace(/(\/tournament\/\d+)\/.*$/, '$1')
    if (navigator.share) {
      // Closing the sheet is not a failure.
      await navigator.share({ title: plain(name), url }).catch(() => undefined)
      return
    }
    await navigator.clipboard.writeText(url)
    void toast(t('one.copied'), { tone: 'success' })
  }
  return (
    <Button look="ghost" size="sm" className="bg-ink/70 hover:bg-ink" onClick={() => void share()}>
      <Share2 className="size-5" aria-hidden="true" />
      <span className={short ? 'max-sm:sr-only' : undefined}>{t('one.share')}</span>
    </Button>
  )
}
