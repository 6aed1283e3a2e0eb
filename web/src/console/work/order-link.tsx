import { Link } from '@tanstack/react-router'

/** An order's number, which leads to its story. */
export function OrderLink({ number }: { number: string }) {
  return (
    <Link
      to="/console/orders/$number"
      params={{ number }}
      className="num inline-block py-0.5 whitespace-nowrap text-text underline decoration-control underline-offset-4 hover:text-lime"
    >
      {number}
    </Link>
  )
}
