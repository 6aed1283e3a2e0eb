import type th from '../th/notices'

export default {
  heading: 'Tournament notifications',
  intro: 'Tournament messages that you have not read yet reach you once each, even when this page is closed.',
  state: { on: 'This browser: on', off: 'This browser: off' },
  saved: 'Saved',
  here: {
    label: 'Notify this browser',
    on: 'On. It pauses while you are logged out.',
    off: 'Your browser asks for your permission first.',
    asking: 'Waiting for your permission in the browser…',
    unsupported:
      'This browser cannot receive notifications from websites. Try Chrome, Edge or Firefox. On iPhone and iPad, add Manao to the home screen first, or choose email below.',
    denied:
      'You have blocked notifications from Manao in this browser. Allow them with the icon beside the address, then turn them on here.',
    dismissed: 'Still off: the browser was not given permission.',
    failed: 'The browser could not reach its notification service. Please try again.',
    turnedOn: 'Notifications are on in this browser.',
    turnedOff: 'Notifications are off in this browser.',
  },
  browsers: {
    heading: 'Browsers that get notifications',
    current: 'This browser',
    unknown: 'Unknown browser',
    since: 'On since {{at}}',
    forget: 'Stop',
    forgetOf: 'Stop notifying {{device}}',
    forgotten: '{{device}} gets no more notifications.',
  },
  mail: {
    heading: 'Email',
    to: 'Sent to {{address}}',
    none: 'You need a verified email address to get these by email.',
    verify: 'Verify an email',
    off: 'Off',
    offText: 'Only in the inbox',
    instead: 'Instead',
    insteadText: 'When no browser can be reached',
    always: 'Always',
    alwaysText: 'As well as in browsers',
  },
  quiet: {
    label: 'Quiet hours',
    off: 'None: notifications may come at any time.',
    on: 'Messages wait and come as one when quiet hours end, except for a match that starts within the hour.',
    from: 'From',
    to: 'To',
    zone: 'Bangkok time',
    time: '{{time}}',
  },
  offer: {
    text: 'Get notified about this match, even when this page is closed',
    turnOn: 'Turn on notifications',
    dismiss: "Don't ask again",
  },
} satisfies typeof th
