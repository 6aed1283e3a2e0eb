import { useRef } from 'react'

/** The id of a message that is being sent: the same while the same message is sent again, so that it arrives once. */
export function useClientId() {
  const sent = useRef<{ id: string; message: string }>(undefined)
  return {
    of: (message: object): string => {
      const text = JSON.stringify(message)
      if (sent.current?.message !== text) sent.current = { id: crypto.randomUUID(), message: text }
      return sent.current.id
    },
    renew: () => {
      sent.current = undefined
    },
  }
}
