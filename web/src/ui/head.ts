import { useEffect } from 'react'
import { create } from 'zustand'

interface Head {
  /** A title that replaces the route's. */
  title?: string | undefined
  /** Key of the route's title to use, where the route has several. */
  as?: string | undefined
  /** Value for `{{name}}` in the route's title. */
  name?: string | undefined
  description?: string | undefined
  noindex?: boolean | undefined
}

/** The head of the open page; `document-head.ts` writes it. */
export const useShown = create<{ head?: Head | undefined }>(() => ({}))

/** For a page whose title depends on its data, or that shows something other than its route says; any other page uses its route's head. */
export function useHead({ title, as, name, description, noindex }: Head): void {
  useEffect(() => {
    const head = { title, as, name, description, noindex }
    useShown.setState({ head })
    return () => useShown.setState((shown) => (shown.head === head ? { head: undefined } : shown))
  }, [title, as, name, description, noindex])
}
