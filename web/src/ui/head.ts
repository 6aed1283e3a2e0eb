import { useEffect } from 'react'
import { create } from 'zustand'

interface Head {
  /** A title of its own, in place of the route's. */
  title?: string | undefined
  /** Which of the route's titles it is, where there are several. */
  as?: string | undefined
  /** Value for `{{name}}` in the route's title. */
  name?: string | undefined
  description?: string | undefined
  noindex?: boolean | undefined
}

/** The head of the open page; `document-head.ts` writes it. */
export const useShown = create<{ head?: Head | undefined }>(() => ({}))

/** For a page that is named by what it shows, or shows something else than its route says; every other page's head is its route's. */
export function useHead({ title, as, name, description, noindex }: Head): void {
  useEffect(() => {
    const head = { title, as, name, description, noindex }
    useShown.setState({ head })
    return () => useShown.setState((shown) => (shown.head === head ? { head: undefined } : shown))
  }, [title, as, name, description, noindex])
}
