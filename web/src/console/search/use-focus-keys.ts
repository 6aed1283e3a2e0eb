import { type RefObject, useEffect } from 'react'

/** Fields in which a slash is a letter like any other. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range', 'file'].includes(target.type)
}

/** `/` and Ctrl-K lead to the field from anywhere, but not out of a dialog. The place of the key counts too: on a Thai keyboard it has another letter. */
export function useFocusKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const command = event.ctrlKey || event.metaKey
      const isSlash = !command && !event.shiftKey && (event.key === '/' || event.code === 'Slash') && !isTyping(event.target)
      const isK = command && !event.shiftKey && (event.key.toLowerCase() === 'k' || event.code === 'KeyK')
      if ((!isSlash && !isK) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}
