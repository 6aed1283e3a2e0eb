import { expect, it } from 'vitest'
import { splitIntro } from './intro'

const block = (html: string) => ({ html, product: null, game: null, tournamentId: null })

it('parts a page before its first heading', () => {
  const intro = [block('<p>yes</p>\n')]
  const rest = [block('<h2 id="a">How</h2><p>so</p>'), block('<h3>more</h3>')]
  expect(splitIntro([...intro, ...rest])).toEqual([intro, rest])
})

it('has only an introduction where there is no heading', () => {
  expect(splitIntro([block('<p>yes</p>')])).toEqual([[block('<p>yes</p>')], []])
})

it('has no introduction where a heading comes first', () => {
  expect(splitIntro([block('<h2>How</h2>')])).toEqual([[], [block('<h2>How</h2>')]])
})
