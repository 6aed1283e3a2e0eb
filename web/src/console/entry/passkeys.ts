import type { PasskeyAnswer, PasskeyRequest } from '@/api/generated'

/** Whether this browser can make and use passkeys. */
export const hasPasskeys = () => 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** The options of a request, as the server writes them. */
const optionsOf = ({ options }: PasskeyRequest) =>
  (options as unknown as { publicKey: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON }).publicKey

/** Returns the browser's answer as the API takes it; undefined when the person closed the browser's dialog. */
async function answered(asked: Promise<Credential | null>): Promise<PasskeyAnswer['credential'] | undefined> {
  const credential = await asked.catch(() => null)
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as PasskeyAnswer['credential']) : undefined
}

/** Lets the browser make a new passkey. */
export const makePasskey = (request: PasskeyRequest) =>
  answered(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(optionsOf(request)) }))

/** Lets the browser prove one of the person's passkeys. */
export const provePasskey = (request: PasskeyRequest) =>
  answered(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(optionsOf(request)) }))
