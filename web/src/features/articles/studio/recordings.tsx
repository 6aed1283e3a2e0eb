import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/features/catalogue/queries'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import type { Article } from '../queries'

type Recording = Article['recordings'][number]

/** Returns the recordings of each game, the game with the newest first. */
function byGame(recordings: readonly Recording[]): Recording[][] {
  const groups = new Map<string, Recording[]>()
  for (const recording of recordings.toSorted((one, other) => Date.parse(other.recordedAt) - Date.parse(one.recordedAt))) {
    const slug = recording.game?.slug ?? ''
    groups.set(slug, [...(groups.get(slug) ?? []), recording])
  }
  return [...groups.values()]
}

/** Past broadcasts by game. They are watched on our channel, which is only a link: nothing of another site is loaded. */
export function Recordings({ recordings }: { recordings: readonly Recording[] }) {
  const t = useTexts('articles')
  const { data } = useQuery(configQuery)
  const channel = data?.appConfig.socialLinks.find(({ name }) => /youtube|twitch/i.test(name)) ?? data?.appConfig.socialLinks[0]
  if (recordings.length === 0) return null
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{t('studio.recordings')}</h2>
        {channel && (
          <a href={channel.href} target="_blank" rel="noopener" className={buttonClass('plain', 'sm')}>
            {t('studio.channel', { name: channel.name })}
          </a>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
        {byGame(recordings).map((group) => (
          <GameRecordings key={group[0]?.game?.slug ?? ''} group={group} />
        ))}
      </div>
    </section>
  )
}

function GameRecordings({ group }: { group: readonly Recording[] }) {
  const t = useTexts('articles')
  const content = useContent()
  const language = useLanguage()
  const game = group[0]?.game
  return (
    <section className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
      {game && (
        <div className="flex items-center gap-3">
          <Cover hue={game.hue} motif={game.motif} glyph={game.glyph} className="size-11 flex-none rounded-control" />
          <h3 className="text-base" lang="en">
            {content(game.name)}
          </h3>
        </div>
      )}
      <ul className="flex flex-col gap-3">
        {group.map((recording) => (
          <li key={recording.id}>
            <p className="leading-snug font-semibold">{recording.title}</p>
            <p className="text-sm text-mute">
              {formatDate(recording.recordedAt, language)} · {t('studio.length', { count: recording.minutes })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
