import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiProblem } from '@/api/problem'
import { changeLanguage, startTexts, texts } from '@/i18n'
import common from '@/i18n/en/common'
import form from '@/i18n/en/form'
import th from '@/i18n/th/form'
import { birthday, email, zipCode } from '@/rules/text'
import { Form, FormDate, FormPassword, FormSelect, FormText, optional, ruled, SubmitButton, useFields } from '.'

beforeAll(async () => {
  await startTexts('en')
  await texts('form')()
})
beforeEach(async () => {
  await changeLanguage('en')
})

afterEach(() => void vi.useRealTimers())

const schema = z.object({ email: ruled(email), zip: optional(zipCode), password: z.string(), kind: z.string(), born: z.string() })

function Sample({ onSubmit }: { onSubmit: (values: z.output<typeof schema>) => Promise<void> }) {
  const fields = useFields(schema, { email: '', zip: '', password: '', kind: '', born: '' })
  return (
    <Form form={fields} onSubmit={onSubmit} label="Sample">
      <FormText form={fields} name="email" label="E-mail" required />
      <FormText form={fields} name="zip" label="Postcode" hint="Five digits" />
      <FormPassword form={fields} name="password" label="Password" />
      <FormSelect form={fields} name="kind" label="Kind" options={[{ value: 'a', label: 'A' }]} />
      <FormDate form={fields} name="born" label="Born" years={{ from: 2000, to: 2019 }} />
      <SubmitButton form={fields}>Save</SubmitButton>
    </Form>
  )
}

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

it('says what is wrong at its place and above, with the focus there', async () => {
  const onSubmit = vi.fn()
  render(<Sample onSubmit={onSubmit} />)
  type(/E-mail/, 'lime@')
  type('Postcode', '12')
  save()
  const entry = await screen.findByRole('link', { name: /Postcode: A postcode has five digits/ })
  expect(screen.getByLabelText(/E-mail/).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement?.textContent).toContain(form.summary)
  fireEvent.click(entry)
  expect(document.activeElement).toBe(screen.getByLabelText('Postcode'))
  expect(onSubmit).not.toHaveBeenCalled()
  // In the other language without another submission.
  await act(() => changeLanguage('th'))
  await screen.findByRole('link', { name: new RegExp(th.codes.zip_code_invalid) })
})

it('sends what the rules made of it, once', async () => {
  let finish = () => {}
  const onSubmit = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  render(<Sample onSubmit={onSubmit} />)
  type(/E-mail/, ' Lime@Example.COM ')
  type('Postcode', '๑๐๙๐๐')
  type('Born: Day', '29')
  type('Born: Month', '02')
  type('Born: Year', '2008')
  save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  save()
  finish()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull())
  const sent = { email: 'Lime@example.com', zip: '10900', password: '', kind: '', born: '2008-02-29' }
  expect(onSubmit.mock.calls).toEqual([[sent]])
})

it("puts the server's refusals where they belong and keeps what was typed", async () => {
  const fields = { email: 'email_fixed', password: 'new_code_of_the_server' }
  const refusals = [
    new ApiProblem(422, { code: 'fields_invalid', message: 'Some fields…', fields, fieldMessages: { password: 'As the server says' } }),
    new ApiProblem(409, { code: 'tournament_over', message: 'Too late for this' }),
    ApiProblem.offline(),
  ]
  render(<Sample onSubmit={() => Promise.reject(refusals.shift())} />)
  type(/E-mail/, 'lime@example.com')
  save()
  await screen.findByRole('link', { name: /Password: As the server says/ })
  await screen.findByRole('link', { name: new RegExp(form.codes.email_fixed) })
  type(/E-mail/, 'lime2@example.com')
  type('Password', 'x')
  save()
  await screen.findByText('Too late for this')
  save()
  await screen.findByText(common.error.network)
  expect(screen.getByLabelText<HTMLInputElement>(/E-mail/).value).toBe('lime2@example.com')
})

it('shows a password on request, and years of the Buddhist era in Thai', async () => {
  render(<Sample onSubmit={() => Promise.resolve()} />)
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: form.showPassword }))
  expect(field.getAttribute('type')).toBe('text')
  await act(() => changeLanguage('th'))
  expect(await screen.findByRole('option', { name: '2551' })).toBeTruthy()
})

const hidden = z.object({ shown: z.string(), card: ruled(zipCode), born: optional(birthday('2026-11-22')) })

function Unseen({ born, onSubmit }: { born: string; onSubmit: () => Promise<void> }) {
  const fields = useFields(hidden, { shown: '', card: born === '' ? '12' : '10900', born })
  return (
    <Form form={fields} onSubmit={onSubmit} label="Sample">
      <FormText form={fields} name="shown" label="Shown" />
      <FormDate form={fields} name="born" label="Born" years={{ from: 2000, to: 2019 }} />
      <button type="button" onClick={() => fields.reset()}>
        Start again
      </button>
      <SubmitButton form={fields}>Save</SubmitButton>
    </Form>
  )
}

it('says why nothing was sent even of a field that is not shown', async () => {
  const onSubmit = vi.fn()
  render(<Unseen born="" onSubmit={onSubmit} />)
  save()
  await screen.findByText(form.codes.zip_code_invalid)
  expect(onSubmit).not.toHaveBeenCalled()
})

it('takes a date that lacks a part neither for none nor for the date before', async () => {
  const onSubmit = vi.fn(() => Promise.resolve())
  render(<Unseen born="2008-02-29" onSubmit={onSubmit} />)
  type('Born: Year', '')
  save()
  await screen.findByRole('link', { name: `Born: ${form.codes.birthday_invalid}` })
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }))
  expect(screen.getByLabelText<HTMLSelectElement>('Born: Year').value).toBe('2008')
  for (const part of ['Day', 'Month', 'Year']) type(`Born: ${part}`, '')
  save()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ shown: '', card: '10900', born: undefined }))
})

it('judges a date when all of it is left, not between its lists', async () => {
  vi.useFakeTimers()
  render(<Unseen born="" onSubmit={() => Promise.resolve()} />)
  const day = screen.getByLabelText('Born: Day')
  const month = screen.getByLabelText('Born: Month')
  fireEvent.change(day, { target: { value: '29' } })
  fireEvent.blur(day, { relatedTarget: month })
  fireEvent.change(month, { target: { value: '02' } })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByText(form.codes.birthday_invalid)).toBeNull()
  fireEvent.blur(month, { relatedTarget: screen.getByLabelText('Shown') })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText(form.codes.birthday_invalid)).toBeTruthy()
})
