import { expect, it } from 'vitest'
import { withProof } from './use-proofs'

it('a proof is kept once, and not more than a report takes', () => {
  const proof = (id: string) => ({ id, width: 1, height: 1 })
  const all = ['a', 'b', 'c'].map(proof)
  expect(withProof(all, proof('b'))).toBe(all)
  const four = withProof(all, proof('d'))
  expect(four.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(withProof(four, proof('e'))).toBe(four)
})
