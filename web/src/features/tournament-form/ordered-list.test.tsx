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
  press('three: move up')
  expect(names()).toEqual(['one', 'three', 'two'])
  expect(screen.getByRole('status').textContent).toBe('three is now number 2')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'three: move up' }))
  // The first item cannot move up: the other button has the focus.
  press('three: move up')
  expect(names()).toEqual(['three', 'one', 'two'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'three: move down' }))
  press('Remove one')
  expect(names()).toEqual(['three', 'two'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'two: move up' }))
  press('Add one')
  expect(names()).toEqual(['three', 'two', 'one'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'one: move up' }))
  press('Remove three')
  press('Remove two')
  const last = within(screen.getByRole('listitem')).getByRole('button', { name: 'Remove one' })
  expect(last).toHaveProperty('disabled', true)
})
