import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { matchSource } from './calls'
import { Composer } from './composer'
import { MessageView, PendingView } from './message'
import { message } from './testing/model'
import type { ThreadMessage } from '@/api/generated'

beforeAll(async () => {
  await startTexts('en')
  await texts('messages', 'form')()
})
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const source = matchSource(1)
const view = (item: ThreadMessage, given: Partial<Parameters<typeof MessageView>[0]> = {}) =>
  render(
    <MessageView
      item={item}
      own={false}
      follows={false}
      muted={false}
      staff={false}
      read="none"
      source={source}
      onMenu={() => undefined}
      onQuote={() => undefined}
      {...given}
    />,
  )

test('markup is shown as it was typed, in its own direction', () => {
  view(message(1, { text: '<img src=x onerror=alert(1)> \u05e9\u05dc\u05d5\u05dd' }))
  const words = screen.getByText(/<img src=x/)
  expect(words.getAttribute('dir')).toBe('auto')
  expect(document.querySelector('img')).toBeNull()
})

test('what is hidden says so; those who run the tournament see it still', () => {
  const item = message(1, { hidden: true })
  view(item)
  expect(screen.queryByText('message 1')).toBeNull()
  cleanup()
  view(item, { staff: true })
  screen.getByText('message 1')
})

test('what somebody muted says is shown on demand', () => {
  view(message(1), { muted: true })
  expect(screen.queryByText('message 1')).toBeNull()
  fireEvent.click(screen.getByText('Show'))
  screen.getByText('message 1')
})

test('what was refused says why, and can be sent again or discarded', () => {
  const [resent, discarded] = [vi.fn(), vi.fn()]
  const entry = { clientId: 'c', text: 'hello', pictures: [], at: 0, state: 'failed' as const, refusal: 'Write less' }
  render(<PendingView entry={entry} source={source} onResend={resent} onDiscard={discarded} />)
  expect(screen.getByRole('alert').textContent).toContain('Write less')
  fireEvent.click(screen.getByText('Send again'))
  fireEvent.click(screen.getByText('Discard'))
  expect([resent.mock.calls, discarded.mock.calls]).toEqual([[['c']], [['c']]])
})

test('what was sent too often counts down to when it goes out', async () => {
  const entry = { clientId: 'c', text: 'hello', pictures: [], at: 0, state: 'waiting' as const, until: Date.now() + 24_000 }
  render(<PendingView entry={entry} source={source} onResend={vi.fn()} onDiscard={vi.fn()} />)
  await screen.findByText(/Too many at once. Sending in 24 seconds/)
})

function compose(onSend = vi.fn(() => true)) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Composer source={source} replyTo={undefined} onReplyEnd={() => undefined} onSend={onSend} onTyping={() => undefined} />
    </QueryClientProvider>,
  )
  return { onSend, field: screen.getByRole<HTMLTextAreaElement>('textbox') }
}

test('Enter sends what is typed, Shift and Enter do not, nor while a word is composed', () => {
  const { onSend, field } = compose()
  fireEvent.change(field, { target: { value: ' ทุ่มนึง ' } })
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(onSend).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ text: 'ทุ่มนึง', pictures: [] }))
  expect(field.value).toBe('')
})

test('what is too long is kept and says by how much; what is typed outlives a reload', () => {
  const { onSend, field } = compose()
  fireEvent.change(field, { target: { value: 'ก'.repeat(1003) } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSend).not.toHaveBeenCalled()
  screen.getByText('3 characters too long')
  cleanup()
  expect(compose().field.value).toHaveLength(1003)
})

test('nothing is lost when it cannot be taken', () => {
  const { field } = compose(vi.fn(() => false))
  fireEvent.change(field, { target: { value: 'hello' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('hello')
  screen.getByText(/Too many messages are waiting/)
})
