import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { listPurchasesLimits } from '@/api/limits.gen'
import { ConnectionMark } from '@/live/connection-mark'
import { AccountPage } from '../frames/account'
import { useTexts } from '@/i18n'
import { Chip } from '@/ui/chip'
import { Pager } from '@/ui/pager'
import { PurchaseList, usePurchases } from '@/features/orders/purchase-list'

const PER_PAGE = 10
const FILTERS = ['pending', 'completed', 'incomplete', 'error'] as const
/** The search starts after a pause of this length. */
const PAUSE_MS = 350

export function PurchasedPage() {
  const t = useTexts('orders')
  return (
    <AccountPage heading={t('purchased.heading')} aside={<ConnectionMark />}>
      <Purchases />
    </AccountPage>
  )
}

function Purchases() {
  const t = useTexts('orders')
  const navigate = useNavigate()
  const { page = 1, ...filter } = useSearch({ from: '/account/purchased' })
  const { data } = usePurchases(page, PER_PAGE, filter)
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const go = (search: typeof filter & { page?: number }, replace = false) =>
    void navigate({ to: '/account/purchased', search, replace, resetScroll: false })
  const set = (changed: { [Key in keyof typeof filter]: (typeof filter)[Key] | undefined }, replace = false) => {
    const known = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== undefined && value !== '')
    go(Object.fromEntries(known) as typeof filter, replace)
  }
  const filtered = Object.keys(filter).length > 0
  return (
    <>
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          <SearchField key={filter.q ? 'asked' : 'all'} asked={filter.q ?? ''} onAsk={(q) => set({ q: q || undefined }, true)} />
          <div className="grid grid-cols-2 gap-3 sm:contents">
            <Day label={t('purchased.from')} value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
            <Day label={t('purchased.to')} value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
          </div>
        </div>
        {/* One row on every screen; it scrolls if it does not fit. */}
        <fieldset className="-mx-4 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-1">
          <legend className="sr-only">{t('purchased.filter.label')}</legend>
          <div className="flex w-max gap-2">
            <Chip checked={filter.status === undefined} label={t('purchased.filter.all')} onChoose={() => set({ status: undefined })} />
            {FILTERS.map((known) => (
              <Chip
                key={known}
                checked={filter.status === known}
                label={t(`purchased.filter.${known}`)}
                onChoose={() => set({ status: known })}
              />
            ))}
          </div>
        </fieldset>
      </div>
      <PurchaseList page={page} perPage={PER_PAGE} filter={filter} {...(filtered && { onClear: () => go({}) })} />
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => go({ ...filter, ...(next > 1 && { page: next }) })}
        labels={{ page: t('purchased.page', { page, pages }), previous: t('purchased.previous'), next: t('purchased.next') }}
      />
    </>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm text-mute">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

const input =
  'min-h-11 w-full min-w-0 rounded-control bg-ground px-3 text-sm ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none'

/** The search starts once the typing pauses, without a button. */
function SearchField({ asked, onAsk }: { asked: string; onAsk: (q: string) => void }) {
  const t = useTexts('orders')
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const askAfterPause = (text: string) => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => onAsk(text), PAUSE_MS)
  }
  return (
    <Labelled label={t('purchased.search')}>
      {(id) => (
        <span className="relative block">
          <Search className="pointer-events-none absolute top-3.5 left-3 size-4 text-mute" aria-hidden="true" />
          <input
            id={id}
            type="search"
            defaultValue={asked}
            maxLength={listPurchasesLimits.q}
            placeholder={t('purchased.searchHint')}
            autoComplete="off"
            className={`${input} pl-9`}
            onChange={(event) => askAfterPause(event.target.value.trim())}
          />
        </span>
      )}
    </Labelled>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** The platform's own date picker. */
function Day({ label, value, onChange, ...limits }: DayProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={value ?? ''}
          {...limits}
          className={`${input} num`}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
    </Labelled>
  )
}
