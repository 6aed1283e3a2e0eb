import { fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from './avatar'

it('shows the initial of a person whose picture does not come, until there is another', () => {
  const { container, rerender } = render(<Avatar name="เมย์" picture="/gone.png" />)
  fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect(container.textContent).toBe('ม')
  rerender(<Avatar name="เมย์" picture="/there.png" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/there.png')
})

it.each([
  ['lime', 'L'],
  ['เมย์', 'ม'],
  ['เ', 'เ'],
  ['😀Lime', '😀'],
  ['', 'M'],
])('calls %s by %s', (name, initial) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initial)
})
