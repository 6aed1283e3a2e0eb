import type th from '../th/sync'

export default {
  terms: {
    new: {
      title: 'Terms of service',
      text: 'Before you start, please read the terms to the end and accept them.',
    },
    old: {
      title: 'Welcome back to Manao',
      text: 'We found your earlier account. Please read the new terms to the end and accept them, then choose the profile to go on with.',
    },
    more: [
      {
        title: 'Tournaments and teams',
        text: 'Entering tournaments, creating a team and applying as a promoter cost nothing. Promoters answer for their own tournaments; Manao is not responsible for how they are run. Prizes are handed over by the promoter.',
      },
      {
        title: 'Identity documents',
        text: 'Documents you attach are private and open only to those with a right to see them. Every view is recorded, and you can see the record. Minors need the consent of a guardian.',
      },
      {
        title: 'Fair use',
        text: 'Do not use somebody else’s account, cheat in matches or insult people. An account that does may be suspended; its owner can still log in and see their own data.',
      },
    ],
    toEnd: 'Scroll to the end of the terms',
    readFirst: 'You can accept once you have read to the end.',
    accept: 'I have read and accept the terms of service',
    proceed: 'Continue',
  },
  picker: {
    title: 'Choose the profile to go on with',
    one: 'We found the earlier profile of {{identity}}. You will go on with it.',
    several: 'We found {{count}} profiles of {{identity}}. Please choose one; this cannot be changed later.',
    lastLogin: 'Last seen {{date}}',
    lastTournament: 'Last tournament {{name}}',
    proceed: 'Use this profile',
  },
} satisfies Record<keyof typeof th, unknown>
