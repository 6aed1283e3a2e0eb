import { useEffect } from 'react'
import { part } from '@/ui/load'
import { ByNumberPage } from './by-number'
import { isPaymentDocument } from './channel'
import { useOrder } from './order'
import { RedirectPage } from './redirect-page'

const CardPage = part(async () => ({ default: (await import('./card-page')).CardPage }))

/** The page of an order whose payment needs more than a code to scan: its flow decides which. */
export function OrderPage({ number }: { number: string }) {
  const { data, error } = useOrder(number, true)
  if (!data && !error) return <Skeleton />
  if (data?.paymentFlow === 'card') return isPaymentDocument() ? <CardPage number={number} /> : <LoadedAgain />
  return data?.paymentFlow === 'redirect' ? <RedirectPage number={number} /> : <ByNumberPage number={number} />
}

/** Loads this page as a document: the router came here from one that may not show the card form. */
function LoadedAgain() {
  useEffect(() => location.reload(), [])
  return <Skeleton />
}

const Skeleton = () => <div className="skeleton mx-auto h-[640px] max-w-md" />
