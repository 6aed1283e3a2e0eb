import type th from '../th/show'

export default {
  tv: { title: 'Tournament screen | Manao' },
  embed: { title: 'Tournament | Manao' },
  overlay: { title: 'Stream overlay | Manao' },
  gone: 'This tournament was not found.',
  unknownMatch: 'This match was not found',
  loading: 'Loading',
  notYet: 'Not drawn yet',
  startsIn: 'Starts in',
  soon: 'The draw is about to be published',
  joined_one: '{{count}} entrant',
  joined_other: '{{count}} entrants',
  scene: { tree: 'Bracket', tables: 'Standings', board: 'Board', next: 'Next matches', results: 'Latest results' },
  remote: 'Screen controls',
  previous: 'Previous',
  next: 'Next',
  pause: 'Pause',
  play: 'Resume',
  full: 'Full screen',
} satisfies Record<keyof typeof th | 'joined_one', unknown>
