import { useState } from 'react'

/** The unsent text. It is one of the tab's drafts, which a sign-out clears. */
export function useDraft(key: string): [string, (text: string) => void] {
  const name = `manao.talk.draft.${key}`
  const [text, setText] = useState(() => {
    try {
      return sessionStorage.getItem(name) ?? ''
    } catch {
      return ''
    }
  })
  return [
    text,
    (next) => {
      setText(next)
      try {
        if (next) sessionStorage.setItem(name, next)
        else sessionStorage.removeItem(name)
      } catch {
        // It then lives as long as the page.
      }
    },
  ]
}
