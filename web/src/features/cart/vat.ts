import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/features/catalogue/queries'

/** Thailand's rate, until the shop has sent its own. */
const USUAL = 700

/** The rate of VAT in basis points (hundredths of a percent). */
export function useVatRate(): number {
  return useQuery(configQuery).data?.appConfig.vatBasisPoints ?? USUAL
}

/** Returns the tax on top of a line's net price, in satang, rounded half up. The server's figure is the one charged. */
export function vatOn(satang: number, rate: number): number {
  return Math.round((satang * rate) / 10_000)
}
