const PLACES = [1, 2, 3, 4, 5, 6] as const

export function GridSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-5 xs:grid-cols-3 sm:grid-cols-4 md:grid-cols-6 md:gap-x-4">
      {PLACES.map((place) => (
        <div key={place} className="skeleton aspect-[5/6]" />
      ))}
    </div>
  )
}
