import { ApiProblem } from '@/api/problem'

export interface Progress {
  bytes: number
  /** Rows read so far, and their total; a file that is not text has only the latter. */
  rows?: number
  of?: number
}

interface Streamed {
  data?: unknown
  error?: unknown
  response?: Response | undefined
}

const NEWLINE = 10

/** Reads an answer as it arrives, and reports the progress. Returns the whole; a cancelled download yields nothing. */
export async function readAll(call: Promise<Streamed>, onProgress: (progress: Progress) => void): Promise<Blob> {
  const { response, error, data }: Streamed = await call
  if (!response) throw ApiProblem.offline()
  if (!response.ok) throw new ApiProblem(response.status, typeof error === 'object' && error ? (error as Record<string, unknown>) : {})
  const of = Number(response.headers.get('export-rows')) || undefined
  const type = response.headers.get('content-type') ?? ''
  const text = type.startsWith('text/')
  const reader = (data as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // The first line holds the column names.
  let rows = -1
  for (;;) {
    // Chunks arrive one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    bytes += value.length
    if (text) rows += value.reduce((count, byte) => (byte === NEWLINE ? count + 1 : count), 0)
    onProgress({ bytes, ...(of !== undefined && { of }), ...(text && { rows: Math.min(Math.max(0, rows), of ?? rows) }) })
  }
  return new Blob(parts, { type })
}

/** The name that the server gave the file. */
export function nameOf(response: Response | undefined, otherwise: string): string {
  const said = response?.headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(said) ?? []
  const [, plain] = /filename="?([^";]+)"?/i.exec(said) ?? []
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? otherwise)
  } catch {
    return plain ?? otherwise
  }
}

export function saveFile(blob: Blob, name: string): void {
  const link = URL.createObjectURL(blob)
  const anchor = Object.assign(document.createElement('a'), { href: link, download: name })
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(link), 60_000)
}
