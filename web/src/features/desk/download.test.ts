// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { nameOf, type Progress, readAll } from './download'

const stream = (...pieces: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

const answer = (headers: Record<string, string>, status = 200) => new Response(null, { status, headers })

it('counts rows as they come, without the line of column names', async () => {
  const told: Progress[] = []
  const response = answer({ 'content-type': 'text/csv; charset=utf-8', 'export-rows': '3' })
  const data = stream('name,id\r\nก,1\r', '\nข,2\r\n', 'ค,3\r\n')
  const blob = await readAll(Promise.resolve({ data, response }), (progress) => told.push(progress))
  expect(told.map(({ rows, of }) => [rows, of])).toEqual([
    [0, 3],
    [2, 3],
    [3, 3],
  ])
  expect(blob.size).toBe(told.at(-1)?.bytes)
})

it('tells bytes only of what is no text', async () => {
  const told: Progress[] = []
  const response = answer({ 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'export-rows': '3' })
  await readAll(Promise.resolve({ data: stream('PK', '\n\n'), response }), (progress) => told.push(progress))
  expect(told).toEqual([
    { bytes: 2, of: 3 },
    { bytes: 4, of: 3 },
  ])
})

it('throws what the server refused with', async () => {
  const refused = readAll(Promise.resolve({ error: { code: 'not_found', message: 'ไม่พบ' }, response: answer({}, 404) }), () => {})
  await expect(refused).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'ไม่พบ' })
})

it('names the file as the server does', () => {
  const named = (disposition: string) => nameOf(answer({ 'content-disposition': disposition }), 'players.csv')
  expect(named(`attachment; filename="cup.csv"; filename*=UTF-8''%E0%B8%96%E0%B9%89%E0%B8%A7%E0%B8%A2.csv`)).toBe('ถ้วย.csv')
  expect(named('attachment; filename="cup.csv"')).toBe('cup.csv')
  expect(nameOf(undefined, 'players.csv')).toBe('players.csv')
})
