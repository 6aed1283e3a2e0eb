import type th from '../th/home'

export default {
  title: 'Manao: game top-ups by PromptPay, delivered in seconds',
  description: 'Game credit, gift cards and codes. Pay by PromptPay QR and watch it live until it reaches your account.',
  hero1: 'Top up fast,',
  hero2: 'see where your money is every second',
  heroText: 'Scan with PromptPay and this page turns by itself. No refreshing.',
  choose: 'Choose a game',
  cards: 'See gift cards',
  ticker_one: 'Latest delivery took {{seconds}} s',
  ticker_other: 'Last {{count}} deliveries took {{seconds}} s at the median',
  again: 'Buy again',
  twoTaps: 'Two taps',
  flash: 'Flash sale',
  endsIn: 'Ends in {{time}}',
  left: '{{count}} left',
  soldOut: 'Sold out',
  from: 'From {{price}} THB',
  soldOutGame: 'Sold out for now',
  forYou: 'Your first top-up',
  forYouText: 'Choose a game, enter your ID, scan to pay. We remember both, so next time takes two taps.',
} satisfies Record<keyof typeof th | 'ticker_one', unknown>
