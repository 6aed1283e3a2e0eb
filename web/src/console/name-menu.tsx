import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type ConsoleEntry, consoleLeave } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { takeEntry } from './entry/use-entry'

const line = 'flex min-h-11 w-full items-center rounded-control px-3 text-left no-underline hover:bg-raise focus-visible:-outline-offset-2'

/** The user's own entries: their factors, the shop, and the way out. */
export function NameMenu({ entry: { name, roles } }: { entry: ConsoleEntry }) {
  const t = useTexts('console')
  const problemText = useProblemText()
  const id = useId()
  const navigate = useNavigate()
  const picture = useSession(({ me }) => me?.picture)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // A navigation closes it.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === path
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpenAt(undefined)
  useEffect(() => {
    if (!open) return
    const outside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) setOpenAt(undefined)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  const leaving = useMutation({
    mutationFn: () => answerOf(consoleLeave()),
    onSuccess: async (entry) => {
      await navigate({ to: '/' })
      takeEntry(entry)
    },
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  return (
    // The keys are those of the button and the entries inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={menu} className="relative flex-none" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={t('menu', { name })}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="grid size-11 place-items-center"
        onClick={() => setOpenAt(open ? undefined : path)}
      >
        <Avatar name={name} picture={picture} />
      </button>
      {open && (
        <div
          id={id}
          className="absolute top-full right-0 z-30 w-60 rounded-panel border border-line bg-panel p-2 shadow-[0_16px_40px_#000a]"
        >
          <p className="border-b border-line px-3 pt-1 pb-2 [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
            <span className="block text-xs text-mute">{roles.map((role) => t(`roles.${role}`)).join(', ')}</span>
          </p>
          <ul className="pt-2">
            <li>
              <Link to="/console/me" className={line} activeProps={{ className: 'bg-lime-dim' }} onClick={close}>
                {t('factors.heading')}
              </Link>
            </li>
            <li>
              <Link to="/" className={line} activeProps={{ className: '' }} onClick={close}>
                {t('shop')}
              </Link>
            </li>
            <li>
              <button type="button" className={line} aria-busy={leaving.isPending || undefined} onClick={() => leaving.mutate()}>
                {t('leave')}
              </button>
            </li>
          </ul>
        </div>
      )}
    </div>
  )
}
