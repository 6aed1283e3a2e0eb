import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/features/catalogue/queries'

/** Thailand's rate, until the shop has sent its own. */
const USUAL = 700

/** The rate of VAT in basis points (hundredths of a percent). */
export function useVatRate(): number {
  return useQuery(configQuery).data?.appConfig.vatBasisPoints ?? USUAL
}

/** The tax on top of a line's price that excludes it, in satang, half up. What is charged the server counts. */
export function vatOn(satang: number, rate: number): number {
  return Math.round((satang * rate) / 10_000)
}
