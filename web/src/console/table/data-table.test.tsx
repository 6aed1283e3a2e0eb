import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { type DataColumn, DataTable, type DataTableProps } from './data-table'
import { NOTHING_SELECTED, type Selection } from './selection'

interface Item {
  key: string
  place: number
}

const HEIGHT = 36 * 11
const items = (count: number): Item[] => Array.from({ length: count }, (_, place) => ({ key: `R-${place}`, place }))

const COLUMNS: ReadonlyArray<DataColumn<Item>> = [
  { id: 'key', label: 'Key', width: 100, fixed: true, card: 'title', cell: ({ key }) => key },
  { id: 'place', label: 'Place', width: 100, sortable: true, cell: ({ place }) => place },
  { id: 'twice', label: 'Twice', width: 100, optional: true, cell: ({ place }) => place * 2 },
]

beforeAll(async () => {
  await startTexts('en')
  await texts('consoleOrders')()
  // jsdom lays nothing out.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(36 * 100_001)
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    this.scrollTop = typeof to === 'object' ? (to.top ?? 0) : 0
    this.dispatchEvent(new Event('scroll'))
  }
})
beforeEach(() => localStorage.clear())
afterEach(() => vi.clearAllMocks())

const onOpen = vi.fn()
const onMore = vi.fn()
const onSort = vi.fn()

function Shown(props: Partial<DataTableProps<Item>>) {
  const [selection, onSelect] = useState<Selection>(NOTHING_SELECTED)
  return (
    <DataTable
      name="test"
      label="Items"
      columns={COLUMNS}
      rows={items(3)}
      keyOf={({ key }) => key}
      view=""
      matching={{ count: 3, more: false }}
      onRetry={() => {}}
      onOpen={onOpen}
      onSort={onSort}
      empty="Nothing here"
      selection={selection}
      onSelect={onSelect}
      {...props}
    />
  )
}

const grid = () => screen.getByRole('grid')
const press = (key: string, more: object = {}) => fireEvent.keyDown(grid(), { key, ...more })
/** The row that the grid names as the one of its cursor. */
const cursor = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '-')
const shown = () => screen.getAllByRole('row').slice(1)

it('draws the rows on the screen alone, of a hundred thousand, and leads to the last one by a key', async () => {
  render(<Shown rows={items(100_000)} matching={{ count: 10_000, more: true }} />)
  expect(shown().length).toBeGreaterThan(10)
  expect(shown().length).toBeLessThan(40)
  expect(screen.getByText('More than 10,000 matches')).toBeTruthy()
  expect(grid().getAttribute('aria-rowcount')).toBe('100001')
  press('End')
  await vi.waitFor(() => expect(cursor()?.textContent).toContain('R-99999'))
  expect(cursor()?.getAttribute('aria-rowindex')).toBe('100001')
  expect(shown().length).toBeLessThan(40)
  press('Home')
  await vi.waitFor(() => expect(cursor()?.textContent).toContain('R-0'))
})

it('moves, opens and selects by the keys, and stays with its row when others come before it', () => {
  const { rerender } = render(<Shown rows={items(60)} />)
  press('ArrowDown')
  press('ArrowDown')
  expect(cursor()?.textContent).toContain('R-1')
  press('PageDown')
  expect(cursor()?.textContent).toContain('R-10')
  press('ArrowUp')
  press('Enter')
  press('Enter', { ctrlKey: true })
  expect(onOpen.mock.calls).toEqual([
    [{ key: 'R-9', place: 9 }, false],
    [{ key: 'R-9', place: 9 }, true],
  ])
  press(' ')
  expect(cursor()?.getAttribute('aria-selected')).toBe('true')
  rerender(<Shown rows={[{ key: 'new', place: -1 }, ...items(60)]} />)
  expect(cursor()?.textContent).toContain('R-9')
  expect(cursor()?.getAttribute('aria-selected')).toBe('true')
})

it('loads more near the end only, and says so when that fails', async () => {
  const { rerender } = render(<Shown rows={items(100)} more="ready" onMore={onMore} />)
  expect(onMore).not.toHaveBeenCalled()
  press('End')
  await vi.waitFor(() => expect(onMore).toHaveBeenCalledTimes(1))
  rerender(<Shown rows={items(100)} more="failed" onMore={onMore} />)
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(onMore).toHaveBeenCalledTimes(2)
})

it('selects all that match, not all there are nor all that are loaded, and names the number', () => {
  const acts = vi.fn((_: Selection, count: string) => <span>act on {count}</span>)
  render(<Shown matching={{ count: 214, more: false }} acts={acts} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select the loaded rows' }))
  expect(screen.getByText('3 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Select all 214 that match' }))
  expect(screen.getByText('All 214 that match are selected')).toBeTruthy()
  press('ArrowDown')
  press(' ')
  expect(screen.getByText('act on 213')).toBeTruthy()
  expect(acts.mock.lastCall?.[0]).toEqual({ all: true, keys: new Set(['R-0']) })
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.getByText('214 matches')).toBeTruthy()
})

it('keeps the chosen columns, and shows the default when what is kept makes no sense', () => {
  const headings = () => screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || [])
  const first = render(<Shown />)
  expect(headings()).toEqual(['Key', 'Place'])
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Twice' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Place' }))
  first.unmount()
  const second = render(<Shown />)
  expect(headings()).toEqual(['Key', 'Twice'])
  second.unmount()
  localStorage.setItem('manao.console.columns.test', '["place"')
  render(<Shown />)
  expect(headings()).toEqual(['Key', 'Place'])
})

it('asks the server to sort, and shows new rows when asked', () => {
  const onShowFresh = vi.fn()
  render(<Shown sort={{ id: 'place', desc: false }} fresh={12} onShowFresh={onShowFresh} />)
  expect(screen.getByRole('columnheader', { name: 'Place' }).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('button', { name: 'Place' }))
  expect(onSort).toHaveBeenCalledWith({ id: 'place', desc: true })
  fireEvent.click(screen.getByRole('button', { name: '12 new' }))
  expect(onShowFresh).toHaveBeenCalledTimes(1)
})
