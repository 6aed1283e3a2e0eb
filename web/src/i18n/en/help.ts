import type th from '../th/help'

export default {
  groups: [
    {
      title: 'Payment',
      items: [
        {
          question: 'How can I pay?',
          answer:
            'Scan a PromptPay QR code with any Thai banking app, or charge an AIS prepaid or postpaid number. The payment page shows the minimum and maximum of each.',
        },
        {
          question: 'I transferred the money, but the order has expired',
          answer: 'Your money isn’t lost. We check every late payment, then deliver or have our team contact you. Please don’t pay again.',
        },
        {
          question: 'I transferred the wrong amount',
          answer: 'Contact us with the order number. Our team can see what came in, and will refund it or deliver.',
        },
        { question: 'Can I get a receipt or tax invoice?', answer: 'Yes. Open the paid order under Purchases and choose Receipt.' },
        {
          question: 'How do I use a discount code?',
          answer: 'Enter it on the payment page, or save it under My coupons first and pick it when you pay.',
        },
      ],
    },
    {
      title: 'Delivery',
      items: [
        {
          question: 'How long does it take?',
          answer: 'Usually seconds after you pay. Some games take up to 30 minutes; the order page shows the time of every step.',
        },
        {
          question: 'It says it couldn’t be delivered',
          answer: 'Your money is safe. Our team already has it, and will deliver again or refund you. There’s nothing you need to do.',
        },
        {
          question: 'Do gift cards work with foreign accounts?',
          answer: 'No. Our cards only work with accounts registered in Thailand. Check your account’s country before you buy.',
        },
        {
          question: 'Can I exchange or return something?',
          answer: 'Digital goods can’t be exchanged or returned once delivered. An order you haven’t paid yet can be cancelled.',
        },
      ],
    },
    {
      title: 'Account and security',
      items: [
        {
          question: 'Do I have to be an AIS customer?',
          answer:
            'No. Log in with a Thai number of any network, or with Google, Facebook or LINE. Only charging a mobile number needs an AIS number.',
        },
        {
          question: 'My verification code doesn’t arrive',
          answer: 'Check the number and your signal. After a minute you can have it resent. We never call to ask for a code.',
        },
        {
          question: 'Where do I set or change my password?',
          answer: 'Under Me, then Password. If you log in with Google, Facebook or LINE, change the password of that account there.',
        },
        {
          question: 'Somebody else is in my account',
          answer: 'Under Me, log out everywhere. Then change your password and contact us. Every view of a code is logged.',
        },
      ],
    },
    {
      title: 'Tournaments',
      items: [
        {
          question: 'Does entering cost anything?',
          answer:
            'Entering, creating a team and becoming an organizer are free at Manao. Some organizers charge an entry fee of their own; see the tournament’s page.',
        },
        {
          question: 'I have a problem with a result',
          answer:
            'Contact the organizer in the match room or on the tournament’s page. The organizer decides results and hands over prizes.',
        },
      ],
    },
  ],
} satisfies typeof th
