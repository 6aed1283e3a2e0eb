import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { reloadForChunk } from '@/ui/reload-guard'
import { startTexts, texts } from '@/i18n'
import th from '@/i18n/th/pages'
import Sync from './sync'

const OWN = th.terms.version
const NEWER = `${OWN}-newer`

/** The terms' version as the server knows it, call by call; the last one holds. */
let versions: string[] = []
let accepted: unknown[] = []
let refusal: { status: number; code: string } | undefined

const answer = (data: object) => ({ data, response: new Response() })

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  accountCheck: async () => {
    const termsVersion = versions.length > 1 ? versions.shift() : versions[0]
    return answer({ skip: 0, users: [], type: 'others', termsVersion })
  },
  accountContinue: async ({ body }: { body: { termsVersion: string } }) => {
    accepted.push(body.termsVersion)
    return refusal ? { error: refusal, response: new Response(null, { status: refusal.status }) } : answer({ accessToken: 'b' })
  },
  accountMe: async () => answer({ id: 1, synced: true }),
}))

vi.mock('@/ui/reload-guard', () => ({ reloadForChunk: vi.fn() }))
const reload = vi.mocked(reloadForChunk)

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouterState: () => '/games',
  useNavigate: () => vi.fn(),
}))

vi.stubGlobal(
  'ResizeObserver',
  class {
    #seen: () => void
    constructor(seen: () => void) {
      this.#seen = seen
    }
    observe() {
      this.#seen()
    }
    disconnect() {}
  },
)

beforeAll(async () => {
  await startTexts('en')
  await texts('sync', 'pages', 'account')()
})

beforeEach(() => {
  versions = [OWN]
  accepted = []
  refusal = undefined
  reload.mockReset().mockReturnValue(false)
  sessionStorage.clear()
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <Sync />
    </QueryClientProvider>,
  )

async function accept() {
  fireEvent.click(await screen.findByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

const OLD_PAGE = /this page still shows the old ones/

it('accepts the terms by the version of those that it shows', async () => {
  show()
  await accept()
  await waitFor(() => expect(accepted).toEqual([OWN]))
  expect(reload).not.toHaveBeenCalled()
})

it('comes anew before it shows terms that are not those of now, and says why they are shown once more', async () => {
  versions = [NEWER, OWN]
  reload.mockReturnValue(true)
  const { unmount } = show()
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  show()
  await screen.findByText('The terms of service have changed. Please read and accept the new version.')
})

it('lets nobody accept old terms where it cannot come anew by itself', async () => {
  versions = [NEWER]
  show()
  await screen.findByText(OLD_PAGE)
  screen.getByRole('button', { name: 'Reload' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('lets nobody accept terms again that have become old while they were read', async () => {
  versions = [OWN, NEWER]
  refusal = { status: 409, code: 'terms_outdated' }
  show()
  await accept()
  await screen.findByText(OLD_PAGE)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(accepted).toEqual([OWN])
})
