export function GamePageSkeleton() {
  return (
    <div className="grid gap-8 md:grid-cols-[1fr_360px]" aria-busy="true">
      <div className="flex flex-col gap-6">
        <div className="skeleton h-[92px]" />
        <div className="skeleton h-24" />
        <div className="skeleton h-72" />
      </div>
      <div className="skeleton h-80" />
    </div>
  )
}
