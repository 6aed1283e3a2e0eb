import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { InboxOffer, InboxProposal, Me, MemberInbox } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import th from '@/i18n/th/inbox'
import { Answer } from './answer'
import { inboxQuery } from './messages'
import { TimeAnswer } from './time-answer'

const world = vi.hoisted(() => ({
  offer: {} as InboxOffer,
  proposal: undefined as InboxProposal | undefined,
  refuse: false,
  done: [] as unknown[],
}))

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params: { id: string }; children: ReactNode }) => (
    <a href={to.replace('$id', params.id)}>{children}</a>
  ),
}))

vi.mock('@/api/generated', async (original) => {
  const does = (status: InboxOffer['status']) => async (asked: object) => {
    world.done.push([status, asked])
    const refusal = { error: { code: 'offer_over', message: 'คำเชิญนี้สิ้นสุดแล้ว' }, response: new Response(null, { status: 409 }) }
    world.offer = { ...world.offer, status: world.refuse ? 'expired' : status, mayAnswer: false }
    return world.refuse ? refusal : { data: world.offer, response: new Response() }
  }
  return {
    ...(await original<object>()),
    inboxGetNotifications: async () => {
      const message = { id: 4, kind: 'team_invited', title: 'ทีมมะนาวชวนคุณ', message: '', createdAt: '2026-01-02T03:04:05Z' }
      const data = {
        items: [{ ...message, offer: world.offer, proposal: world.proposal }],
        page: 1,
        perPage: 20,
        total: 1,
        unread: 1,
        keptDays: 90,
      }
      return { data: data as MemberInbox, response: new Response() }
    },
    teamAcceptOffer: does('accepted'),
    teamDeclineOffer: does('declined'),
    matchAcceptTime: async ({ path }: { path: { id: number } }) => {
      const refusal = { code: 'proposal_replaced', message: 'มีข้อเสนอใหม่กว่านี้แล้ว' }
      world.done.push(path.id)
      world.proposal &&= { ...world.proposal, state: world.refuse ? 'countered' : 'accepted', mayAnswer: false }
      return world.refuse ? { error: refusal, response: new Response(null, { status: 409 }) } : { data: {}, response: new Response() }
    },
  }
})

const read = vi.fn()

function Shown() {
  const { data } = useQuery(inboxQuery(1, 'esports', 1, 'th'))
  const message = data?.items[0]
  if (message?.proposal) return <TimeAnswer message={message} proposal={message.proposal} onAnswered={read} />
  return message?.offer ? <Answer message={message} offer={message.offer} onAnswered={read} /> : null
}

function show(offer: Partial<InboxOffer> = {}, refuse = false, proposal?: InboxProposal) {
  Object.assign(world, { offer: { id: 9, kind: 'invitation', status: 'pending', mayAnswer: true, ...offer }, refuse, done: [], proposal })
  render(
    <QueryClientProvider client={queries}>
      <Shown />
    </QueryClientProvider>,
  )
}

beforeAll(async () => {
  useSession.setState({ status: 'member', token: 't', me: { id: 1 } as Me })
  await startTexts('th')
  await texts('inbox')()
})
beforeEach(() => {
  cleanup()
  queries.clear()
  read.mockClear()
})

const button = (name: string) => screen.findByRole('button', { name: `${name}: ทีมมะนาวชวนคุณ` })

it('is answered where it stands, counts as read then, and says what became of it', async () => {
  show()
  fireEvent.click(await button(th.offer.invitation.accepted))
  const outcome = await screen.findByText(th.offer.status.accepted)
  expect(world.done).toEqual([['accepted', { path: { id: 9 } }]])
  expect(read).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(document.activeElement).toBe(outcome))
  expect(screen.queryByRole('button')).toBeNull()
})

it('says at the message why an answer was not taken, and how the offer stands now', async () => {
  show({ kind: 'request' }, true)
  fireEvent.click(await button(th.offer.request.declined))
  expect((await screen.findByRole('alert')).textContent).toBe('คำเชิญนี้สิ้นสุดแล้ว')
  expect(await screen.findByText(th.offer.status.expired)).toBeDefined()
  expect(read).not.toHaveBeenCalled()
})

it('offers no answer to what was answered elsewhere', async () => {
  show({ status: 'declined', mayAnswer: false })
  expect(await screen.findByText(th.offer.status.declined)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  [false, th.proposal.state.accepted],
  [true, th.proposal.state.countered],
] as const)('answers a proposed time where it stands; refused: %s', async (refuse, outcome) => {
  show({}, refuse, { id: 60001, matchId: 90001, at: '2026-12-01T12:00:00Z', state: 'open', mayAnswer: true })
  const other = await screen.findByRole('link', { name: th.proposal.other })
  expect(other.getAttribute('href')).toContain('/esport/match/90001')
  fireEvent.click(await button(th.proposal.accepted))
  expect(await screen.findByText(outcome)).toBeDefined()
  expect(world.done).toEqual([60001])
  expect(screen.queryByRole('alert')?.textContent).toBe(refuse ? 'มีข้อเสนอใหม่กว่านี้แล้ว' : undefined)
  expect(read).toHaveBeenCalledTimes(refuse ? 0 : 1)
  expect(screen.queryByRole('link')).toBeNull()
})

it('is not kept for later without a connection: what can be said is said at once', async () => {
  show({}, true, { id: 60002, matchId: 90001, at: '2026-12-01T12:00:00Z', state: 'open', mayAnswer: true })
  const accept = await button(th.proposal.accepted)
  onlineManager.setOnline(false)
  fireEvent.click(accept)
  expect(await screen.findByRole('alert')).toBeDefined()
  onlineManager.setOnline(true)
  expect(world.done).toEqual([60002])
})
