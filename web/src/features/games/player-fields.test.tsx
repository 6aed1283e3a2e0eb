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

it('keeps a pasted server until the list of servers is there', async () => {
  const rule = { label: { th: 'ไอดี', en: 'Player ID' }, hint: { th: '', en: '' }, pattern: '^[0-9]{6,12}$', example: '1' }
  const [onPlayerId, onServer] = [vi.fn(), vi.fn()]
  render(
    <QueryClientProvider client={queries}>
      <PlayerFields
        game={{ id: 1, needsServer: true } as Game}
        rule={rule}
        player={{ wellFormed: true } as ReturnType<typeof usePlayer>}
        typed=""
        playerId=""
        server=""
        tried={false}
        onPlayerId={onPlayerId}
        onServer={onServer}
      />
    </QueryClientProvider>,
  )
  fireEvent.paste(screen.getByLabelText('Player ID'), { clipboardData: { getData: () => '๑๒๓๔ ๕๖๗ (2201)' } })
  expect(onPlayerId).toHaveBeenCalledWith('1234567')
  expect(onServer).not.toHaveBeenCalled()
  arrive()
  await waitFor(() => expect(onServer).toHaveBeenCalledWith('2201'))
})
