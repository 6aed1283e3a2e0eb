import type th from '../th/productTerms'

export default {
  version: '2026-11-25',
  ofDay: 'Version of {{day}}, in addition to Manao’s terms of service',
  buy: 'See products',
  all: 'Terms of service',
  roblox: {
    title: 'Roblox terms | Manao',
    description:
      'The terms of buying Robux and Roblox gift cards at Manao: which accounts they work with, where to redeem them, and refunds.',
    heading: 'Terms for Roblox',
    sections: [
      {
        title: 'The product and its provider',
        text: 'Robux and Roblox gift cards are issued by Roblox Corporation, and their use in games is subject to the terms of Roblox. Manao sells the cards and codes; it does not run the games.',
      },
      {
        title: 'Accounts they work with',
        text: 'Codes work with Roblox accounts of any country. Once redeemed, a code belongs to that account and cannot be moved. Check that you are logged in to the right account before you redeem it.',
      },
      {
        title: 'How to redeem',
        text: 'Log in at roblox.com/redeem, enter the code shown in your order, and spend the credit on Robux or a Premium membership. Codes can only be redeemed in a browser, not in the mobile app.',
      },
      {
        title: 'Minors',
        text: 'Buyers under 20 need the consent of a guardian. Roblox accounts of children under 13 may have spending limits set by their parents.',
      },
      {
        title: 'Cancellation and refunds',
        text: 'A code that has been shown cannot be cancelled, exchanged or returned. If a code does not work, contact us within 7 days with the order number; we check with the issuer and replace the code or refund you.',
      },
      {
        title: 'What is not allowed',
        text: 'Do not resell codes, redeem them for people who offer free Robux, or send them to anybody in a chat. Neither Manao nor Roblox will ever ask for a code or your password.',
      },
    ],
  },
  playStation: {
    title: 'PlayStation Network terms | Manao',
    description: 'The terms of buying PlayStation Store gift cards for Thailand at Manao: account region, how to redeem, and refunds.',
    heading: 'Terms for PlayStation Network',
    sections: [
      {
        title: 'The product and its provider',
        text: 'PlayStation Store gift cards are issued by Sony Interactive Entertainment, and their use is subject to the terms of PlayStation Network. Manao only sells the codes.',
      },
      {
        title: 'Accounts they work with',
        text: 'Codes only work with PlayStation accounts whose region is Thailand. The region of an account cannot be changed later; check it under Account Management before you buy.',
      },
      {
        title: 'How to redeem',
        text: 'Open PlayStation Store on a PS5, PS4, in the PlayStation app or at store.playstation.com, choose Redeem Code and enter the 12-digit code. The money is added to the account’s wallet at once.',
      },
      {
        title: 'Your wallet',
        text: 'The balance buys games, add-ons and PlayStation Plus. It cannot be paid out or moved to another account. PlayStation limits how much a wallet holds; above that, a code can only be redeemed once some of the balance is spent.',
      },
      {
        title: 'Cancellation and refunds',
        text: 'A code that has been shown cannot be cancelled, exchanged or returned, also not when the account’s region is another one. If a code does not work for another reason, contact us within 7 days with the order number and the message on your screen.',
      },
      {
        title: 'Minors',
        text: 'Child accounts cannot redeem codes themselves. The family manager redeems them and sets a spending limit.',
      },
    ],
  },
  riot: {
    title: 'Riot Games gift card terms | Manao',
    description: 'The terms of buying Riot Games gift cards at Manao, for VALORANT, League of Legends and Teamfight Tactics.',
    heading: 'Terms for Riot Games gift cards',
    sections: [
      {
        title: 'The product and its provider',
        text: 'Riot Games gift cards are issued by Riot Games and buy VALORANT Points or Riot Points. Their use is subject to the terms of Riot Games. Manao only sells the codes.',
      },
      {
        title: 'Accounts they work with',
        text: 'Codes only work with Riot accounts whose region is Thailand. Each code works once and for one game; choose the right game before you confirm.',
      },
      {
        title: 'How to redeem',
        text: 'Open the in-game store, choose to buy points and then a prepaid code, or log in to the Riot Games redemption page. Enter the code shown in your order and check the amount before you confirm.',
      },
      {
        title: 'How many points you get',
        text: 'It depends on the in-game price of the day you redeem the code, which Riot Games sets and may change. Points cannot be used in another game or given to somebody else.',
      },
      {
        title: 'Cancellation and refunds',
        text: 'A code that has been shown cannot be cancelled, exchanged or returned. If a code does not work, contact us within 7 days with the order number; we check with the issuer and replace the code or refund you.',
      },
      {
        title: 'Suspended accounts',
        text: 'If Riot Games suspends an account for breaking the rules of the game, the points on it may be lost, and Manao cannot refund them.',
      },
    ],
  },
} satisfies Record<keyof typeof th, unknown>
