import { useEffect, useEffectEvent, useMemo, useReducer } from 'react'
import type { Swap } from './arrangement'

interface Step {
  swap: Swap
  at: number
}

interface History {
  steps: readonly Step[]
  /** Number of swaps in effect; the rest were undone. */
  done: number
}

type Action = { swap: Swap; at: number } | 'undo' | 'redo' | 'clear'

const NOTHING: History = { steps: [], done: 0 }

export function step({ steps, done }: History, action: Action): History {
  if (action === 'undo') return { steps, done: Math.max(0, done - 1) }
  if (action === 'redo') return { steps, done: Math.min(steps.length, done + 1) }
  if (action === 'clear') return NOTHING
  // The next swap drops the undone ones.
  return { steps: [...steps.slice(0, done), { swap: action.swap, at: action.at }], done: done + 1 }
}

/** Histories by draft, as long as the tab lives: staff may open another section in the meantime. */
const kept = new Map<string, History>()

/** Unsaved manual swaps, with undo and redo. `of`: the draft that they belong to. */
export function useHistory(of: string) {
  const [{ steps, done }, act] = useReducer((history: History, action: Action) => {
    const next = step(history, action)
    kept.set(of, next)
    return next
  }, kept.get(of) ?? NOTHING)
  const made = useMemo(() => steps.slice(0, done), [steps, done])
  return {
    made,
    canUndo: done > 0,
    canRedo: done < steps.length,
    swap: (swap: Swap) => act({ swap, at: Date.now() }),
    undo: () => act('undo'),
    redo: () => act('redo'),
    clear: () => act('clear'),
  }
}

/** Ctrl+Z undoes, with Shift (or Ctrl+Y) redoes; not while a text field has the focus, where the keys belong to the text. */
export function useUndoKeys({ undo, redo }: Pick<DrawHistory, 'undo' | 'redo'>, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
    if ((event.target as Element).closest?.('input, textarea, dialog')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redo()
    else undo()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}

export type DrawHistory = ReturnType<typeof useHistory>
