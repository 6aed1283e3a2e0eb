import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { isState } from './topics'

it('knows the kinds of topics as the hub does', () => {
  const table = resolve(import.meta.dirname, '../../../api/src/live/topics.json')
  const { topics } = JSON.parse(readFileSync(table, 'utf8')) as { topics: { name: string; kind: string }[] }
  expect(topics.length).toBeGreaterThan(8)
  for (const { name, kind } of topics) {
    const topic = name.replaceAll(/\{\w+\}/g, '1')
    expect({ topic, state: isState(topic) }).toEqual({ topic, state: kind === 'state' })
  }
})
