import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Me, Team, TeamMember } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import th from '@/i18n/th/teams'
import { TeamPage } from './team'

const SOON = new Date(Date.now() + 50 * 3_600_000).toISOString()
const person = (userId: number, displayName: string) => ({ userId, displayName })
const member = (userId: number, displayName: string, more: Partial<TeamMember> = {}): TeamMember => ({
  ...person(userId, displayName),
  captain: false,
  acting: false,
  suspended: false,
  joinedAt: '2026-01-02T03:04:05Z',
  ...more,
})
const limes = { id: 12, name: 'Bangkok Limes', shortName: 'BKL', members: 2 }
const offer = { id: 5, kind: 'invitation', status: 'pending', team: limes, user: person(1, 'ploy'), createdAt: SOON, expiresAt: SOON }

const world = vi.hoisted(() => ({ team: undefined as unknown, refuse: false, done: [] as unknown[] }))

vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: () => undefined, usePresence: () => ['2'] }))
vi.mock('@/api/generated', async (original) => {
  const good = (data: unknown) => async () => ({ data, response: new Response() })
  const does = (what: string) => async (asked: object) => {
    if (world.refuse) return { error: { code: 'x', message: 'ทีมเต็มแล้ว' }, response: new Response(null, { status: 409 }) }
    world.done.push([what, asked])
    world.team = undefined
    return { data: {}, response: new Response() }
  }
  return {
    ...(await original<object>()),
    accountMeEsport: async () =>
      good({ hasTeam: Boolean(world.team), isPromoter: false, isCaptain: true, ...(world.team ? { teamId: 12 } : {}) })(),
    teamGetTeam: async () => good(world.team)(),
    teamMyOffers: async () => good({ requests: [], invitations: [offer] })(),
    teamListInvitations: good({ items: [] }),
    teamListRequests: good({ items: [] }),
    tournamentList: good({ items: [], page: 1, perPage: 24, total: 0 }),
    teamAcceptInvitation: does('accept'),
    teamKickOut: does('kick'),
    teamStayInTeam: does('stay'),
  }
})

const team = (more: Partial<Team> = {}): Team => ({
  ...limes,
  memberCount: 2,
  memberLimit: 20,
  createdAt: '2026-01-02T03:04:05Z',
  version: 1,
  disbanded: false,
  members: [member(1, 'ploy', { captain: true }), member(2, 'nont')],
  record: { wins: 3, losses: 1 },
  tournaments: [],
  me: { role: 'captain' },
  ...more,
})

async function show(me: Partial<Me> = {}) {
  useSession.setState({ status: 'member', token: 't', me: { id: 1, displayName: 'ploy', verified: true, suspended: false, ...me } as Me })
  const router = createRouter({ routeTree: createRootRoute({ component: TeamPage }), history: createMemoryHistory() })
  await act(async () => {
    await router.load()
    render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  })
}

beforeAll(async () => {
  await startTexts('th')
  await texts('account', 'form', 'promoters', 'teams', 'tournaments')()
})
beforeEach(() => {
  queries.clear()
  Object.assign(world, { team: undefined, refuse: false, done: [] })
})

it('shows an invitation before the two ways to a team; a refusal stands where it was tried', async () => {
  world.refuse = true
  await show()
  expect(await screen.findByRole('heading', { level: 1, name: 'ทัวร์นาเมนต์' })).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: th.invitation.accept }))
  const refused = await screen.findByText('ทีมเต็มแล้ว')
  expect(refused.closest('section')?.textContent).toContain('Bangkok Limes')
  world.refuse = false
  fireEvent.click(screen.getByRole('button', { name: th.invitation.accept }))
  await vi.waitFor(() => expect(world.done).toEqual([['accept', { path: { id: 5 } }]]))
})

it('removes a member only when it was said what will happen, and where', async () => {
  const cup = {
    tournamentId: 7,
    name: { th: 'ถ้วยมะนาว', en: 'Lime Cup' },
    phase: 'register',
    status: 'join',
    startAt: SOON,
    gameSlug: 'rov',
  } as const
  const over = { ...cup, tournamentId: 8, name: { th: 'ถ้วยเก่า', en: 'Old Cup' }, phase: 'finished' } as const
  world.team = team({ tournaments: [cup, over] })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'จัดการ nont' }))
  expect(screen.queryByRole('button', { name: 'จัดการ ploy' })).toBeNull()
  const dialog = screen.getByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: new RegExp(`^${th.remove.action}`) }))
  expect(world.done).toEqual([])
  expect(
    within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['ถ้วยมะนาว'])
  fireEvent.click(screen.getByRole('button', { name: th.remove.action }))
  await vi.waitFor(() => expect(world.done).toEqual([['kick', { path: { teamId: 12, userId: 2 } }]]))
})

it('lets nobody act who is suspended, and says who acts for a suspended captain', async () => {
  world.team = team({
    members: [member(1, 'ploy', { captain: true, suspended: true }), member(2, 'nont', { acting: true })],
    me: { role: 'member' },
  })
  await show({ suspended: true })
  expect(await screen.findByText(th.blocked.suspended)).toBeDefined()
  expect(await screen.findByText(/บัญชีของกัปตัน ploy ถูกระงับ ระหว่างนี้ nont ทำหน้าที่แทน/)).toBeDefined()
  expect(screen.getByRole('button', { name: th.settings.leave }).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: th.settings.disband })).toBeNull()
})

it('says when somebody goes who asked to, and lets them stay', async () => {
  world.team = team({
    members: [member(2, 'nont', { captain: true }), member(1, 'ploy', { leavesAt: '2026-11-26T05:00:00Z' })],
    me: { role: 'member', leavesAt: '2026-11-26T05:00:00Z' },
  })
  await show()
  expect(await screen.findByText(/^คุณขอออกจากทีมแล้ว.*26 พ.ย. 2569 12:00 น.$/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: th.leave.stay }))
  await vi.waitFor(() => expect(world.done).toEqual([['stay', { body: { teamId: 12 } }]]))
})
