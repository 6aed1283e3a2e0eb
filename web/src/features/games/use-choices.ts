import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

interface Choices {
  /** Keeps the focus; the keys are handled here. */
  input: RefObject<HTMLInputElement | null>
  listId: string
  choices: ReadonlyArray<{ choose: () => void }>
  /** Enter without a selection: the form submits the typed text. */
  onSubmit: () => void
  onClose: () => void
}

/** The keys of a combobox's list, and the attributes of its options. */
export function useChoices({ input, listId, choices, onSubmit, onClose }: Choices) {
  const [active, setActive] = useState(-1)
  const chosen = Math.min(active, choices.length - 1)
  const idOf = (index: number) => `${listId}-${index}`
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // While letters are being composed, the keys belong to the composition.
    if (event.isComposing) return
    const steps: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }
    const next = steps[event.key]
    if (next !== undefined && choices.length > 0) {
      event.preventDefault()
      setActive(next < -1 ? choices.length - 1 : next >= choices.length ? -1 : next)
    } else if (event.key === 'Enter') {
      if (chosen < 0) return onSubmit()
      event.preventDefault()
      choices[chosen]?.choose()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
  })
  useEffect(() => {
    const field = input.current
    const hear = (event: KeyboardEvent) => onKey(event)
    field?.setAttribute('aria-autocomplete', 'list')
    field?.addEventListener('keydown', hear)
    return () => field?.removeEventListener('keydown', hear)
  }, [input])
  useEffect(() => {
    const field = input.current
    if (chosen < 0) field?.removeAttribute('aria-activedescendant')
    else field?.setAttribute('aria-activedescendant', `${listId}-${chosen}`)
    return () => field?.removeAttribute('aria-activedescendant')
  }, [input, listId, chosen])
  return (index: number) => ({
    id: idOf(index),
    role: 'option',
    'aria-selected': index === chosen,
    // The field keeps the focus.
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerMove: () => setActive(index),
    onClick: choices[index]?.choose,
  })
}
