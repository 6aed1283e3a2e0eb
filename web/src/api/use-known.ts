import { useSession } from './session'

/** Whether the viewer is known, or cannot be known for now: answers that differ by viewer are not fetched before. */
export const useKnown = (): boolean => useSession(({ status, unsure }) => status !== 'unknown' || unsure === true)
