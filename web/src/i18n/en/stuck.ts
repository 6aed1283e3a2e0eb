import type th from '../th/stuck'

export default {
  title: 'Still stuck?',
  text: 'Write to us. We’ll see which page you were on, and answer in your inbox.',
  write: 'Write to us',
} satisfies typeof th
