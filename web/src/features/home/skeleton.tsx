export function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-10" aria-busy="true">
      <div className="grid gap-6 md:grid-cols-[1.62fr_1fr]">
        <div className="skeleton h-72" />
        <div className="skeleton h-72" />
      </div>
      <div className="skeleton h-96" />
    </div>
  )
}
