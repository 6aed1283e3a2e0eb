import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { MatchRoom, MatchScoreSent, Me, MessagePicture } from '@/api/generated'
import { queries } from '@/api/queries'
import { ApiProblem } from '@/api/problem'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import { RoomActsContext } from './room-context'
import { ScoreSheet } from './score-sheet'
import { roomOf } from './testing/room'
import { useSteps } from './use-step'

const world = vi.hoisted(() => ({
  uploads: [] as Array<{ done: (proof: MessagePicture) => void; fails: (error: Error) => void }>,
  sent: [] as MatchScoreSent[],
  refusal: undefined as object | undefined,
}))

vi.mock('@/features/messages/upload', () => ({
  uploadPicture: () => new Promise((done, fails) => world.uploads.push({ done, fails })),
}))
vi.mock('@/features/profile/resize', async (original) => ({ ...(await original<object>()), readyPicture: async (file: File) => file }))
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  matchSubmitScore: async ({ body }: { body: MatchScoreSent }) => {
    if (world.refusal) return { error: world.refusal, response: new Response(null, { status: 409 }) }
    world.sent.push(body)
    return { data: roomOf({ version: 11 }), response: new Response() }
  },
  messagesMatchPicture: async () => ({ data: new Blob(), response: new Response() }),
}))

const ended = vi.fn()

function Sheet({ room }: { room: MatchRoom }) {
  const steps = useSteps(room.now.version)
  return (
    <RoomActsContext value={{ steps, open: () => undefined }}>
      <ScoreSheet room={room} onEnd={ended} />
    </RoomActsContext>
  )
}

const sheet = (room: MatchRoom) => (
  <QueryClientProvider client={queries}>
    <Sheet room={room} />
  </QueryClientProvider>
)
const show = (room = roomOf({ state: 'playing' })) => render(sheet(room))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)))
const won = async () => {
  for (const game of [1, 2]) await press(`Limes wins game ${game}`)
}
const choose = (...names: string[]) =>
  act(async () => {
    const files = names.map((name) => new File(['x'], name, { type: 'image/png' }))
    fireEvent.change(document.querySelector('input[type=file]') ?? document.body, { target: { files } })
  })
const uploaded = (index: number) => act(async () => world.uploads[index]?.done({ id: `p${index}`, width: 4, height: 3 }))
const failed = (index: number) =>
  act(async () => world.uploads[index]?.fails(new ApiProblem(500, { code: 'internal', message: 'Something went wrong' })))
const go = /^Report: Limes wins 2–0/

beforeAll(async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  await startTexts('en')
  await texts('matches', 'brackets', 'tournaments', 'form')()
})
beforeEach(() => {
  cleanup()
  vi.clearAllMocks()
  world.uploads = []
  world.sent = []
  world.refusal = undefined
  // Each test has a user of its own, with their drafts.
  useSession.setState({ status: 'member', token: 't', me: { id: Math.random() } as unknown as Me })
})

it('a report goes by itself when its pictures are in', async () => {
  show()
  await won()
  await choose('a.png')
  await press(go)
  expect(world.sent).toEqual([])
  screen.getByText('Pictures are uploading. The result is sent automatically once they are in.')
  await uploaded(0)
  await waitFor(() => expect(world.sent).toMatchObject([{ proofs: ['p0'], version: 10 }]))
  expect(ended).toHaveBeenCalledOnce()
})

it('what failed to upload is not left out unasked', async () => {
  show()
  await won()
  await choose('a.png', 'b.png')
  await uploaded(0)
  await failed(1)
  await press(go)
  expect(world.sent).toEqual([])
  // The notice's, below the picture's own.
  const again = screen.getAllByRole('button', { name: 'Try again' }).at(-1)
  await act(async () => void fireEvent.click(again ?? document.body))
  expect(world.uploads).toHaveLength(3)
  await failed(2)
  expect(world.sent).toEqual([])
  await press('Report without them')
  await waitFor(() => expect(world.sent).toMatchObject([{ proofs: ['p0'] }]))
})

it('another result than the one that was told to go does not go by itself', async () => {
  show()
  await won()
  await choose('a.png')
  await press(go)
  await press('Tigers wins game 2')
  await uploaded(0)
  await act(async () => void (await new Promise((soon) => setTimeout(soon, 20))))
  expect(world.sent).toEqual([])
})

it('what was entered and uploaded is there when the sheet is opened again', async () => {
  show()
  await won()
  await choose('a.png', 'b.png')
  await uploaded(0)
  cleanup()
  // The second comes in while the sheet is closed.
  await uploaded(1)
  show()
  expect(button('Limes wins game 2').getAttribute('aria-pressed')).toBe('true')
  await press('Remove picture 1')
  await press(go)
  await waitFor(() => expect(world.sent).toMatchObject([{ proofs: ['p1'] }]))
  cleanup()
  show()
  expect(button('Limes wins game 1').getAttribute('aria-pressed')).toBe('false')
})

it('nothing of it is shown when others play', async () => {
  show()
  await won()
  cleanup()
  show(roomOf({ state: 'playing', awayId: 9 }))
  expect(button('Limes wins game 1').getAttribute('aria-pressed')).toBe('false')
})

it('says that more pictures were chosen than a report takes', async () => {
  show()
  await choose('a', 'b', 'c', 'd', 'e')
  screen.getByText('Up to 4 pictures. The rest were not added.')
  expect(screen.queryByText('Add a picture')).toBeNull()
})

it('after a reset one starts again, of the room as it is now', async () => {
  const { rerender } = show()
  await won()
  world.refusal = { code: 'match_reset', message: 'This match was reset.' }
  rerender(sheet(roomOf({ state: 'playing', version: 20 })))
  await press(go)
  screen.getByText('This match was reset.')
  world.refusal = undefined
  await press('Start over')
  expect(button('Limes wins game 1').getAttribute('aria-pressed')).toBe('false')
  await won()
  await press(go)
  await waitFor(() => expect(world.sent).toMatchObject([{ version: 20 }]))
})
