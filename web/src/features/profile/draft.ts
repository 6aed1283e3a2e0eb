import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ProfileOutput, ProfileValues } from './schema'

type ProfileForm = UseFormReturn<ProfileValues, unknown, ProfileOutput>

/** Numbers of cards are encrypted on the server, so they must not be stored in the browser. */
const NEVER_KEPT = ['idCardNumber', 'studentCardNumber'] as const

const keyOf = (userId: number) => `manao.profileDraft.${userId}`

interface Draft {
  version: number
  values: Partial<ProfileValues>
}

/** Drops the stored draft: it was saved, or is not wanted. */
export function dropDraft(userId: number): void {
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {
    // Storage may be refused; then nothing was stored.
  }
}

function read(userId: number): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Stores the input for as long as the tab lives, so that a sign-in halfway (or a reload) loses nothing. Returns whether something was restored.
 */
export function useDraft(form: ProfileForm, userId: number, version: number): boolean {
  const [restored] = useState(() => read(userId))
  const fits = restored?.version === version
  useEffect(() => {
    if (!restored || !fits) return
    for (const [field, value] of Object.entries(restored.values)) {
      form.setValue(field as keyof ProfileValues, value, { shouldDirty: true })
    }
  }, [form, restored, fits])
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      later = undefined
      const { dirtyFields } = form.formState
      const all = form.getValues()
      const changed = (Object.keys(dirtyFields) as Array<keyof ProfileValues>).filter((field) => !NEVER_KEPT.includes(field as never))
      const values = Object.fromEntries(changed.map((field) => [field, all[field]])) as Draft['values']
      try {
        if (changed.length === 0) sessionStorage.removeItem(keyOf(userId))
        else sessionStorage.setItem(keyOf(userId), JSON.stringify({ version, values } satisfies Draft))
      } catch {
        // see dropDraft()
      }
    }
    const stop = form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: () => {
        clearTimeout(later)
        later = setTimeout(keep, 200)
      },
    })
    // Stores the last input when the page or the form goes away.
    const flush = () => {
      if (later === undefined) return
      clearTimeout(later)
      keep()
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      stop()
      flush()
    }
  }, [form, userId, version])
  return fits && restored !== undefined
}
