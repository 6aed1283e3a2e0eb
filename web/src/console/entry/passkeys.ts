import type { PasskeyRequest } from '@/api/generated'

/** Whether this browser can make and use passkeys. */
export const hasPasskeys = () => 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential

interface Options {
  publicKey: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON
}

/** The browser's answer, as the API takes it. Undefined when the person closed the browser's dialog. */
async function answered(asked: Promise<Credential | null>): Promise<Record<string, unknown> | undefined> {
  const credential = await asked.catch(() => null)
  return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
}

/** Lets the browser make a new passkey. */
export function makePasskey({ options }: PasskeyRequest) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON((options as unknown as Options).publicKey)
  return answered(navigator.credentials.create({ publicKey }))
}

/** Lets the browser prove one of the person's passkeys. */
export function provePasskey({ options }: PasskeyRequest) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((options as unknown as Options).publicKey)
  return answered(navigator.credentials.get({ publicKey }))
}
