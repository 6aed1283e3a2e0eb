import { useParams } from '@tanstack/react-router'
import { StaffThread } from './thread'

/** A member's thread, which staff answer. */
export function StaffThreadPage() {
  const id = Number(useParams({ from: '/console/threads/$id' }).id)
  return (
    <div className="flex flex-col gap-3">
      <StaffThread key={id} id={id} />
    </div>
  )
}
