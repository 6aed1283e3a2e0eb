import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { CurrentTournaments as Current, TournamentBrief } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import { showTold } from '../live'
import { currentQuery } from '../loaded'
import { CurrentTournaments } from './section'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({
    children,
    to,
    params,
    'aria-label': label,
  }: {
    children: ReactNode
    to: string
    params?: { id: string }
    'aria-label'?: string
  }) => (
    <a href={to.replace('$id', params?.id ?? '')} aria-label={label}>
      {children}
    </a>
  ),
}))
vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: vi.fn(), serverNow: () => Date.now() }))

beforeAll(async () => {
  await startTexts('en')
  await texts('doorway', 'scores')()
})

const HOUR = 3_600_000

const brief = (id: number, change: Partial<TournamentBrief> = {}): TournamentBrief => ({
  id,
  name: { th: `ถ้วย ${id}`, en: `Cup ${id}` },
  game: { id: 1, slug: 'rov', name: { th: 'RoV', en: 'Arena of Valor' }, hue: 12, motif: 'rings' },
  contestantType: 'team',
  mainPlayers: 5,
  phase: 'competition',
  joined: 16,
  waiting: 0,
  entriesVersion: 1,
  capacity: 16,
  liveVersion: 1,
  live: { topic: `public:phase:${id}` },
  ...change,
})
const open = (id: number, change: Partial<TournamentBrief> = {}) =>
  brief(id, { phase: 'register', joined: 4, next: { phase: 'draw', at: new Date(Date.now() + 5.5 * HOUR).toISOString() }, ...change })

function show(answer?: Current) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  if (answer) client.setQueryData(currentQuery.queryKey, answer)
  render(
    <QueryClientProvider client={client}>
      <CurrentTournaments own={<p>Mine</p>} />
    </QueryClientProvider>,
  )
  return client
}

/** The words of a list, as they are read. */
const read = (name: string) => {
  const list = screen.getByRole('heading', { name }).nextElementSibling as HTMLElement
  return within(list)
    .getAllByRole('listitem')
    .map((item) => (item.textContent ?? '').replaceAll(/\s+/g, ' '))
}

it('shows the score or the leader of what is played', () => {
  const last = { id: 1, home: 'Limes', away: 'Pulse', homeScore: 2, awayScore: 1 }
  show({
    playing: [
      brief(1, { prizeBaht: 10_000, score: { playing: 3, live: { id: 2, home: 'A', away: 'B' }, last } }),
      brief(2, { score: { playing: 0, last, leader: { name: 'Blaze', points: 31, played: 4 } } }),
      brief(3, { score: { playing: 1, live: { id: 2, home: 'Ants', away: 'Bees' } } }),
      brief(4),
    ],
    open: [],
  })
  expect(read('Live now')).toEqual([
    'Arena of ValorCup 1฿10,000 in prizesLatest result3 matches liveLimes2against Pulse1',
    'Arena of ValorCup 2No prize moneyLeadingBlaze31 points',
    'Arena of ValorCup 3No prize money1 match liveAntsagainst Bees',
    'Arena of ValorCup 4No prize moneyThe first result will appear here',
  ])
  expect(screen.getByRole('link', { name: 'Cup 1' }).getAttribute('href')).toBe('/esport/tournament/1')
  expect(screen.queryByRole('heading', { name: 'Open for entries' })).toBeNull()
})

it('shows the places left and the time of what can be entered, and follows the events', () => {
  const client = show({ playing: [], open: [open(1), open(2, { contestantType: 'single', joined: 15 })] })
  expect(read('Open for entries')).toEqual([
    'Arena of Valor · Teams of 5Cup 1No prize money12 places leftCloses in 5 hoursView and enter',
    'Arena of Valor · SoloCup 2No prize money1 place leftCloses in 5 hoursView and enter',
  ])
  expect(screen.getByRole('link', { name: 'View and enter Cup 1' }).getAttribute('href')).toBe('/esport/tournament/1')
  const told = { id: 1, waiting: 0, capacity: 16, entriesVersion: 2 }
  showTold(client, { ...told, phase: 'register', joined: 16, version: 2 })
  showTold(client, { ...told, id: 2, phase: 'draw', joined: 15, version: 2 })
  return vi.waitFor(() =>
    expect(read('Open for entries').map((text) => text.split('No prize money')[1])).toEqual([
      'Full, waiting listView and enter',
      'Entries closedView and enter',
    ]),
  )
})

it('says what is there when there is nothing, or when it cannot be loaded', async () => {
  show({ playing: [], open: [] })
  expect(screen.getByText(/No tournament is being played/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Run a tournament' })).toBeDefined()
  expect(screen.getByText('Mine')).toBeDefined()
})

it('offers another try when the answer fails', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } })),
  )
  show()
  expect(document.querySelector('[aria-busy]')).not.toBeNull()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain("couldn't be loaded")
  vi.unstubAllGlobals()
})
