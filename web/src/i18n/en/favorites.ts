import type th from '../th/favorites'

export default {
  title: 'Favourites | Manao',
  heading: 'Favourites',
  empty: 'No favourites yet. Tap the heart on a game to keep it here.',
  lastPlayer: 'Top up last ID',
  choose: 'Choose games',
} satisfies typeof th
