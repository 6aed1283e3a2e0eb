import type { ProductKind } from '@/api/generated'

/** Goods that the operator switches on for a mobile number. */
const NUMBER_KINDS: readonly ProductKind[] = ['data_package', 'subscription', 'cloud_game']

export const isForNumber = (kind: ProductKind) => NUMBER_KINDS.includes(kind)
