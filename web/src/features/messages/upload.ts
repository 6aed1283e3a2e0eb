import { ApiProblem, problemOf } from '@/api/problem'
import { session, useSession } from '@/api/session'
import { language } from '@/i18n'
import type { MessagePicture } from '@/api/generated'

/** Progress, from 0 to 1. */
export type Progress = (share: number) => void

const UNAUTHORIZED = 401
const STALLED_MS = 30_000

/** Sends a picture and reports its progress, which `fetch` cannot. */
export async function uploadPicture(url: string, file: File, onProgress: Progress): Promise<MessagePicture> {
  const { token } = useSession.getState()
  try {
    return await send(url, file, token, onProgress)
  } catch (error) {
    if (problemOf(error).status !== UNAUTHORIZED) throw error
    return send(url, file, await session.refresh(token), onProgress)
  }
}

function send(url: string, file: File, token: string | undefined, onProgress: Progress): Promise<MessagePicture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    request.setRequestHeader('accept-language', language())
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    // A lost connection is not always reported: an upload without progress is given up.
    const giveUp = () => request.abort()
    let stalled = setTimeout(giveUp, STALLED_MS)
    const moves = () => {
      clearTimeout(stalled)
      stalled = setTimeout(giveUp, STALLED_MS)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moves()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => clearTimeout(stalled))
    for (const name of ['error', 'abort']) request.addEventListener(name, () => reject(ApiProblem.offline()))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as MessagePicture)
      else reject(new ApiProblem(request.status, (request.response as Record<string, unknown> | null) ?? {}))
    })
    const form = new FormData()
    form.set('file_content', file)
    form.set('file_name', file.name)
    request.send(form)
  })
}
