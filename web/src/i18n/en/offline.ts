import type th from '../th/offline'

export default {
  title: 'Offline | Manao',
  offline: { heading: 'You are offline', text: 'This page needs the internet. It opens by itself as soon as you are back online.' },
  unreachable: {
    heading: 'We cannot reach Manao',
    text: 'Your connection may be down, or the site is not answering. This page opens by itself as soon as it does.',
  },
  retry: 'Try again',
  matches: 'Your matches',
  versus: 'vs {{opponent}}',
  unknown: 'Opponent not known yet',
  time: '{{day}}, {{time}} Bangkok time',
  label: 'Match {{label}}',
  room: 'Match room {{id}}',
  orders: 'Open orders',
  state: { pending: 'To pay', paid: 'Delivering', error: 'With support', expired: 'Expired' },
  baht: '฿{{amount}}',
  seen: 'As of {{at}}',
  matchesNote: 'Times and opponents may have changed since.',
  ordersNote: 'Amounts and statuses may have changed since. You will see the current ones once you are back online.',
  nothing: 'Your next matches and open orders show up here once you have looked at them on this device while logged in.',
} satisfies typeof th
