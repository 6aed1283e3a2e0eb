import type th from '../th/sync'

export default {
  terms: {
    new: {
      title: 'Terms of service',
      text: 'Please read the terms to the end and accept them to go on.',
    },
    old: {
      title: 'Welcome back to Manao',
      text: 'We found your earlier account. Please read the new terms to the end and accept them, then choose the profile to go on with.',
    },
    outdated: 'The terms of service have changed. Please read and accept the new version.',
    oldPage: 'The terms of service have changed, and this page still shows the old ones. Please reload it to read and accept those of now.',
    reload: 'Reload',
    toEnd: 'Scroll to the end of the terms',
    readFirst: 'You can accept once you have read to the end.',
    accept: 'I have read and accept the terms of service',
    proceed: 'Continue',
  },
  picker: {
    title: 'Choose the profile to go on with',
    one: 'We found your earlier profile. You will go on with it.',
    several: 'We found {{count}} earlier profiles of yours. Please choose one; this cannot be changed later.',
    lastLogin: 'Last seen {{date}}',
    lastTournament: 'Last tournament {{name}}',
    proceed: 'Use this profile',
  },
} satisfies Record<keyof typeof th, unknown>
