import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { problemOf } from '@/api/problem'
import { usePause } from '@/features/teams/use-pause'
import { useLanguage, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useProblemText } from '@/ui/query-error'
import { type HelpHit, helpQuery } from './queries'

interface HitsProps {
  /** Its field keeps the focus; the keys are handled here. */
  input: RefObject<HTMLInputElement | null>
  listId: string
  typed: string
  onClose: () => void
}

/** Pages that answer the typed text: the list of the search field's combobox. */
export default function Hits({ input, listId, typed, onClose }: HitsProps) {
  const t = useTexts('manual')
  const problemText = useProblemText()
  const language = useLanguage()
  const navigate = useNavigate()
  const search = usePause(typed.trim(), 200)
  const { data, error, isPlaceholderData } = useQuery({
    ...helpQuery(search, language),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const [active, setActive] = useState(-1)
  const hits = search === '' ? [] : (data?.help ?? [])
  const chosen = Math.min(active, hits.length - 1)

  const choose = ({ path }: HelpHit) => {
    const [to = '', hash] = path.split('#')
    input.current?.blur()
    void navigate(hash === undefined ? { to } : { to, hash })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // While letters are being composed, the keys belong to the composition.
    if (event.isComposing) return
    const steps: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }
    const next = steps[event.key]
    const hit = hits[Math.max(chosen, 0)]
    if (next !== undefined && hits.length > 0) {
      event.preventDefault()
      setActive(next < -1 ? hits.length - 1 : next >= hits.length ? -1 : next)
    } else if (event.key === 'Enter' && hit && !isPlaceholderData) {
      event.preventDefault()
      choose(hit)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
  })
  useEffect(() => {
    const field = input.current
    const hear = (event: KeyboardEvent) => onKey(event)
    field?.addEventListener('keydown', hear)
    return () => field?.removeEventListener('keydown', hear)
  }, [input])
  useEffect(() => {
    const field = input.current
    if (chosen < 0) return
    field?.setAttribute('aria-activedescendant', `${listId}-${chosen}`)
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
    return () => field?.removeAttribute('aria-activedescendant')
  }, [input, listId, chosen])

  const row = (hit: HelpHit, index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'aria-selected': index === chosen,
    onClick: () => choose(hit),
    onPointerMove: () => setActive(index),
    className: cx('cursor-pointer rounded-control px-3 py-2', index === chosen && 'bg-lime-dim'),
  })
  if (search === '' || (!data && !error)) return null
  const none = !isPlaceholderData && hits.length === 0
  return (
    <div
      className="absolute inset-x-0 top-full z-10 mt-2 max-h-[min(28rem,60dvh)] overflow-y-auto rounded-panel border border-line bg-raise p-2 shadow-xl"
      // The field keeps the focus.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      onPointerDown={(event) => event.preventDefault()}
    >
      <div id={listId} role="listbox" aria-label={t('search.answers')} className={cx(isPlaceholderData && 'opacity-60')}>
        {hits.map((hit, index) => (
          <div key={hit.path} {...row(hit, index)}>
            <p className="font-semibold">{hit.heading ?? hit.title}</p>
            {hit.heading && <p className="text-sm text-lime">{hit.title}</p>}
            <p className="line-clamp-2 text-sm text-mute">{hit.excerpt}</p>
          </div>
        ))}
      </div>
      <p role="status" className={none || error ? 'px-3 py-2' : 'sr-only'}>
        {error && !data
          ? problemText(problemOf(error))
          : none
            ? t('search.none', { search })
            : !isPlaceholderData && t('search.found', { count: hits.length })}
      </p>
      {none && (
        <ul className="flex flex-wrap gap-x-6 px-3 pb-1">
          <li>
            <NextStep to="/manual/faqs">{t('search.faqs')}</NextStep>
          </li>
          <li>
            <NextStep to="/contact">{t('search.write')}</NextStep>
          </li>
        </ul>
      )}
    </div>
  )
}

function NextStep({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-lime underline underline-offset-4">
      {children}
    </Link>
  )
}
