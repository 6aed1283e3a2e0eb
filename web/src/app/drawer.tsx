import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '@/api/session'
import { UnreadCount } from '@/features/inbox/unread-count'
import { useTexts } from '@/i18n'
import { AccountEntries } from '@/pages/frames/account-entries'
import { Avatar } from '@/ui/avatar'
import { BarIcon } from '@/ui/bar-icon'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { Disclosure } from '@/ui/disclosure'
import { GROUPS, HELP, MANUAL, type MenuItem } from './menu-entries'
import { type GroupName, useProgram } from './where'

interface DrawerProps {
  open: boolean
  eventHref: string | null | undefined
  onClose: () => void
}

/** The menu of narrow screens: the same entries in groups that fold, and the account. */
export default function Drawer({ open, eventHref, onClose }: DrawerProps) {
  const t = useTexts('shell')
  const common = useTexts('common')
  return (
    <Dialog drawer open={open} onClose={onClose} title={t('drawer.title')}>
      <div className="flex flex-col gap-3 pb-6">
        <Account onClose={onClose} />
        <nav aria-label={common('nav.label')} className="flex flex-col">
          <Entry to="/" onClose={onClose}>
            {common('nav.home')}
          </Entry>
          <Entry to="/games" onClose={onClose}>
            {common('nav.games')}
          </Entry>
          {(['promotions', 'articles', 'esports'] as const).map((name) => (
            <Group key={name} name={name} title={common(`nav.${name}`)} entries={GROUPS[name]} onClose={onClose} />
          ))}
          {eventHref && (
            <a href={eventHref} target="_blank" rel="noopener" className={cx(line, 'gap-1.5')}>
              {common('nav.event')}
              <BarIcon shape="out" className="size-4! text-mute" />
            </a>
          )}
          <Entry to={MANUAL.to} onClose={onClose}>
            {t('menu.manual.label')}
          </Entry>
          <Group title={t('drawer.help')} entries={HELP} onClose={onClose} />
        </nav>
      </div>
    </Dialog>
  )
}

const line = 'flex min-h-12 items-center border-b border-line px-2 hover:text-lime focus-visible:-outline-offset-2'

function Entry({ to, children, onClose }: { to: MenuItem['to']; children: ReactNode; onClose: () => void }) {
  return (
    <Link to={to} className={line} activeProps={{ className: 'text-lime' }} activeOptions={{ exact: true }} onClick={onClose}>
      {children}
    </Link>
  )
}

interface GroupProps {
  name?: GroupName
  title: string
  entries: readonly MenuItem[]
  onClose: () => void
}

/** Open where the current page is in it. */
function Group({ name, title, entries, onClose }: GroupProps) {
  const t = useTexts('shell')
  const here = useProgram()
  return (
    <Disclosure title={title} open={name !== undefined && name === here} className="border-b border-line px-2">
      <ul className="pb-2">
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link
              to={entry.to}
              className="flex min-h-11 items-center rounded-control pr-2 pl-4 text-mute hover:text-text focus-visible:-outline-offset-2"
              activeProps={{ className: 'text-lime!' }}
              onClick={onClose}
            >
              {t(`menu.${entry.name}.label`)}
            </Link>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** A member's pages; for visitors the ways in. */
function Account({ onClose }: { onClose: () => void }) {
  const t = useTexts('shell')
  const common = useTexts('common')
  const { status, me } = useSession()
  const here = useProgram()
  if (status === 'unknown') return null
  if (!me) {
    return (
      <div className="grid grid-cols-2 gap-3 px-2">
        <Link to="/auth/login" className={buttonClass('primary', 'sm', true)} onClick={onClose}>
          {common('session.login')}
        </Link>
        <Link to="/auth/login" search={{ register: true }} className={buttonClass('plain', 'sm', true)} onClick={onClose}>
          {common('session.register')}
        </Link>
      </div>
    )
  }
  const who = (
    <span className="flex items-center gap-3">
      <Avatar name={me.displayName} picture={me.picture} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{me.displayName}</span>
        <span className="block text-sm text-mute">{t('drawer.account')}</span>
      </span>
      <UnreadCount />
    </span>
  )
  return (
    <Disclosure title={who} open={here === 'account'} className="rounded-panel bg-raise px-2">
      <nav aria-label={t('drawer.account')} className="pb-2">
        <AccountEntries me={me} onChoose={onClose} />
      </nav>
    </Disclosure>
  )
}
