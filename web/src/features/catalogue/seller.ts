/** Returns the company that sells a product, where the answer names it. */
export const sellerOf = (sold: object): string | undefined => (sold as { seller?: string | null }).seller ?? undefined
