import { useNavigate, useSearch } from '@tanstack/react-router'
import { Favour } from './favour'
import { MoneyPage } from './money-page'
import { Refunds } from './refunds'

/** What buyers are owed, and the refund of an order as a favour; the address may name the order. */
export function RefundsPage() {
  const navigate = useNavigate()
  const { number = '' } = useSearch({ from: '/console/money/refunds' })
  return (
    <MoneyPage tab="refunds">
      <Refunds />
      <Favour
        number={number}
        onLook={(number) => void navigate({ to: '/console/money/refunds', search: { number }, resetScroll: false })}
      />
    </MoneyPage>
  )
}
