// Signing out from its dialogs deletes the data that features store of the user.
import './personal-data'

export { default } from '@/features/sync/sync'
