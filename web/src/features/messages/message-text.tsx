import { Fragment } from 'react'

const LINK = /https?:\/\/[^\s<>"'`]+/gi
/** Punctuation at the end belongs to the sentence, not to the link. */
const TAIL = /[.,;:!?)\]}…]+$/

interface Part {
  text: string
  link?: string
}

/** Splits a text into words and links. Nothing else in it has a meaning: markup stays as typed. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const found of text.matchAll(LINK)) {
    const link = found[0].replace(TAIL, '')
    if (!URL.canParse(link)) continue
    if (found.index > done) parts.push({ text: text.slice(done, found.index) })
    parts.push({ text: link, link })
    done = found.index + link.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

/** A user's text, in its own direction and lines. */
export function MessageText({ children }: { children: string }) {
  return (
    <p dir="auto" className="max-h-96 overflow-y-auto break-words whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]">
      {partsOf(children).map(({ text, link }, index) =>
        link === undefined ? (
          // Parts of one text never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>{text}</Fragment>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <a key={index} href={link} target="_blank" rel="noopener noreferrer nofollow ugc" className="break-all text-lime underline">
            {text}
          </a>
        ),
      )}
    </p>
  )
}
