import { Prose } from '@/ui/prose'
import type { Article } from './queries'

/** The text of an article. */
export function ArticleBody({ blocks }: { blocks: Article['body'] }) {
  return (
    <Prose>
      {blocks.map(({ html }, index) =>
        // The server cleaned it when it was saved.
        // oxlint-disable-next-line react/no-danger react/no-array-index-key
        html ? <div key={index} dangerouslySetInnerHTML={{ __html: html }} /> : null,
      )}
    </Prose>
  )
}
