import { act } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { lazy, type ReactNode, startTransition, StrictMode, Suspense, useEffect, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replayEarly, replayEarlySoon } from './early'

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

describe('as React takes the page over', () => {
  let taken: Root | undefined

  // Nothing is done before its time, as in a browser.
  beforeEach(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }))
  afterEach(() => {
    taken?.unmount()
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })

  function takeOver(children: ReactNode) {
    window.early?.listening()
    startTransition(() => {
      taken = hydrateRoot(root, children)
    })
  }

  /** The page as its layout has it: what was tapped early is done again once it listens. */
  const replayed = vi.fn()
  beforeEach(() => replayed.mockClear())
  function Taken() {
    useEffect(() => {
      const end = replayEarlySoon('page')
      setTimeout(replayed)
      return end
    }, [])
    return <Page />
  }

  it('a tap that React has heard is not done again', async () => {
    takeOver(<Taken />)
    find('button').click()
    await vi.waitFor(() => expect(replayed).toHaveBeenCalled())
    await vi.waitFor(() => expect(shown()).not.toBe('0  none'))
    expect(shown()).toBe('1  none')
    expect(window.early?.noted.size).toBe(0)
  })

  it('a tap in a part that has not come yet is kept for it', async () => {
    let come!: (part: { default: typeof Taken }) => void
    const Late = lazy(() => new Promise<{ default: typeof Taken }>((resolve) => (come = resolve)))
    // The server's markup of a part that is present.
    root.innerHTML = `<!--$-->${renderToString(<Page />)}<!--/$-->`
    takeOver(
      <Suspense>
        <Late />
      </Suspense>,
    )
    find('button').click()
    expect(shown(), 'React holds it back').toBe('0  none')
    come({ default: Taken })
    await vi.waitFor(() => expect(replayed).toHaveBeenCalled())
    await vi.waitFor(() => expect(shown()).toBe('1  none'))
  })
})
