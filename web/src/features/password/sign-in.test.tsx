import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { PasswordSignIn } from './sign-in'

const asked: unknown[] = []
vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  accountLoginPassword: async ({ body }: { body: object }) => {
    asked.push(body)
    return { error: { message: 'not now' }, response: new Response(null, { status: 503 }) }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('account', 'mobile', 'form')()
})

beforeEach(() => {
  asked.length = 0
  render(<PasswordSignIn onDone={async () => {}} before={null} after={null} />)
})

const field = (place: number) => document.querySelectorAll('input')[place] as HTMLInputElement
const go = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

it('says which field is empty, and leads there', () => {
  go()
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(2)
  expect(document.activeElement).toBe(field(0))
  fireEvent.change(field(0), { target: { value: '0812345678' } })
  go()
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(1)
  expect(document.activeElement).toBe(field(1))
  expect(asked).toEqual([])
})

it('takes what the browser has filled in before anybody listened', async () => {
  for (const [place, value] of ['0812345678', 'Abcdefg1'].entries()) {
    // Past React, which hears of no event.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(place), value)
  }
  go()
  await waitFor(() => expect(asked).toEqual([{ login: '0812345678', password: 'Abcdefg1' }]))
  await screen.findByText('not now')
  expect(field(1).value).toBe('Abcdefg1')
})
