/**
 * A page that the server rendered can be tapped and typed into before the app listens. A script in `index.html` notes in which buttons and
 * fields that happened; here it is done again, as if it had happened just now. Several taps on one button are one wish, since nothing was seen to
 * happen after the first. Links need none of this: they lead on by themselves.
 */
declare global {
  interface Window {
    early?: {
      /** Elements in the order in which they were last touched, fields with what was in them then. */
      noted: Map<HTMLElement, string | boolean | undefined>
      /** React hears from now on: a tap that comes as far as its button is done, and noted no longer. What stands in a part of the page
       * that has not come yet React holds back. */
      listening: () => void
      end: () => void
    }
  }
}

/** Marks a part that is hydrated after the rest of the page, so that it is left alone until then. */
const LATE = '[data-late]'

/** For an effect: what is done again comes after it, when React is free to take over more of the page for it. */
export function replayEarlySoon(part: 'page' | 'late'): () => void {
  const soon = setTimeout(() => replayEarly(part))
  return () => clearTimeout(soon)
}

export function replayEarly(part: 'page' | 'late'): void {
  const early = window.early
  if (!early) return
  // As it stands now: what is done again here is noted, too.
  const touched = Array.from(early.noted)
  for (const [element, value] of touched) {
    if ((element.closest(LATE) !== null) !== (part === 'late')) continue
    if (element.isConnected) again(element, value)
    early.noted.delete(element)
  }
  if (part === 'late') {
    early.end()
    delete window.early
  }
}

function again(element: HTMLElement, value: string | boolean | undefined): void {
  if (!(element instanceof HTMLInputElement) || value === undefined) return element.click()
  // Makes React take over the part of the page that the field stands in, if it has not come to it yet; it reads what is in the field then.
  element.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
  if (typeof value === 'boolean') {
    // Back as it was, so that the tap changes it.
    element.checked = !value
    return element.click()
  }
  // React notes what is set on the element itself, and would see no change; the prototype's setter it does not see.
  element.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
