// Generated from the catalogue's schema and queries by `npm run generate`. Not to be edited.

export type ConfigQueryVariables = Record<string, never>
export type ConfigQuery = { appConfig: { isMonochrome: boolean; appName: string; providerName: string; linkHosts: Array<string>; vatBasisPoints: number; uploadProfileMb: number; uploadPictureMb: number }; maintenance: { message: { th: string; en: string }; until: string | null } | null }

export type FaqQueryVariables = Record<string, never>
export type FaqQuery = { faq: Array<{ question: { th: string; en: string }; answer: { th: string; en: string } }> }

export type GameQueryVariables = { id: string }
export type GameQuery = { game: { id: number; slug: string; name: { th: string; en: string }; publisher: string; kind: 'TOPUP' | 'VOUCHER' | 'DATA_PACKAGE' | 'SUBSCRIPTION' | 'CLOUD_GAME'; hue: number; motif: string; blurb: { th: string; en: string }; needsServer: boolean; typicalSeconds: number | null; playerId: { label: { th: string; en: string }; hint: { th: string; en: string }; pattern: string; example: string } | null; products: Array<{ id: number; sku: string; name: { th: string; en: string }; bonus: { th: string; en: string } | null; priceSatang: number; listPriceSatang: number | null; vatExcluded: boolean; state: 'ACTIVE' | 'SOLD_OUT' | 'WITHDRAWN'; remaining: number | null; maxQuantity: number; flashSale: { id: number; priceSatang: number; quantity: number; remaining: number; version: number; endsAt: string; live: { topic: string } } | null }> } | null }

export type GamesQueryVariables = { search?: string | null; kind?: 'TOPUP' | 'VOUCHER' | 'DATA_PACKAGE' | 'SUBSCRIPTION' | 'CLOUD_GAME' | null }
export type GamesQuery = { games: { total: number; items: Array<{ id: number; slug: string; name: { th: string; en: string }; publisher: string; kind: 'TOPUP' | 'VOUCHER' | 'DATA_PACKAGE' | 'SUBSCRIPTION' | 'CLOUD_GAME'; hue: number; motif: string; fromSatang: number | null }> }; bannerInPage: Array<{ id: number; title: { th: string; en: string }; text: { th: string; en: string }; action: { th: string; en: string }; href: string; hue: number; motif: string }> }

export type HomeQueryVariables = Record<string, never>
export type HomeQuery = { home: { banners: Array<{ id: number; title: { th: string; en: string }; text: { th: string; en: string }; action: { th: string; en: string }; href: string; hue: number; motif: string }>; flashSales: Array<{ id: number; priceSatang: number; quantity: number; remaining: number; version: number; endsAt: string; live: { topic: string }; product: { id: number; priceSatang: number; name: { th: string; en: string }; game: { slug: string; name: { th: string; en: string }; hue: number; motif: string } } }>; shelves: Array<{ id: number; key: string; title: { th: string; en: string }; games: Array<{ id: number; slug: string; name: { th: string; en: string }; publisher: string; hue: number; motif: string; fromSatang: number | null; kind: 'TOPUP' | 'VOUCHER' | 'DATA_PACKAGE' | 'SUBSCRIPTION' | 'CLOUD_GAME' }> }>; ticker: { count: number; medianSeconds: number; version: number } } }

export type ProductQueryVariables = { id: number }
export type ProductQuery = { product: { id: number; name: { th: string; en: string }; priceSatang: number; vatExcluded: boolean; game: { id: number; slug: string; name: { th: string; en: string }; hue: number; motif: string; needsServer: boolean }; flashSale: { priceSatang: number; remaining: number } | null } | null }

export type RedeemQueryVariables = { id: string }
export type RedeemQuery = { game: { about: { steps: Array<{ th: string; en: string }>; redeemUrl: string | null; region: { th: string; en: string } | null } } | null }
