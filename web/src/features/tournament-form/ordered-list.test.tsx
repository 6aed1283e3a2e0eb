import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { OrderedList } from './ordered-list'

const ALL = ['one', 'two', 'three'] as const

beforeAll(async () => {
  await startTexts('en')
  await texts('tournamentForm')()
})

function Shown() {
  const [value, setValue] = useState<(typeof ALL)[number][]>(['one', 'two', 'three'])
  return <OrderedList label="Order" hint="The first decides" all={ALL} value={value} nameOf={(item) => item} onChange={setValue} />
}

const names = () => screen.getAllByRole('listitem').map((row) => row.dataset.item)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('moves, leaves out and takes in, and the focus goes along', () => {
  render(<Shown />)
  press('three: decide earlier')
  expect(names()).toEqual(['one', 'three', 'two'])
  expect(screen.getByRole('status').textContent).toBe('three is now number 2')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'three: decide earlier' }))
  // At the top there is no way up: the way down has the focus.
  press('three: decide earlier')
  expect(names()).toEqual(['three', 'one', 'two'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'three: decide later' }))
  press('Leave out one')
  expect(names()).toEqual(['three', 'two'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'two: decide earlier' }))
  press('Add one')
  expect(names()).toEqual(['three', 'two', 'one'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'one: decide earlier' }))
  press('Leave out three')
  press('Leave out two')
  const last = within(screen.getByRole('listitem')).getByRole('button', { name: 'Leave out one' })
  expect(last).toHaveProperty('disabled', true)
})
