import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, test } from 'vitest'
import { configQuery, faqQuery, gameQuery, gamesQuery, homeQuery, productQuery } from '@/features/catalogue/queries'
import { serversQuery } from '@/features/games/player'
import { forgetPersonal, queries, takeAnswers } from './queries'

const cached = () =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])

afterEach(() => queries.clear())

it('keeps public answers when a user signs out, and nothing else', async () => {
  const queryFn = () => Promise.resolve(1)
  await queries.fetchQuery({ queryKey: ['public'], queryFn, meta: { public: true } })
  await queries.fetchQuery({ queryKey: ['unmarked'], queryFn })
  await queries.fetchQuery({ queryKey: ['personal'], queryFn, meta: { public: false } })
  forgetPersonal()
  expect(cached()).toEqual(['public'])
})

it('keeps the answers of the page, before and after they are shown', () => {
  takeAnswers([{ key: configQuery.queryKey, data: { appConfig: {} } }])
  forgetPersonal()
  expect(cached()).toEqual(['ConfigQuery'])
  const stop = new QueryObserver(queries, { ...configQuery, enabled: false }).subscribe(() => {})
  stop()
  forgetPersonal()
  expect(queries.getQueryData(configQuery.queryKey)).toEqual({ appConfig: {} })
})

test('the catalogue is public', () => {
  const options = [
    homeQuery,
    gamesQuery(''),
    gameQuery('a'),
    productQuery(1),
    configQuery,
    faqQuery('th'),
    serversQuery({ id: 1 } as never),
  ]
  for (const { meta, queryKey } of options) expect(meta?.public, String(queryKey[0])).toBe(true)
})
