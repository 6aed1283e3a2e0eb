import { useQuery } from '@tanstack/react-query'
import { useContent } from '@/i18n'
import { productQuery } from './queries'

/** The terms of a package on a number, such as who bills its renewals; they stand in the catalogue, not in carts. */
export function PackageTerms({ productId }: { productId: number }) {
  const content = useContent()
  const { data } = useQuery({ ...productQuery(productId), staleTime: 300_000 })
  const terms = data?.product?.bonus
  return terms ? <p className="text-sm">{content(terms)}</p> : null
}
