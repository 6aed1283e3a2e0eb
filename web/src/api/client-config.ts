import { apiFetch } from './fetch'
import type { CreateClientConfig } from './generated/client.gen'

/** How the generated client calls: with the person's token and language (see `fetch.ts`). It comes with the first page that needs it. */
export const createClientConfig: CreateClientConfig = (config) => ({ ...config, baseUrl: '', fetch: apiFetch as typeof fetch })
