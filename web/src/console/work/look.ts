/** One panel around the rows of a list. */
export const LIST = 'divide-y divide-line rounded-panel border border-line bg-panel'

/** A row of a list; what does not fit goes to a second line. */
export const ROW = 'flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5'
