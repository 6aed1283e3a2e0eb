import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TournamentBrief } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { useLiveLists } from '../live'
import { currentQuery } from '../loaded'
import { OpenTournament } from './open'
import { PlayingTournament } from './playing'

// On a phone a list is swiped; on a wide screen the two stand side by side.
const row =
  '-mx-4 grid snap-x auto-cols-[84%] grid-flow-col gap-3 overflow-x-auto px-4 pb-1 [&>:only-child]:w-[calc(100vw-2rem)] md:mx-0 md:auto-cols-auto md:grid-flow-row md:overflow-visible md:px-0 md:pb-0 md:[&>:only-child]:w-auto'

/** Tournaments of the home page: being played, and open. `own` stands above them: the viewer's next step, or what a visitor should know. */
export function CurrentTournaments({ own }: { own: ReactNode }) {
  const t = useTexts('doorway')
  useLiveLists()
  return (
    <section aria-labelledby="tournaments" className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="tournaments" className="text-xl">
          {t('heading')}
        </h2>
        <Link
          to="/esport/tournament"
          aria-label={t('allLabel')}
          className="flex min-h-11 flex-none items-center gap-1 text-sm text-mute hover:text-text"
        >
          {t('all')}
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      </div>
      {own}
      <Lists />
    </section>
  )
}

function Lists() {
  const t = useTexts('doorway')
  const common = useTexts('common')
  const { data, error, refetch } = useQuery(currentQuery)
  if (error && !data) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-panel p-4 text-mute">
        {t('failed')}
        <Button size="sm" onClick={() => void refetch()}>
          {common('action.retry')}
        </Button>
      </p>
    )
  }
  if (!data) return <ListsSkeleton />
  const { playing, open } = data
  if (playing.length + open.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/account/form-tournament" className={buttonClass('plain', 'sm')}>
            {t('create')}
          </Link>
        }
      >
        {t('none')}
      </EmptyState>
    )
  }
  return (
    <div className={cx('grid grid-cols-1 gap-x-6 gap-y-6', playing.length > 0 && open.length > 0 && 'md:grid-cols-2')}>
      <List name="playing" items={playing} item={PlayingTournament} />
      <List name="open" items={open} item={OpenTournament} />
    </div>
  )
}

interface ListProps {
  name: 'playing' | 'open'
  items: readonly TournamentBrief[]
  item: (props: { tournament: TournamentBrief }) => ReactNode
}

function List({ name, items, item: Item }: ListProps) {
  const t = useTexts('doorway')
  if (items.length === 0) return null
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <h3 className="flex items-center gap-2.5 text-base font-semibold">
        {name === 'playing' && <span aria-hidden="true" className="size-2 flex-none rounded-full bg-lime shadow-[0_0_0_4px_#b6f23a29]" />}
        {t(name)}
      </h3>
      <ul className={row}>
        {items.map((tournament) => (
          <Item key={tournament.id} tournament={tournament} />
        ))}
      </ul>
    </div>
  )
}

function ListsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6 md:grid-cols-2">
      <div className="skeleton h-52 md:h-96" />
      <div className="skeleton h-52 md:h-96" />
    </div>
  )
}
