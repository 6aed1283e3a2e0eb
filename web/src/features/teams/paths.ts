/** The list of tournaments. */
export const TOURNAMENTS: string = '/esport/tournament'

/** Where a tournament is told of. */
export const tournamentPath = (id: number): string => `${TOURNAMENTS}/${id}`

/** Where a captain enters the team. */
export const entryPath = (id: number): string => `${tournamentPath(id)}/register`
