import type th from '../th/mail'

export default {
  verify: {
    title: 'Verify your e-mail | Manao',
    heading: 'Verify your e-mail',
    text: 'We send receipts and security notices there. With it you can order without a Thai mobile number.',
    beforePaying: 'One more step before you pay. Verify your e-mail and we take you right back.',
    change: 'Enter the new address. Your current address stays until the new one is verified, and gets a note about the change.',
    now: 'Your verified address is {{email}}',
    done: 'Your e-mail is verified',
    byNumber: 'Verify a mobile number instead',
  },
  settings: {
    heading: 'E-mails from us',
    to: 'Sent to {{address}}',
    none: 'You have no verified e-mail, so our notices only go to your inbox here.',
    receipts: 'Receipts',
    receiptsText: 'When everything in an order has been delivered',
    orders: 'Problems with orders',
    ordersText: 'When money comes late, an order is delayed, and when it is fixed',
    always: 'Codes and security notices are always sent.',
    language: 'Language of e-mails and text messages',
    saved: 'Saved',
  },
  off: {
    title: 'Stop e-mails | Manao',
    heading: 'Unsubscribe from these e-mails',
    receipts: 'We will send you no more receipts by e-mail. You still find them with your orders.',
    orders: 'We will send you no more e-mails about problems with orders. The notices still go to your inbox here.',
    tournaments: 'We will send you no more e-mails about tournaments. The notices still go to your inbox here.',
    button: 'Stop them',
    receiptsDone: 'Done. You get no more receipts by e-mail.',
    ordersDone: 'Done. You get no more e-mails about problems with orders.',
    tournamentsDone: 'Done. You get no more e-mails about tournaments.',
    unknown: 'This link is not complete. Please open it from the e-mail again, or choose in your profile.',
    profile: 'All e-mail settings in your profile',
  },
} satisfies typeof th
