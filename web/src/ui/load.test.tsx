import { render, screen } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { load, part, useMissingParts } from './load'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
const failures = () => useMissingParts.getState().count

afterEach(() => vi.unstubAllGlobals())

it('a component that fails to load comes when the network is back', async () => {
  const chunk = vi.fn(async () => ({ default: () => <p>here</p> })).mockImplementationOnce(gone)
  const Late = part(chunk)
  render(
    <Suspense fallback="waits">
      <Late />
    </Suspense>,
  )
  await vi.waitFor(() => expect(failures()).toBe(1))
  expect(screen.getByText('waits')).toBeTruthy()
  dispatchEvent(new Event('online'))
  expect(await screen.findByText('here')).toBeTruthy()
  expect(failures()).toBe(0)
})

it('a mistake in a part is not taken for a lost connection', async () => {
  await expect(load(() => Promise.reject(new TypeError('x is undefined')))).rejects.toThrow('x is undefined')
  expect(failures()).toBe(0)
})

it('the page is loaded again only for a newer release', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>'
  const status = vi.fn(() => 200)
  vi.stubGlobal('fetch', async () => new Response(null, { status: status() }))
  const chunk = vi.fn(async () => 'here').mockImplementationOnce(gone)
  const loading = load(chunk)
  await vi.waitFor(() => expect(status).toHaveBeenCalledOnce())
  dispatchEvent(new Event('online'))
  expect(await loading).toBe('here')
  expect(reload).not.toHaveBeenCalled()
  status.mockReturnValue(404)
  chunk.mockImplementationOnce(gone)
  const again = load(chunk)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  dispatchEvent(new Event('online'))
  expect(await again).toBe('here')
})

it('every part goes through the loader', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const others = files.filter((file) => {
    const text = readFileSync(`src/${file}`, 'utf8')
    return file !== 'ui/load.ts' && (/\blazy\b.* from 'react'/.test(text) || (text.includes('loadNamespaces') && file !== 'i18n/index.ts'))
  })
  expect(others).toEqual([])
})
