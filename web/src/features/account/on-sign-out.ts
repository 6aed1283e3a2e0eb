/** Data of one user that this browser keeps. */
interface PersonalData {
  /** Deletes the data of a user who signs out; undefined if the session had ended before. */
  forget: (userId: number | undefined) => void
  /** Returns how many unsent messages would be lost. */
  countUnsent?: (userId: number) => Promise<number>
}

const registered = new Set<PersonalData>()

/** Registers data that a sign-out on this device deletes. */
export function onSignOut(data: PersonalData): void {
  registered.add(data)
}

export function forgetPersonalData(userId: number | undefined): void {
  for (const { forget } of registered) forget(userId)
}

export async function countUnsent(userId: number): Promise<number> {
  const counts = await Promise.all([...registered].map((data) => data.countUnsent?.(userId) ?? 0))
  return counts.reduce((sum, count) => sum + count, 0)
}
