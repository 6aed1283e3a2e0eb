import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { startTexts, texts } from '@/i18n'
import { matchSource } from './calls'
import { Composer } from './composer'

vi.mock('@/features/profile/limits', () => ({ useUploadLimits: () => ({}) }))
vi.mock('@/features/profile/resize', async (original) => ({ ...(await original<object>()), readyPicture: async (file: File) => file }))

beforeAll(async () => {
  await startTexts('en')
  await texts('messages', 'form')()
})
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('pictures that find no connection go with their text when it is back', async () => {
  let online = false
  const upload = vi.fn(async () => {
    if (!online) throw ApiProblem.offline()
    return { id: 'p1', width: 10, height: 10 }
  })
  const onSend = vi.fn(() => true)
  const source = { ...matchSource(1), upload }
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Composer source={source} replyTo={undefined} onReplyEnd={() => undefined} onSend={onSend} onTyping={() => undefined} />
    </QueryClientProvider>,
  )
  const input = container.querySelector('input[type=file]')
  if (input) fireEvent.change(input, { target: { files: [new File(['x'], 'lobby.png', { type: 'image/png' })] } })
  await screen.findByText('Waiting for a connection')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'room' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('No connection. The message and its pictures will be sent when you are back.')
  expect(onSend).not.toHaveBeenCalled()
  online = true
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() =>
    expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ text: 'room', pictures: [{ id: 'p1', width: 10, height: 10 }] })),
  )
  expect(upload).toHaveBeenCalledTimes(2)
})
