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
  privacy: {
    version: '2026-11-28',
    title: 'Privacy notice | Manao',
    description: 'What Manao keeps, who can open your ID card, how long we keep it, and how to see, correct or delete it.',
    heading: 'Privacy notice',
    ofDay: 'Version of {{day}}',
    inTerms: {
      title: 'Privacy',
      text: 'We keep what selling and running tournaments needs. What that is, who sees it, for how long, and how to delete it is told on a page of its own.',
    },
    documents: {
      title: 'Who can open your ID card',
      text: 'Only you, our staff, and the organizer and co-organizers of a tournament that you gave it to. Organizers can open it until 90 days after the tournament, and no longer once the entry is withdrawn. Captains, teammates and assistants never can. Whenever somebody else opens it, we record it and tell you in your inbox who it was.',
    },
    organizers: {
      title: 'What else organizers see',
      text: 'Organizers see the real name, game ID and school of the players entered in their tournament, to check people on site. They never see card numbers, mobile numbers, e-mail addresses, postal addresses or birthdays. Results and display names are public.',
    },
    duration: { title: 'How long we keep it', text: 'Each thing for as long as it is needed.' },
    durations: [
      { what: 'Account and profile', until: 'until you ask us to delete them' },
      { what: 'Identity documents', until: 'until you delete them' },
      { what: 'Orders, payments and receipts', until: 'at least 5 years, as accounting and tax law requires' },
      { what: 'Inbox messages', until: '30 days' },
      { what: 'Records of ended logins', until: '30 days' },
      { what: 'One-time codes', until: '2 days' },
      { what: 'Results and messages in match rooms', until: 'kept as the record of the tournament' },
    ],
    rights: {
      title: 'See, correct or delete',
      text: 'On your profile you can correct your details, delete documents and see who opened them. A deleted document disappears from every entry at once. For a copy of your data, a change of locked details, or the deletion of your account, write to us as below. We answer within 30 days of confirming that it is you, and tell you what the law makes us keep.',
    },
    mine: 'My profile',
    controller: { title: 'Who is responsible, and how to reach us', text: 'Responsible for all data on this page is' },
    taxId: 'Tax ID {{number}}',
    phone: 'Phone {{number}}',
    complain: 'If you think we handle your data wrongly, you may complain to the Office of the Personal Data Protection Committee.',
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
    write: {
      heading: 'Write to us',
      visitor: 'Log in to write to us here. You can attach an order and pictures, and we’ll answer in your inbox and by e-mail.',
    },
  },
  services: {
    title: 'Services | Manao',
    description:
      'Game top-ups and codes by PromptPay, tournaments to enter solo or as a team, tools to run your own, and shows from the studio.',
    heading: 'Services',
    text: 'Top up in seconds, then compete with players from all over Thailand. One account does both.',
    ask: 'Contact us',
    topUp: 'Top-ups and codes',
    choose: 'Choose a game',
    compete: 'Play and run tournaments',
    find: 'See tournaments',
    esports: [
      {
        title: 'Tournaments',
        text: 'Solo or in a team, most of them free. Agree on a time, talk to the other side, report scores and watch the bracket live.',
        link: 'Find an open one',
      },
      {
        title: 'Teams',
        text: 'Create a team, invite friends, and see at once what anyone still lacks before you enter.',
        link: 'See all teams',
      },
      {
        title: 'Run your own',
        text: 'Becoming an organizer is free. Entries, draws, match rooms and standings come with it.',
        link: 'Become an organizer',
      },
      { title: 'Studio', text: 'Esports shows and match broadcasts from our studio.', link: 'See the schedule' },
    ],
    items: [
      { title: 'Game top-ups', text: 'Straight to your player ID, no password needed. We show the player’s name before you pay.' },
      { title: 'Gift cards and codes', text: 'Genuine codes from authorised sellers, shown as soon as you pay and kept for later.' },
      { title: 'PromptPay QR', text: 'Scan with any banking app; the page updates automatically, no refreshing.' },
      { title: 'Every order looked after', text: 'Every baht is accounted for. If a partner can’t deliver, our team knows at once.' },
    ],
  },
} satisfies Record<keyof typeof th, unknown>
