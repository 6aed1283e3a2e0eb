import { useUnread } from './badge'
import { shown } from './unread'

/** The number of unread messages at the end of a menu's entry. */
export function UnreadCount() {
  const unread = useUnread()
  return unread > 0 && <span className="num min-w-6 rounded bg-lime-dim px-1.5 text-center text-sm text-lime">{shown(unread)}</span>
}
