import { useEffect } from 'react'
import { leaveTo } from '@/features/channels/authorize'
import { takeOpenRequest } from './open-bank'

/** Opens the bank's page as soon as its address is known, if the button that was pressed said so. */
export function useOpenRequest(number: string, address: string | undefined) {
  useEffect(() => {
    if (address && takeOpenRequest(number)) leaveTo(address)
  }, [number, address])
}
