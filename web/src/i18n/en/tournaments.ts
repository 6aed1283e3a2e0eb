import type th from '../th/tournaments'

export default {
  status: {
    incomplete_team: 'Incomplete',
    register: 'Under review',
    join: 'Admitted',
    invalid: 'Documents to fix',
    reject: 'Not accepted',
    waitlist: 'Waiting list',
    withdrawn: 'Withdrawn',
    removed: 'Removed',
    disqualified: 'Disqualified',
  },
  waitlistAt: 'Waiting list, no. {{place}}',
} satisfies Record<keyof typeof th, unknown>
