import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import ConsentDialog from './consent-dialog'
import { keepNumber } from './number'

const sends = vi.fn()
const confirms = vi.fn()
let refused: { code: string; message: string; status: number } | undefined

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  subscriptionsSendConsentCode: async ({ body }: { body: object }) => {
    sends(body)
    if (refused) return { error: refused, response: new Response(null, { status: refused.status }) }
    return { data: { reference: 'r1', refCode: 'KQXZ', expiresIn: 180, resendIn: 60 }, response: new Response() }
  },
  subscriptionsConfirmConsent: async ({ body }: { body: object }) => {
    confirms(body)
    if (refused) return { error: refused, response: new Response(null, { status: refused.status }) }
    return { data: { numberMasked: '08x-xxx-5678', expiresAt: '2026-11-30T00:00:00Z' }, response: new Response() }
  },
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('numbers', 'mobile')()
})

beforeEach(() => {
  sessionStorage.clear()
  sends.mockReset()
  confirms.mockReset()
  refused = undefined
})

const MASKED = '08x-xxx-5678'

function show(number?: string) {
  const [onGiven, onClose] = [vi.fn(), vi.fn()]
  render(<ConsentDialog productId={7} {...(number && { number })} masked={MASKED} onClose={onClose} onGiven={onGiven} />)
  return { onGiven, send: () => fireEvent.click(screen.getByRole('button', { name: `Text ${MASKED}` })) }
}

it('texts the number, and goes on with the code that its owner tells', async () => {
  const { onGiven, send } = show('66812345678')
  screen.getByText(/We’ll text a 6-digit code to 08x-xxx-5678/)
  expect(screen.queryByRole('textbox')).toBeNull()
  send()
  const code = await screen.findByLabelText('Code from the owner')
  expect(sends).toHaveBeenCalledWith({ mobileNumber: '66812345678', productId: 7 })
  screen.getByText('KQXZ')
  screen.getByText(MASKED)
  expect(document.body.textContent, 'the number is shown in part').not.toMatch(/81.?234.?5678/)
  refused = { status: 422, code: 'otp_wrong', message: 'The code is wrong' }
  fireEvent.change(code, { target: { value: '111111' } })
  await screen.findByText('The code is wrong')
  expect(onGiven).not.toHaveBeenCalled()
  refused = undefined
  fireEvent.change(code, { target: { value: '123456' } })
  await waitFor(() => expect(onGiven).toHaveBeenCalledOnce())
  expect(confirms).toHaveBeenLastCalledWith({ reference: 'r1', code: '123456' })
  expect(sessionStorage.getItem('manao.number'), 'it is not the user’s own').toBeNull()
})

it('knows a number again that this tab has seen', async () => {
  keepNumber('66812345678')
  const { send } = show()
  send()
  await screen.findByLabelText('Code from the owner')
  expect(sends).toHaveBeenCalledWith({ mobileNumber: '66812345678', productId: 7 })
})

it('asks for the whole number where it is not known, and takes no other', async () => {
  const { send } = show()
  const field = screen.getByLabelText('The whole number of 08x-xxx-5678')
  fireEvent.change(field, { target: { value: '081-234-5679' } })
  send()
  await screen.findByText('This is not 08x-xxx-5678 of the order')
  expect(sends).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '081-234-5678' } })
  send()
  await screen.findByLabelText('Code from the owner')
  expect(sends).toHaveBeenCalledOnce()
})

it('says why no text goes out, and goes on where none is needed', async () => {
  const { onGiven, send } = show('66812345678')
  refused = { status: 429, code: 'texts_limit', message: 'Too many texts. Please wait.' }
  send()
  await screen.findByText('Too many texts. Please wait.')
  expect(onGiven).not.toHaveBeenCalled()
  refused = { status: 409, code: 'number_consent_needless', message: 'You can order for this number' }
  send()
  await waitFor(() => expect(onGiven).toHaveBeenCalledOnce())
})
