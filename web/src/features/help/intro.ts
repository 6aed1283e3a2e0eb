import type { ArticleBlock } from '@/features/articles/queries'

type Blocks = ArticleBlock[]

/** Parts a page before its first heading: the answer comes first, then the reader's own state, then the rest. */
export function splitIntro(blocks: Blocks): [intro: Blocks, rest: Blocks] {
  const at = blocks.findIndex(({ html }) => html?.includes('<h2'))
  const html = blocks[at]?.html
  const block = blocks[at]
  if (!html || !block) return [blocks, []]
  const cut = html.indexOf('<h2')
  const part = (text: string): Blocks => (text.trim() === '' ? [] : [{ ...block, html: text }])
  return [
    [...blocks.slice(0, at), ...part(html.slice(0, cut))],
    [...part(html.slice(cut)), ...blocks.slice(at + 1)],
  ]
}
