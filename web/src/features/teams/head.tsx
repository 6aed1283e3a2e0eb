import { ClientOnly } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Team, TeamRecord } from '@/api/generated'
import { useTexts } from '@/i18n'
import { TeamLogo } from '@/ui/team-logo'
import { hostOf } from './host'

/** Logo, name and description of a team, with its record as the main figure. */
export function TeamHead({ team, title, children }: { team: Team; title: ReactNode; children: ReactNode }) {
  const t = useTexts('teams')
  return (
    <div className="flex items-center gap-4">
      <TeamLogo {...team} size="lg" />
      <div className="min-w-0 flex-1">
        {title}
        {children}
        {team.website && (
          <a
            href={team.website}
            target="_blank"
            rel="noopener nofollow ugc"
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 text-sm text-mute underline underline-offset-4 hover:text-text"
          >
            {t('website')}
            <span translate="no" className="min-w-0 truncate">
              {/* Only browsers know how the network writes a host. */}
              <ClientOnly>
                <Host link={team.website} />
              </ClientOnly>
            </span>
            <ExternalLink className="size-3.5 flex-none" aria-hidden="true" />
          </a>
        )}
      </div>
      <Score record={team.record} />
    </div>
  )
}

/** Matches won and lost; nothing before the first decided match. */
export function Score({ record: { wins, losses } }: { record: TeamRecord }) {
  const t = useTexts('teams')
  if (wins + losses === 0) return null
  return (
    <p className="flex-none text-right">
      <span className="num block text-2xl whitespace-nowrap">
        {wins}–{losses}
      </span>
      <span className="text-sm text-mute">{t('wins')}</span>
    </p>
  )
}

const Host = ({ link }: { link: string }) => hostOf(link)
