/** A button of 36 px, as dense as the rows. */
export const smallButton =
  'num inline-flex min-h-9 items-center justify-center gap-2 rounded-control px-3 text-sm whitespace-nowrap text-text ring-1 ring-control ring-inset hover:ring-lime disabled:text-control disabled:ring-line'

/** A field of 36 px. */
export const smallField =
  'min-h-9 w-full min-w-0 rounded-control bg-ground px-3 text-sm text-text ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none'

/** Returns a count in groups of three: `1,234`. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
