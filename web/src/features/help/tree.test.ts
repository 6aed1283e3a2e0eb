import { expect, it } from 'vitest'
import { pagesBehind, parentOf, treeOf } from './tree'

const entry = (slug: string) => ({ slug, title: slug, summary: '', doors: [] })
const entries = ['ign', 'tournament-system', 'tournament-system/prize-guide', 'tournament-system/rules-guide', 'faqs'].map(entry)

it('puts pages below the page that they name', () => {
  expect(treeOf(entries).map((branch) => [branch.entry.slug, branch.below.length])).toEqual([
    ['ign', 0],
    ['tournament-system', 2],
    ['faqs', 0],
  ])
})

it('finds the page above', () => {
  expect(parentOf(entries, 'tournament-system/prize-guide')?.slug).toBe('tournament-system')
  expect(parentOf(entries, 'ign')).toBeUndefined()
})

it('lists the pages for a reader, their own first', () => {
  const readBy = (slug: string, ...doors: string[]) => ({ ...entry(slug), doors })
  const all = [
    readBy('faqs', 'player', 'captain'),
    readBy('ign', 'player', 'captain'),
    readBy('substitute', 'captain', 'player'),
    readBy('a', 'player'),
  ]
  expect(pagesBehind(all, 'captain').map(({ slug }) => slug)).toEqual(['substitute', 'ign', 'faqs'])
})
