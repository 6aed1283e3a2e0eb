/** Whether the network may be used for what nobody has asked for yet: not offline, on a slow line, or where data is to be saved. */
export function mayPrefetch(): boolean {
  const { onLine, connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return onLine && !connection?.saveData && !connection?.effectiveType?.includes('2g')
}
