import { apiFetch } from './fetch'
import type { ClientOptions, Config } from './generated/client'

/**
 * Configures the generated client: calls carry the user's token and language (see `fetch.ts`). It is loaded with the first page that needs it.
 */
export const createClientConfig = <Options extends ClientOptions>(config: Config<Options>) => ({
  ...config,
  baseUrl: '',
  fetch: apiFetch as typeof fetch,
})
