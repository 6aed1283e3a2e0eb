import { useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Me } from '@/api/generated'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { AccountEntries, EntryName } from './account-entries'
import { MENU } from './account-menu'
import { LoginGate } from '@/features/login-gate/login-gate'

interface AccountPageProps {
  heading: ReactNode
  /** Content at the end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A page of the account area: the menu beside it, or above it on a phone. Visitors see a way to sign in instead. */
export function AccountPage({ heading, aside, children }: AccountPageProps) {
  const { status, me } = useSession()
  return (
    <div className={cx(status !== 'guest' && 'grid items-start gap-6 md:grid-cols-[232px_minmax(0,1fr)] md:gap-8')}>
      {status === 'unknown' && <div className="skeleton h-12 md:h-72" />}
      {me && <SideMenu me={me} />}
      {me && <SheetMenu me={me} />}
      <div className="flex min-w-0 flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-2xl">{heading}</h1>
          {aside}
        </div>
        <LoginGate>{children}</LoginGate>
      </div>
    </div>
  )
}

function SideMenu({ me }: { me: Me }) {
  const t = useTexts('account')
  return (
    <nav aria-label={t('menu.label')} className="sticky top-24 rounded-panel border border-line bg-panel p-2 max-md:hidden">
      <AccountEntries me={me} />
    </nav>
  )
}

/** On a phone: the current page, and the others in a sheet from below. */
function SheetMenu({ me }: { me: Me }) {
  const t = useTexts('account')
  const path = useRouterState({ select: (state) => state.location.pathname })
  const id = useId()
  const [openAt, setOpenAt] = useState<string>()
  const close = () => setOpenAt(undefined)
  const here = MENU.find(({ to }) => to === path)
  const Icon = here?.icon
  const name = here && <EntryName entry={here} />
  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={id}
        className="flex min-h-12 w-full items-center gap-3 rounded-control bg-panel px-4 text-left ring-1 ring-line ring-inset"
        onClick={() => setOpenAt(path)}
      >
        {Icon && <Icon className="size-5 flex-none text-lime" aria-hidden="true" />}
        <span id={id} className="min-w-0 flex-1 truncate">
          <span className={here && 'sr-only'}>{t('menu.label')} </span>
          {name}
        </span>
        <ChevronDown className="size-5 flex-none text-mute" aria-hidden="true" />
      </button>
      <Dialog open={openAt === path} onClose={close} title={t('menu.label')}>
        <nav aria-label={t('menu.label')}>
          <AccountEntries me={me} onChoose={close} />
        </nav>
      </Dialog>
    </div>
  )
}
