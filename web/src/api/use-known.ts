import { useSession } from './session'

/** Whether it is known who looks, or cannot be known for now: answers that differ by viewer are not asked for before. */
export const useKnown = (): boolean => useSession(({ status, unsure }) => status !== 'unknown' || unsure === true)
