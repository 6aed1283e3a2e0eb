// Signing out from its dialogs deletes what the features keep of the user.
import './personal-data'

export { default } from '@/features/sync/sync'
