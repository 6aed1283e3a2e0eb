import { ByNumberPage } from './by-number'
import { useOrder } from './order'
import { RedirectPage } from './redirect-page'

/** The page of an order whose payment needs more than a code to scan: its flow decides which. */
export function OrderPage({ number }: { number: string }) {
  const { data, error } = useOrder(number, true)
  if (!data && !error) return <div className="skeleton mx-auto h-[640px] max-w-md" />
  return data?.paymentFlow === 'redirect' ? <RedirectPage number={number} /> : <ByNumberPage number={number} />
}
