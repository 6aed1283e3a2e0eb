import { act } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { StrictMode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replayEarly } from './early'

function Page() {
  const [taps, setTaps] = useState(0)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('none')
  return (
    <>
      <button type="button" onClick={() => setTaps(taps + 1)}>
        tap
      </button>
      <input aria-label="name" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <label>
        <input type="radio" name="size" checked={chosen === 'small'} onChange={() => setChosen('small')} />
        small
      </label>
      <output>{`${taps} ${typed} ${chosen}`}</output>
      <section data-late="">
        <button type="button" onClick={() => setTaps(taps + 10)}>
          late
        </button>
      </section>
    </>
  )
}

const page = (
  <StrictMode>
    <Page />
  </StrictMode>
)
let root: HTMLElement

beforeEach(() => {
  // The very script that the page begins with.
  const [, script = ''] = /<script>(\{[^]*?)<\/script>/.exec(readFileSync('index.html', 'utf8')) ?? []
  expect(script).toContain('early')
  root = document.createElement('div')
  document.body.replaceChildren(root)
  root.innerHTML = renderToString(page)
  // oxlint-disable-next-line no-new-func
  new Function(script)()
})

afterEach(() => window.early?.end())

const find = (selector: string) => root.querySelector(selector) as HTMLInputElement
const shown = () => find('output').textContent

it('what was tapped and typed before is done when the page listens, once', async () => {
  const name = find('[aria-label=name]')
  find('button').click()
  name.value = 'Lime'
  name.dispatchEvent(new Event('input', { bubbles: true }))
  find('label').click()
  find('section button').click()
  await act(async () => hydrateRoot(root, page))
  expect(shown(), 'React alone knows nothing of it').toBe('0  none')

  await act(async () => replayEarly('page'))
  expect(shown()).toBe('1 Lime small')
  expect(name.value).toBe('Lime')
  await act(async () => replayEarly('page'))
  expect(shown()).toBe('1 Lime small')
  await act(async () => replayEarly('late'))
  expect(shown()).toBe('11 Lime small')

  // From now on the page hears for itself.
  await act(async () => find('button').click())
  await act(async () => replayEarly('late'))
  expect(shown()).toBe('12 Lime small')
})

it('what is gone meanwhile is left alone', async () => {
  find('button').click()
  await act(async () => hydrateRoot(root, page))
  root.remove()
  await act(async () => replayEarly('page'))
  expect(shown()).toBe('0  none')
})
