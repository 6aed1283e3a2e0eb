export const TOURNAMENTS: string = '/esport/tournament'

export const tournamentPath = (id: number): string => `${TOURNAMENTS}/${id}`
