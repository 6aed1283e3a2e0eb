import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import type { GroupName } from './where'
import { GROUPS } from './menu-entries'

interface MenuPanelProps {
  id: string
  name: GroupName
  focus: 'first' | 'last' | undefined
  onClose: () => void
}

/** The pages of one group of the menu, under its button. */
export default function MenuPanel({ id, name, focus, onClose }: MenuPanelProps) {
  const t = useTexts('shell')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const links = linksIn(list.current)
    if (focus) links.at(focus === 'first' ? 0 : -1)?.focus()
  }, [focus])
  const onKeyDown = (event: KeyboardEvent) => {
    const links = linksIn(list.current)
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    links.at(next % links.length)?.focus()
  }
  return (
    // The keys are those of the links inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      id={id}
      onKeyDown={onKeyDown}
      className="absolute top-full -left-3 w-80 rounded-panel border border-line bg-panel p-2 whitespace-normal shadow-[0_16px_40px_#000a]"
    >
      {GROUPS[name].map((entry) => (
        <li key={entry.name}>
          <Link
            to={entry.to}
            className="group flex flex-col rounded-control px-3 py-2.5 hover:bg-raise focus-visible:-outline-offset-2"
            activeProps={{ className: 'bg-lime-dim' }}
            onClick={onClose}
          >
            <span className="group-hover:text-lime">{t(`menu.${entry.name}.label`)}</span>
            <span className="text-sm text-mute">{t(`menu.${entry.name}.about`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const linksIn = (list: HTMLElement | null) => Array.from(list?.querySelectorAll('a') ?? [])
