import type { ArticleBlock } from '@/features/articles/queries'

type Blocks = ArticleBlock[]

/** Parts a page before its first heading, where a block begins: the answer comes first, then the reader's own state, then the rest. */
export function splitIntro(blocks: Blocks): [intro: Blocks, rest: Blocks] {
  const at = blocks.findIndex(({ html }) => html?.startsWith('<h2'))
  return at < 0 ? [blocks, []] : [blocks.slice(0, at), blocks.slice(at)]
}
