/** Contact details of the team. */
export const SUPPORT = { email: 'support@manao.example', phone: '1175', line: '@manao.example' } as const
