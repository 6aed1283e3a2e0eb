import { plain } from '@/i18n/plain'

/** Longer words may not fit into a narrow card's line. */
const LONGEST = 16

/** A name that breaks at its spaces only: browsers split Thai words that are not in their dictionary, such as names from English. */
export function WholeWords({ children }: { children: string }) {
  return children.split(/( +)/).map((word, index) =>
    /^ *$/.test(word) || plain(word).length > LONGEST ? (
      word
    ) : (
      // Parts of one name never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="whitespace-nowrap">
        {word}
      </span>
    ),
  )
}
