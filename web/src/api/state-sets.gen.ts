// Made by scripts/state-sets.mjs.
import type { EntrantStatus, MatchState } from './generated'

const IS_ACTIVE_ENTRANT: readonly EntrantStatus[] = ['incomplete_team', 'register', 'join', 'invalid', 'waitlist']
export const isActiveEntrant = (state: EntrantStatus): boolean => IS_ACTIVE_ENTRANT.includes(state)

const IS_LISTED_ENTRANT: readonly EntrantStatus[] = ['incomplete_team', 'register', 'join', 'invalid', 'waitlist', 'disqualified']
export const isListedEntrant = (state: EntrantStatus): boolean => IS_LISTED_ENTRANT.includes(state)

const MAY_BE_ADMITTED: readonly EntrantStatus[] = ['register', 'invalid', 'waitlist']
export const mayBeAdmitted = (state: EntrantStatus): boolean => MAY_BE_ADMITTED.includes(state)

const MAY_BE_FOUND_INVALID: readonly EntrantStatus[] = ['register', 'join', 'waitlist']
export const mayBeFoundInvalid = (state: EntrantStatus): boolean => MAY_BE_FOUND_INVALID.includes(state)

const IS_LISTED_MATCH: readonly MatchState[] = ['locked', 'waiting', 'ready', 'scheduled', 'playing', 'submitted', 'disputed', 'decided', 'cancelled']
export const isListedMatch = (state: MatchState): boolean => IS_LISTED_MATCH.includes(state)

const IS_RUNNING_MATCH: readonly MatchState[] = ['playing', 'submitted', 'disputed']
export const isRunningMatch = (state: MatchState): boolean => IS_RUNNING_MATCH.includes(state)

const IS_SETTLED_MATCH: readonly MatchState[] = ['decided', 'bye', 'void', 'cancelled']
export const isSettledMatch = (state: MatchState): boolean => IS_SETTLED_MATCH.includes(state)

const IS_UPCOMING_MATCH: readonly MatchState[] = ['ready', 'scheduled']
export const isUpcomingMatch = (state: MatchState): boolean => IS_UPCOMING_MATCH.includes(state)

const MAY_MOVE_MATCH: readonly MatchState[] = ['locked', 'waiting', 'ready', 'scheduled', 'playing']
export const mayMoveMatch = (state: MatchState): boolean => MAY_MOVE_MATCH.includes(state)
