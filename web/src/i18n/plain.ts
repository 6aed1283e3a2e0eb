/** A text without the joiners that hold Thai words together in a line (`vite.thai.ts`): for what leaves the page. */
export const plain = (text: string): string => text.replaceAll('\u2060', '')

/** Copies the selection as plain text too. */
export function copyPlain(event: ClipboardEvent): void {
  const copied = String(document.getSelection() ?? '')
  if (event.defaultPrevented || plain(copied) === copied) return
  event.clipboardData?.setData('text/plain', plain(copied))
  event.preventDefault()
}
