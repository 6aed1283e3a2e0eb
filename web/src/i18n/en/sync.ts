import type th from '../th/sync'

export default {
  terms: {
    new: {
      title: 'Terms of service',
      text: 'Please read the terms to the end and accept them to continue.',
    },
    old: {
      title: 'Welcome back to Manao',
      text: 'We found your earlier account. Please read the new terms to the end and accept them, then choose a profile to continue with.',
    },
    outdated: 'The terms of service have changed. Please read and accept the new version.',
    oldPage:
      'The terms of service have changed, and this page still shows the old ones. Please reload it to read and accept the current version.',
    reload: 'Reload',
    toEnd: 'Scroll to the end of the terms',
    readFirst: 'You can accept once you have read to the end.',
    accept: 'I have read and accept the terms of service',
    proceed: 'Continue',
  },
  picker: {
    title: 'Choose a profile to continue with',
    one: 'We found your earlier profile. You’ll continue with it.',
    several: 'We found {{count}} earlier profiles of yours. Choose one; this can’t be changed later.',
    help: 'Not yours, or not sure? Contact our team:',
    lastLogin: 'Last login {{date}}',
    lastTournament: 'Last tournament {{name}}',
    proceed: 'Use this profile',
  },
} satisfies Record<keyof typeof th, unknown>
