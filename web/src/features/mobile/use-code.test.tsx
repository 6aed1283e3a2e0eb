import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { OtpSent } from '@/api/generated'
import { ApiProblem } from '@/api/problem'
import { startTexts, texts } from '@/i18n'
import { CodeForm } from './code-form'

const sent = (reference: string): OtpSent => ({ reference, refCode: reference.toUpperCase(), expiresIn: 180, resendIn: 0 })
const send = vi.fn<(number: string) => Promise<OtpSent>>()
const confirm = vi.fn<(reference: string, code: string) => Promise<string>>()
const onDone = vi.fn<(result: string) => void>()

beforeAll(async () => {
  await startTexts('en')
  await texts('mobile')()
})

beforeEach(() => {
  sessionStorage.clear()
  for (const call of [send, confirm, onDone]) call.mockReset()
  confirm.mockResolvedValue('done')
})

/** A first code has been sent; another one is asked for, and its answer is awaited. */
async function resending() {
  send.mockResolvedValueOnce(sent('one'))
  render(<CodeForm name="test" send={send} confirm={confirm} onDone={onDone} />)
  fireEvent.change(screen.getByLabelText('Mobile number'), { target: { value: '0812345678' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Verification code')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('123')
  let resolve!: (sent: OtpSent) => void
  let reject!: (cause: Error) => void
  send.mockReturnValueOnce(
    new Promise((...settle) => {
      ;[resolve, reject] = settle
    }),
  )
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Resend code' })
  await waitFor(() => expect(again.disabled).toBe(false))
  fireEvent.click(again)
  expect(field.value, 'what was typed belongs to the code before').toBe('')
  return { field, type, answer: { resolve, reject } }
}

it('a code that is there before the answer that it was sent is taken once that comes', async () => {
  const { field, type, answer } = await resending()
  type('654321')
  expect(confirm).not.toHaveBeenCalled()
  answer.resolve(sent('two'))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('done'))
  expect(confirm.mock.calls).toEqual([['two', '654321']])
  expect(field.value).toBe('654321')
})

it('half a code stays, and what was typed anew counts', async () => {
  const { field, type, answer } = await resending()
  type('654321')
  type('65')
  answer.resolve(sent('two'))
  await screen.findByText('TWO')
  expect(field.value).toBe('65')
  expect(confirm).not.toHaveBeenCalled()
  type('654322')
  await waitFor(() => expect(confirm.mock.calls).toEqual([['two', '654322']]))
})

it('when none was sent the code before still counts', async () => {
  const { type, answer } = await resending()
  type('123456')
  answer.reject(new ApiProblem(429, { code: 'too_many_requests', message: 'Please wait.' }))
  await waitFor(() => expect(confirm.mock.calls).toEqual([['one', '123456']]))
})

it('asks for the number where an earlier version of the page has kept a code without one', async () => {
  sessionStorage.setItem('manao.code.test', JSON.stringify({ number: '0812345678', sent: sent('one'), at: Date.now() }))
  render(<CodeForm name="test" send={send} confirm={confirm} onDone={onDone} />)
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(screen.getByLabelText('Mobile number')).toBeTruthy()
})
