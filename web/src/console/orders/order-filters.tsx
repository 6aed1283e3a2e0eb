import { type ReactNode, useId } from 'react'
import type { OrderNeed, OrderStatus } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { dayAfter, dayOf } from '@/i18n/format'
import { serverNow } from '@/live'
import { cx } from '@/ui/cx'
import { useChannels } from '../channels/use-channels'
import { smallButton, smallField } from '../table/look'
import type { OrderFilter } from './shape'

/** The most expensive first. */
export const NEEDS: readonly OrderNeed[] = ['repair', 'checking', 'refund', 'dispute']
export const STATUSES: readonly OrderStatus[] = ['pending', 'completed', 'incomplete', 'error']

interface OrderFiltersProps {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
}

/** The fields above the list. Each change is in the address, which can be kept or sent. */
export function OrderFilters({ filter, onChange }: OrderFiltersProps) {
  const t = useTexts('consoleOrders')
  const { need, status, channel, from, to } = filter
  const change = (part: { [Key in keyof OrderFilter]?: OrderFilter[Key] | undefined }) => onChange(withoutEmpty({ ...filter, ...part }))
  const lastDays = (days: number) => {
    const now = serverNow()
    return { from: dayOf(dayAfter(now, 1 - days)), to: dayOf(now) }
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <search className="grid grid-cols-2 items-end gap-2 sm:grid-cols-3 min-[1200px]:max-w-280 min-[1200px]:grid-cols-[9rem_minmax(9rem,1fr)_9rem_9.5rem_9.5rem_auto]">
      <Labelled label={t('filter.need')} className="max-sm:col-span-2">
        {(id) => (
          <select
            id={id}
            className={smallField}
            value={need ?? ''}
            onChange={({ target }) => change({ need: NEEDS.find((known) => known === target.value) })}
          >
            <option value="">{t('filter.anyNeed')}</option>
            {NEEDS.map((known) => (
              <option key={known} value={known}>
                {t(`flag.${known}`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label={t('filter.status')}>
        {(id) => (
          <select
            id={id}
            className={smallField}
            value={status ?? ''}
            onChange={({ target }) => change({ status: STATUSES.find((known) => known === target.value) })}
          >
            <option value="">{t('filter.anyStatus')}</option>
            {STATUSES.map((known) => (
              <option key={known} value={known}>
                {t(`filter.of.${known}`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <ChannelField channel={channel} onChange={(next) => change({ channel: next })} />
      <Day label={t('filter.from')} value={from} max={to} onChange={(day) => change({ from: day })} />
      <Day label={t('filter.to')} value={to} min={from} onChange={(day) => change({ to: day })} />
      <div className="flex flex-wrap gap-2 max-sm:col-span-2">
        <button type="button" className={smallButton} onClick={() => change(lastDays(1))}>
          {t('filter.today')}
        </button>
        <button type="button" className={smallButton} onClick={() => change(lastDays(7))}>
          {t('filter.week')}
        </button>
        <button type="button" disabled={!isFiltered} className={smallButton} onClick={() => onChange({})}>
          {t('filter.clear')}
        </button>
      </div>
    </search>
  )
}

const withoutEmpty = (filter: object): OrderFilter => Object.fromEntries(Object.entries(filter).filter(([, value]) => value))

function Labelled({ label, className, children }: { label: string; className?: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className="mb-0.5 block text-xs text-mute">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

function ChannelField({ channel, onChange }: { channel: string | undefined; onChange: (channel: string) => void }) {
  const t = useTexts('consoleOrders')
  const content = useContent()
  const { data } = useChannels()
  const known = data?.items.map(({ code, name }) => ({ code, label: content(name) })) ?? []
  // One of the address that is not listed any more, or whose name is not there yet.
  const options = channel && !known.some(({ code }) => code === channel) ? [...known, { code: channel, label: channel }] : known
  return (
    <Labelled label={t('filter.channel')}>
      {(id) => (
        <select id={id} className={smallField} value={channel ?? ''} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('filter.anyChannel')}</option>
          {options.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

/** The platform's own date picker, for Bangkok's days. */
function Day({ label, value, onChange, ...limits }: DayProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={value ?? ''}
          {...limits}
          className={`${smallField} num`}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  )
}
