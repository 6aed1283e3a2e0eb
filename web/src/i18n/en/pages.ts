import type th from '../th/pages'

export default {
  contents: 'Contents',
  terms: {
    version: '2026-11-22',
    title: 'Terms of service | Manao',
    description: 'The terms of buying game credit and gift cards at Manao.',
    heading: 'Terms of service',
    ofDay: 'Version of {{day}}',
    products: 'Additional terms for products',
    sections: [
      {
        title: 'The shop and its sellers',
        text: 'Manao is a top-up shop run by a telecom provider; products come from third-party sellers. Prices are in Thai baht. Where a price excludes VAT, the tax is a line of its own.',
      },
      {
        title: 'Orders are final',
        text: 'Digital goods reach the account at once, so an order cannot be cancelled or refunded after payment. Please check the ID, the player’s name and the server before paying.',
      },
      {
        title: 'If a delivery fails',
        text: 'Your money is kept safe. Our team sends it again or refunds you. You never pay twice, and Purchases shows the status.',
      },
      {
        title: 'PromptPay QR codes',
        text: 'Each QR code is valid for 10 minutes, and an order not paid within 30 minutes expires. Money that arrives later is never lost: we deliver, or our team takes care of it.',
      },
      {
        title: 'Accounts',
        text: 'Registration is free. Ordering needs a verified e-mail or Thai mobile number. A suspended account can still see its own data.',
      },
      {
        title: 'Tournaments and teams',
        text: 'Entering tournaments, creating a team and applying as an organizer cost nothing. Organizers answer for their own tournaments; Manao is not responsible for how they are run. Prizes are handed over by the organizer.',
      },
      {
        title: 'Fair use',
        text: 'Do not use somebody else’s account, cheat in matches or insult people. An account that does may be suspended; its owner can still log in and see their own data.',
      },
    ],
    privacy: [
      {
        title: 'Privacy: what we keep',
        text: 'To sell and deliver, we keep your name, e-mail or mobile number, player IDs, orders and payments. If you fill in your profile or verify your identity, we also keep what you tell us there: picture, full name, birthday, gender, occupation, address, school or workplace, the number you verified with, national ID number and student card number.',
      },
      {
        title: 'Identity documents',
        text: 'Pictures of ID and student cards, a guardian’s consent and other documents you attach are private and open only to you and those with a right to see them. Every view is recorded; you can see the record and delete the documents yourself. Minors need the consent of a guardian.',
      },
      {
        title: 'Security and records',
        text: 'ID numbers and product codes are encrypted. For security, and so that things can be traced later, we record each look at a code, each login with its device and IP address, the terms you accept, and what happens to your account. Our cookies are those that logging in and ordering need, one that remembers your language, and one that knows a device you have used before (400 days), so that we can tell you of a new one.',
      },
      {
        title: 'Who receives data',
        text: 'We pass on only what an order needs: the player ID to whoever delivers, payment details to the payment provider, and the mobile number to the telecom operator. Other users see only your display name and picture, and your university if you are 18 or older.',
      },
    ],
  },
  contact: {
    title: 'Contact | Manao',
    description: 'How to reach our team, and answers to common questions on payment, delivery and your account.',
    heading: 'Contact',
    text: 'With the order number or reference we see every step at once. No need to send a slip.',
    order: 'About order {{number}}',
    email: 'E-mail',
    emailHours: 'answered within a day',
    phone: 'Phone',
    hours: '24 hours a day',
    line: 'LINE',
    lineHours: 'daily 9:00–24:00',
  },
  services: {
    title: 'Services | Manao',
    heading: 'Services',
    text: 'Game top-ups and genuine codes in one place, easy to pay, with every step in sight.',
    choose: 'Choose a game',
    ask: 'Contact us',
    items: [
      { title: 'Game top-ups', text: 'Straight to your player ID, no password needed. We show the player’s name before you pay.' },
      { title: 'Gift cards and codes', text: 'Genuine codes from authorised sellers, shown as soon as you pay and kept for later.' },
      { title: 'PromptPay QR', text: 'Scan with any banking app; the page updates automatically, no refreshing.' },
      { title: 'Every order looked after', text: 'Every baht is accounted for. If a partner can’t deliver, our team knows at once.' },
    ],
  },
} satisfies Record<keyof typeof th, unknown>
