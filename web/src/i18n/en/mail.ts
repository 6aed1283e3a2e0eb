import type th from '../th/mail'

export default {
  verify: {
    title: 'Verify your e-mail | Manao',
    heading: 'Verify your e-mail',
    text: 'We send receipts and news about the security of your account there. With it you can order without a Thai mobile number.',
    beforePaying: 'One more step before you pay. Verify your e-mail and we take you right back.',
    change: 'Enter the new address. The present one stays until the new one is verified, and is told of the change.',
    now: 'Your verified address is {{email}}',
    done: 'Your e-mail is verified',
    byNumber: 'Verify a mobile number instead',
  },
  settings: {
    heading: 'Mail from us',
    to: 'Sent to {{address}}',
    none: 'You have no verified e-mail, so our news only goes to your inbox here.',
    receipts: 'Receipts',
    receiptsText: 'When everything in an order has been delivered',
    orders: 'Orders in trouble',
    ordersText: 'When money comes late, an order is delayed, and when that is mended',
    always: 'Codes and news about the security of your account are always sent.',
    language: 'Language of mails and text messages',
    saved: 'Saved',
  },
  off: {
    title: 'Stop mail | Manao',
    heading: 'Stop mails like this',
    receipts: 'We will send you no more receipts by mail. You still find them with your orders.',
    orders: 'We will send you no more mail about orders in trouble. The news still goes to your inbox here.',
    button: 'Stop them',
    receiptsDone: 'Done. You get no more receipts by mail.',
    ordersDone: 'Done. You get no more mail about orders in trouble.',
    unknown: 'This link is not complete. Please open it from the mail again, or choose in your profile.',
    profile: 'All mail settings in your profile',
  },
} satisfies typeof th
