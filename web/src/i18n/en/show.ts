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
  joined_team_one: '{{count}} team',
  joined_team_other: '{{count}} teams',
  joined_player_one: '{{count}} player',
  joined_player_other: '{{count}} players',
  scene: { tree: 'Bracket', tables: 'Standings', board: 'Board', next: 'Next matches', results: 'Latest results' },
  remote: 'Screen controls',
  previous: 'Previous',
  next: 'Next',
  pause: 'Pause',
  play: 'Resume',
  full: 'Full screen',
} satisfies Record<keyof typeof th | `joined_${'team' | 'player'}_one`, unknown>
