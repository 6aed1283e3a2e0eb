import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { isState } from './topics'

it('knows the kinds of topics as the hub does', () => {
  const source = readFileSync(resolve(import.meta.dirname, '../../../hub/src/topic.rs'), 'utf8')
  const table = source.slice(source.indexOf('const TABLE'), source.indexOf('];'))
  const kinds = [...table.matchAll(/\(\s*"([^"]+)",[\s\S]*?Kind::(Log|State)/g)].map(([, prefix, kind]) => ({ prefix, kind }))
  expect(kinds.length).toBeGreaterThan(8)
  for (const { prefix = '', kind } of kinds) {
    const topic = prefix.endsWith(':') ? `${prefix}1` : prefix
    expect({ topic, state: isState(topic) }).toEqual({ topic, state: kind === 'State' })
  }
})
