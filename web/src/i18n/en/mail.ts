import type th from '../th/mail'

export default {
  verify: {
    title: 'Verify your e-mail | Manao',
    heading: 'Verify your e-mail',
    text: 'We send receipts and security alerts to it. With it you can order without a Thai mobile number.',
    beforePaying: 'One more step before you pay. Verify your e-mail and we take you right back.',
    change: 'Enter the new address. Your current one stays in use until the new one is verified, and gets a note about the change.',
    now: 'Your verified address is {{email}}',
    done: 'Your e-mail is verified',
    byNumber: 'Verify a mobile number instead',
  },
  settings: {
    heading: 'E-mails from us',
    to: 'Sent to {{address}}',
    none: 'You have no verified e-mail, so we only notify you in your inbox here.',
    receipts: 'Receipts',
    receiptsText: 'Once everything in an order has been delivered',
    orders: 'Problems with orders',
    ordersText: 'When a payment arrives late or an order is delayed, and when it’s fixed',
    always: 'Verification codes and security alerts are always sent.',
    language: 'Language of e-mails and text messages',
    saved: 'Saved',
  },
  off: {
    title: 'Stop e-mails | Manao',
    heading: 'Unsubscribe from these e-mails',
    receipts: 'We’ll stop e-mailing you receipts. You can still find them with your orders.',
    orders: 'We’ll stop e-mailing you about problems with orders. You’ll still see them in your inbox here.',
    tournaments: 'We’ll stop e-mailing you about tournaments. You’ll still see them in your inbox here.',
    button: 'Unsubscribe',
    receiptsDone: 'Done. You won’t get receipts by e-mail any more.',
    ordersDone: 'Done. You won’t get e-mails about problems with orders any more.',
    tournamentsDone: 'Done. You won’t get e-mails about tournaments any more.',
    unknown: 'This link is incomplete. Please open it from the e-mail again, or change your e-mail settings in your profile.',
    profile: 'All e-mail settings in your profile',
  },
} satisfies typeof th
