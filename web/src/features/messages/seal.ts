/** Encrypts this browser's data of one account with a key that only the account receives. No other user of the browser can read it. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** Imports `storageKey` from the account's own answer. */
export function importStorageKey(storageKey: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(storageKey), (sign) => sign.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) })

/** `name` is authenticated: data sealed under one name does not open under another. */
export async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt(algorithm(iv, name), key, new TextEncoder().encode(JSON.stringify(value))) }
}

/** Returns undefined if the key differs, or the sealed data was changed. */
export async function unseal(key: CryptoKey, name: string, { iv, data }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, name), key, data)))
  } catch {
    return undefined
  }
}
