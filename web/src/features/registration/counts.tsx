import { cx } from '@/ui/cx'

/** Large figures: `5/5`, each with its label above. */
export function Counts({ items }: { items: ReadonlyArray<{ label: string; value: number; of?: number | undefined; warn?: boolean }> }) {
  return (
    <dl className="flex divide-x divide-line">
      {items.map(({ label, value, of, warn }) => (
        <div key={label} className="flex min-w-0 flex-1 flex-col px-4 first:pl-0 last:pr-0">
          <dt className="text-sm text-mute">{label}</dt>
          <dd className={cx('num text-3xl', warn && 'text-amber')}>
            {value}
            {of !== undefined && <span className="text-lg text-mute">/{of}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
