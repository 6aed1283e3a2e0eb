import type th from '../th/notices'

export default {
  heading: 'Tournament notifications',
  intro: 'We notify you once about each unread tournament message, even when this page is closed.',
  state: { on: 'This browser: on', off: 'This browser: off' },
  saved: 'Saved',
  here: {
    label: 'Notify this browser',
    on: 'On. It pauses while you are logged out.',
    off: 'Your browser will ask for permission first.',
    asking: 'Waiting for your permission in the browser…',
    unsupported:
      'This browser cannot receive notifications from websites. Try Chrome, Edge or Firefox. On iPhone and iPad, add Manao to the home screen first, or choose e-mail below.',
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
    forgotten: '{{device}} will no longer get notifications.',
  },
  mail: {
    heading: 'E-mail',
    to: 'Sent to {{address}}',
    none: 'You need a verified e-mail address to get these by e-mail.',
    verify: 'Verify an e-mail',
    off: 'Off',
    offText: 'Inbox only',
    instead: 'Backup',
    insteadText: "If we can't reach a browser",
    always: 'Always',
    alwaysText: 'In addition to browsers',
  },
  quiet: {
    label: 'Quiet hours',
    off: 'None: notifications may come at any time.',
    on: 'Messages wait and arrive as one when quiet hours end, except when a match starts within the hour.',
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
