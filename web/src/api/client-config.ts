import { apiFetch } from './fetch'
import type { ClientOptions, Config } from './generated/client'

/** How the generated client calls: with the person's token and language (see `fetch.ts`). It comes with the first page that needs it. */
export const createClientConfig = <Options extends ClientOptions>(config: Config<Options>) => ({
  ...config,
  baseUrl: '',
  fetch: apiFetch as typeof fetch,
})
