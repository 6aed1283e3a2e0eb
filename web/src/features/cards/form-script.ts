import { queryOptions } from '@tanstack/react-query'

interface CardFormOptions {
  /** Amount in satang. */
  amount: number
  currency: 'THB'
  locale: 'th' | 'en'
  frameLabel: string
  submitLabel: string
  onCreateTokenSuccess: (token: string) => void
  /** Also called after a token was created. */
  onFormClosed: () => void
}

/** The provider's card form, which opens in a frame of the provider's host. */
export interface CardForm {
  configure: (options: { publicKey: string }) => void
  open: (options: CardFormOptions) => void
  close: () => void
}

declare global {
  interface Window {
    OmiseCard?: CardForm
  }
}

/** A script that has not answered by then counts as blocked. */
const PATIENCE_MS = 20_000

/** Loads the provider's script, once. Rejects if it is blocked, or without a connection; a later call tries again. */
function loadCardForm(url: string): Promise<CardForm> {
  if (window.OmiseCard) return Promise.resolve(window.OmiseCard)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('the card form did not load'))
    }
    const timer = setTimeout(fail, PATIENCE_MS)
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      if (!window.OmiseCard) return fail()
      clearTimeout(timer)
      resolve(window.OmiseCard)
    })
    script.src = url
    document.head.append(script)
  })
}

export const cardFormQuery = (url: string) =>
  queryOptions({
    queryKey: ['card-form', url],
    queryFn: () => loadCardForm(url),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Without a connection it fails at once and says so.
    networkMode: 'always',
    structuralSharing: false,
    meta: { public: true },
  })
