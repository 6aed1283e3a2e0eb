import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { Me } from '@/api/generated'
import { useTexts } from '@/i18n'
import { useRunsTournaments } from '@/features/account/esport'
import { useSignOut } from '@/features/account/use-sign-out'
import './personal-data'
import { MENU, type MenuEntry } from './account-menu'

/** The label of an entry for this user. */
export function EntryName({ entry: { label, called } }: { entry: MenuEntry }) {
  const t = useTexts('account')
  const name = called?.() ?? label
  return t(`menu.${name}`)
}

const entry = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left text-mute hover:bg-raise hover:text-text'
const active = { className: 'bg-lime-dim! text-lime!' }

function Entry({ entry: known, onChoose }: { entry: MenuEntry; onChoose?: (() => void) | undefined }) {
  const { to, icon: Icon, badge: Badge } = known
  return (
    <li>
      <Link to={to} className={entry} activeProps={active} onClick={onChoose}>
        <Icon className="size-5 flex-none" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <EntryName entry={known} />
        </span>
        {Badge && <Badge />}
      </Link>
    </li>
  )
}

/** The account's pages that this user sees, and the way to sign out. */
export function AccountEntries({ me, onChoose }: { me: Me; onChoose?: () => void }) {
  const common = useTexts('common')
  const runs = useRunsTournaments(me)
  const { confirmSignOut, signingOut } = useSignOut()
  return (
    <ul className="flex flex-col gap-1">
      {MENU.filter(({ shown }) => shown?.(me, runs) ?? true).map((each) => (
        <Entry key={each.to} entry={each} onChoose={onChoose} />
      ))}
      <li className="mt-1 border-t border-line pt-2">
        <button
          type="button"
          aria-busy={signingOut || undefined}
          className={entry}
          onClick={() => {
            onChoose?.()
            confirmSignOut()
          }}
        >
          <LogOut className="size-5 flex-none" aria-hidden="true" />
          {common('session.logout')}
        </button>
      </li>
    </ul>
  )
}
