/** The progress of something; without `of`, only that it is in progress. */
export function ProgressBar({ value, of, label }: { value: number; of?: number | undefined; label: string }) {
  const share = of ? Math.min(1, value / of) : undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      {...(of !== undefined && { 'aria-valuemax': of, 'aria-valuenow': value })}
      className="h-1.5 w-full overflow-hidden rounded-full bg-raise"
    >
      <div
        className={share === undefined ? 'size-full animate-pulse bg-lime/60' : 'h-full bg-lime transition-[width]'}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  )
}
