import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import type { Game } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import type { usePlayer } from './player'
import { PlayerFields } from './player-fields'

let arrive: () => void
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  partnersListServers: () =>
    new Promise((resolve) => {
      arrive = () => resolve({ data: { items: [{ code: '2201', name: 'Asia' }] }, response: new Response() })
    }),
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('games')()
})

const rule = {
  label: { th: 'ไอดี', en: 'Player ID' },
  hint: { th: '', en: '' },
  pattern: '^[0-9]{6,12}$',
  example: '1',
  pasteExample: '1234567 (2201)',
}
const label = { th: 'โซน', en: 'Zone' }

function show(serverRule: Game['serverRule'], given: { server?: string; serverFits?: boolean } = {}) {
  queries.clear()
  const [onPlayerId, onServer] = [vi.fn(), vi.fn()]
  const game = { id: 1, serverRule, about: { where: [], picture: null } } as unknown as Game
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <PlayerFields
        game={game}
        rule={rule}
        player={{ wellFormed: true, serverFits: given.serverFits ?? true } as ReturnType<typeof usePlayer>}
        typed=""
        playerId=""
        server={given.server ?? ''}
        missing={new Set()}
        onPlayerId={onPlayerId}
        onServer={onServer}
      />
    </QueryClientProvider>,
  )
  const paste = (text: string) => fireEvent.paste(screen.getByLabelText('Player ID'), { clipboardData: { getData: () => text } })
  return { onPlayerId, onServer, paste, unmount }
}

it('keeps a pasted server until the list of servers is there', async () => {
  const { onPlayerId, onServer, paste } = show({ label, typed: false, pattern: null, example: '' })
  paste('๑๒๓๔ ๕๖๗ (2201)')
  expect(onPlayerId).toHaveBeenCalledWith('1234567')
  expect(onServer).not.toHaveBeenCalled()
  arrive()
  await waitFor(() => expect(onServer).toHaveBeenCalledWith('2201'))
})

it('says at the field that a pasted server is in no list', async () => {
  const { paste } = show({ label, typed: false, pattern: null, example: '' })
  paste('1234567 (9999)')
  arrive()
  await screen.findByText('There is no server “9999”. Choose one from the list')
  expect(screen.getByLabelText('Zone').getAttribute('aria-invalid')).toBe('true')
})

it('takes a zone that is a number as it was pasted, and says when it cannot be one', () => {
  const typed = { label, typed: true, pattern: '^[0-9]{4,5}$', example: '2201' }
  const { onPlayerId, onServer, paste, unmount } = show(typed)
  screen.getByText('Paste the whole thing, e.g. 1234567 (2201)')
  paste('1234567 2201')
  expect(onPlayerId).toHaveBeenCalledWith('1234567')
  expect(onServer).toHaveBeenCalledWith('2201')
  unmount()
  show(typed, { server: '22', serverFits: false })
  expect(screen.queryByText('This does not look right. Example: 2201')).toBeNull()
  fireEvent.blur(screen.getByLabelText('Zone'))
  screen.getByText('This does not look right. Example: 2201')
})
