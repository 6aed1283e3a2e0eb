import { describe, expect, it } from 'vitest'
import { Address, Query } from './address'

describe('what stands in for URL on the server reads our addresses as a browser does', () => {
  it.each(['/', '/games', '/games/free-fire?product=3', '/terms#privacy', '/search?q=a%20b&x#y', '/%E0%B8%81/ก', 'http://other/x?y'])(
    '%s',
    (text) => {
      const [ours, theirs] = [new Address(text, 'http://localhost'), new URL(text, 'http://localhost')]
      for (const part of ['href', 'protocol', 'origin', 'pathname', 'search', 'hash'] as const) expect(ours[part]).toBe(theirs[part])
      ours.search = theirs.search = 'a=1'
      ours.pathname = theirs.pathname = '/en/x'
      expect(ours.href).toBe(theirs.href)
    },
  )
  it.each(['', '?a=1&b=', 'q=%E0%B8%81+x%26y', 'flag&a=b=c', 'bad=%zz'])('query %s', (text) => {
    expect([...new Query(text)]).toEqual([...new URLSearchParams(text)])
  })
  it('writes a query', () => {
    const pairs = [
      ['q', 'เกม & more!'],
      ["it's", '(a)~*'],
    ] as const
    expect(new Query(pairs).toString()).toBe(new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString())
  })
})
