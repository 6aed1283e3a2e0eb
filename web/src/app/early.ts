/**
 * A page that the server rendered can be tapped and typed into before the app listens. A script in `index.html` notes the buttons and fields;
 * here the input is replayed. Several taps on one button count as one, since nothing visible happened after the first. Links need none of this:
 * they work by themselves.
 */
declare global {
  interface Window {
    early?: {
      /** Elements in the order in which they were last touched; for fields, their value then. */
      noted: Map<HTMLElement, string | boolean | undefined>
      /**
       * React listens from now on: a tap that reaches its button is done, and noted no longer. React holds back taps in parts of the page that
       * are not hydrated yet.
       */
      listening: () => void
      end: () => void
    }
  }
}

/** Marks a part that is hydrated after the rest of the page, so that it is left alone until then. */
const LATE = '[data-late]'

/** For an effect: the replay comes after it, when React is free to hydrate more of the page for it. */
export function replayEarlySoon(part: 'page' | 'late'): () => void {
  const soon = setTimeout(() => replayEarly(part))
  return () => clearTimeout(soon)
}

export function replayEarly(part: 'page' | 'late'): void {
  const early = window.early
  if (!early) return
  // A copy, since the replayed events are noted, too.
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
  // Makes React hydrate the part of the page that contains the field; it then reads the field's value.
  element.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
  if (typeof value === 'boolean') {
    // Restores the earlier state, so that the tap changes it.
    element.checked = !value
    return element.click()
  }
  // React notes what is set on the element itself, and would see no change; the prototype's setter it does not see.
  element.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
