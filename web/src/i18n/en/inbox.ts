import type th from '../th/inbox'

export default {
  title: 'Inbox | Manao',
  heading: 'Inbox',
  streams: 'Choose an inbox',
  stream: { shop: 'Shop', esports: 'Esports' },
  readAll: 'Mark all as read',
  unread: 'Unread',
  delete: 'Delete {{title}}',
  deleted: 'Message deleted',
  undo: 'Undo',
  empty: { shop: 'No messages from the shop yet. News about your orders will appear here.', esports: 'No tournament notifications yet.' },
  offer: {
    invitation: { accepted: 'Join', declined: 'Decline' },
    request: { accepted: 'Accept', declined: 'Decline' },
    answerTo: '{{answer}}: {{title}}',
    status: {
      pending: 'Still open, but no longer yours to answer.',
      accepted: 'Accepted',
      declined: 'Declined',
      cancelled: 'No longer open',
      expired: 'Expired',
    },
  },
  page: 'Page {{page}} of {{pages}}',
  previous: 'Previous',
  next: 'Next',
  kept: 'Messages are kept for {{days}} days.',
  activity: { heading: 'Recent account activity', empty: 'No activity yet.', more: 'Show more' },
} satisfies typeof th
