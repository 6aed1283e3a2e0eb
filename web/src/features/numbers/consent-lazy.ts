import { texts } from '@/i18n'
import { part } from '@/ui/load'

/** Few buyers buy for somebody else's number: the dialog comes with its texts when it is opened. */
export const ConsentDialog = part(async () => {
  const [dialog] = await Promise.all([import('./consent-dialog'), texts('numbers', 'mobile')()])
  return dialog
})
