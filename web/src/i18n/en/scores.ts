import type th from '../th/scores'

export default {
  champion: 'Champion',
  last: 'Latest result',
  leader: 'Leading',
  versus: 'against',
  points_one: '{{count}} point',
  points_other: '{{count}} points',
  playing_one: '{{count}} match live',
  playing_other: '{{count}} matches live',
} satisfies Record<keyof typeof th | 'points_one' | 'playing_one', unknown>
