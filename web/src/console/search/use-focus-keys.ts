import { type RefObject, useEffect } from 'react'

/** Fields in which a slash is a letter like any other. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range', 'file'].includes(target.type)
}

/** Whether it is this key, or the Thai letter in its place. */
const isKey = (event: KeyboardEvent, key: string, code: string) =>
  event.key.toLowerCase() === key || (event.code === code && /^[\u0E00-\u0E7F]$/.test(event.key))

/** `/` and Ctrl-K lead to the field from anywhere, but not out of a dialog. */
export function useFocusKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || (event.shiftKey && event.key !== '/')) return
      const command = event.ctrlKey || event.metaKey
      const isMeant = command ? isKey(event, 'k', 'KeyK') : isKey(event, '/', 'Slash') && !isTyping(event.target)
      if (!isMeant || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}
