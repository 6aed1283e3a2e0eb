/** The questions asked most, and the headings of the manual that answer them. */
export const TOP_QUESTIONS = [
  { key: 'status', page: 'how-to-register', heading: 'status' },
  { key: 'missing', page: 'why-my-team-is-not-in-tournament', heading: 'find' },
  { key: 'time', page: 'match-appointment', heading: 'default' },
  { key: 'result', page: 'score-submission', heading: 'dispute' },
] as const
