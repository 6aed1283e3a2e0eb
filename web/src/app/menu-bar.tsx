import { Link, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { texts, useTexts } from '@/i18n'
import { BarIcon } from '@/ui/bar-icon'
import { cx } from '@/ui/cx'
import { load, part } from '@/ui/load'
import { type GroupName, useProgram } from './where'

// One size for all that stands in the bar's line. The border above balances the one below.
const tab = 'flex h-16 items-center gap-1 border-y-2 border-transparent text-[15px] text-mute hover:text-text'
const lit = 'border-b-lime! text-text!'
const active = { className: lit }

/** The pages of a group, with their texts. */
const panel = async () => {
  const [loaded] = await Promise.all([import('./menu-panel'), texts('shell')()])
  return loaded
}
const Panel = part(panel)

const HOVER_OPEN_MS = 120
const HOVER_CLOSE_MS = 250

interface Open {
  group: GroupName
  /** A panel that opened under the pointer closes when the pointer leaves, unless it was clicked. */
  hover: boolean
  /** The entry that gets the focus: none if the pointer opened it. */
  focus?: 'first' | 'last'
}

/** The menu of wide screens. Its groups open by click, keyboard or pointer; one at a time. */
export function MenuBar({ eventHref }: { eventHref: string | null | undefined }) {
  const t = useTexts('common')
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [openAt, setOpenAt] = useState<Open & { path: string }>()
  const bar = useRef<HTMLElement>(null)
  // A navigation closes it.
  const open = openAt?.path === path ? openAt : undefined
  const isOpen = open !== undefined
  useEffect(() => {
    if (!isOpen) return
    const outside = ({ target }: Event) => {
      if (!bar.current?.contains(target as Node)) setOpenAt(undefined)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [isOpen])
  const group = (name: GroupName) => (
    <Group key={name} name={name} open={open?.group === name ? open : undefined} onOpen={(next) => setOpenAt(next && { ...next, path })} />
  )
  return (
    <nav ref={bar} aria-label={t('nav.label')} className="flex flex-none gap-5 whitespace-nowrap max-md:hidden">
      <Link to="/" className={tab} activeProps={active} activeOptions={{ exact: true }}>
        {t('nav.home')}
      </Link>
      <Link to="/games" className={tab} activeProps={active}>
        {t('nav.games')}
      </Link>
      {(['promotions', 'articles', 'esports'] as const).map(group)}
      {eventHref && (
        <a href={eventHref} target="_blank" rel="noopener" className={tab}>
          {t('nav.event')}
          <BarIcon shape="out" className="size-3.5!" />
        </a>
      )}
    </nav>
  )
}

interface GroupProps {
  name: GroupName
  open: Open | undefined
  onOpen: (open: Open | undefined) => void
}

function Group({ name, open, onOpen }: GroupProps) {
  const t = useTexts('common')
  const id = useId()
  const program = useProgram()
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (ms: number, next: Open | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onOpen, ms, next)
  }
  const close = () => {
    clearTimeout(timer.current)
    onOpen(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      close()
      button.current?.focus()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && event.target === button.current) {
      event.preventDefault()
      onOpen({ group: name, hover: false, focus: event.key === 'ArrowDown' ? 'first' : 'last' })
    }
  }
  return (
    // The keys are those of the button and the links inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="relative"
      onKeyDown={onKeyDown}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'mouse') return
        void load(panel)
        if (open) clearTimeout(timer.current)
        else later(HOVER_OPEN_MS, { group: name, hover: true })
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current)
        if (open?.hover) later(HOVER_CLOSE_MS, undefined)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        className={cx(tab, program === name && lit, open && 'text-text!')}
        onFocus={() => void load(panel)}
        onClick={() => {
          clearTimeout(timer.current)
          onOpen(open && !open.hover ? undefined : { group: name, hover: false })
        }}
      >
        {t(`nav.${name}`)}
        <BarIcon shape="chevron" className={cx('size-4! transition-transform', open && 'rotate-180')} />
      </button>
      {open && (
        <Suspense>
          <Panel id={id} name={name} focus={open.focus} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
