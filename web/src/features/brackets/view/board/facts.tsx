import type { Bracket, SurvivorGroup } from '@/api/generated'
import type { ReactNode } from 'react'
import { useEntrantTexts } from '@/i18n/entrants'
import { Tag } from '@/ui/tag'
import { lastThrough } from '../tables/standings'
import { beyond, type BoardRow } from './rows'

interface FactsProps {
  bracket: Bracket
  group: SurvivorGroup
  rows: readonly BoardRow[]
  /** Maps that are published */
  played: number
  /** Entrants who left the tournament */
  out: ReadonlySet<number>
  name: (id: number) => string
}

/** The group's progress in three facts: maps played, what ends it, who advances. */
export function Facts({ bracket: { settings }, group, rows, played, out, name }: FactsProps) {
  const t = useEntrantTexts('boards')
  const { maps, bestMaps, rush } = settings
  const threshold = group.threshold ?? undefined
  const leaders = beyond(rows, threshold, out)
  const last = rows[lastThrough(rows, group.winners, out) ?? -1]
  const over = maps && played >= maps
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3 sm:divide-x sm:divide-line">
      <Fact
        title={played === 0 ? t('board.none') : t('board.map', { map: played })}
        small={maps && played > 0 ? t('board.of', { count: maps }) : undefined}
      >
        {over
          ? t('board.allPlayed')
          : group.complete
            ? t('board.ended')
            : played === 0
              ? t('board.noneText')
              : maps
                ? t('board.next', { map: played + 1 })
                : ''}
        {bestMaps && ` · ${t('board.bestOf', { count: bestMaps })}`}
      </Fact>
      {group.champion ? (
        <Fact title={name(group.champion.contestantId)} tag={<Tag tone="lime">{t('board.champion')}</Tag>}>
          {threshold !== undefined && t('board.championText', { map: group.champion.map, threshold })}
        </Fact>
      ) : threshold !== undefined && !group.complete ? (
        <Fact title={leaders.length > 0 ? t('board.beyond', { count: leaders.length, threshold }) : t('board.nobodyBeyond', { threshold })}>
          {leaders.length > 0 ? t('board.beyondText') : t('board.rushText')}
        </Fact>
      ) : (
        rush?.kind === 'smash' && rush.after && <Fact title={t('board.threshold')}>{t('board.smashText', { map: rush.after })}</Fact>
      )}
      {last && (
        <Fact title={played > 0 ? t('board.cutAt', { points: last.total }) : t('line')}>
          {t('board.cutText', { count: group.winners })}
        </Fact>
      )}
    </div>
  )
}

function Fact({ title, small, tag, children }: { title: string; small?: string | undefined; tag?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 sm:pr-5">
      <p className="num text-lg md:text-2xl">
        {title} {small && <span className="text-base text-mute">{small}</span>} {tag}
      </p>
      <p className="text-sm text-mute">{children}</p>
    </div>
  )
}
