import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTopic } from '@/live'

const CHANNELS = { topic: 'public:channels' }
/** Every open list hears of a change at once: they ask again within this time, not together. */
const SPREAD_MS = 1_000

/** Reads the lists of payment channels again when the shop closes or opens one. */
export function useChannelsLive(): void {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const again = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void queries.invalidateQueries({ queryKey: ['channels'] }), Math.random() * SPREAD_MS)
  }
  useTopic(CHANNELS, { 'channels.changed': again }, { onReload: again })
}
