export function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-x-5 gap-y-9 sm:grid-cols-2 md:grid-cols-3">
      <div className="skeleton aspect-[16/9] sm:col-span-full sm:aspect-[3/1]" />
      {[1, 2, 3].map((card) => (
        <div key={card} className="skeleton h-72" />
      ))}
    </div>
  )
}

export function ArticleSkeleton() {
  return (
    <div aria-busy="true" className="flex max-w-[68ch] flex-col gap-5">
      <div className="skeleton h-24" />
      <div className="skeleton aspect-[5/2]" />
      <div className="skeleton h-80" />
    </div>
  )
}
