import { useLayoutEffect } from 'react'
import { create } from 'zustand'

interface Reason {
  text: string | undefined
}

/** Reasons why the page is covered; the last one is shown. `used` from the first one on: the overlay is loaded with it. */
export const useOverlay = create<{ reasons: readonly Reason[]; used: boolean }>(() => ({ reasons: [], used: false }))

/** Covers the page while something long keeps it. Returns the function that uncovers it. Without a text it says "please wait". */
export function coverPage(text?: string): () => void {
  const reason: Reason = { text }
  useOverlay.setState(({ reasons }) => ({ reasons: [...reasons, reason], used: true }))
  return () => useOverlay.setState(({ reasons }) => ({ reasons: reasons.filter((other) => other !== reason) }))
}

/** Covers the page until the work is done. */
export async function covered<T>(work: Promise<T>, text?: string): Promise<T> {
  const uncover = coverPage(text)
  try {
    return await work
  } finally {
    uncover()
  }
}

/** Covers the page while the component is shown; what is shown next can be used at once. */
export function useCover(text?: string): void {
  useLayoutEffect(() => coverPage(text), [text])
}
