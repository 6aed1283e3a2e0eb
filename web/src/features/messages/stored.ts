import type { Me } from '@/api/generated'
import type { OutboxStore, Pending } from './outbox'
import { importStorageKey, seal, type Sealed, unseal } from './seal'
import type { ThreadRef } from './types'

/** Pending messages of all threads, in IndexedDB: they outlive their tab. Each belongs to an account and is sealed for it. */
interface StoredMessage extends Sealed {
  user: number
  clientId: string
}

interface Content {
  ref: ThreadRef
  entry: Pending
}

export type Owner = Pick<Me, 'id' | 'storageKey'>

const STORE = 'messages'
const USER = 'user'

let database: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('manao.outbox', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: [USER, 'clientId'] }).createIndex(USER, USER)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
  })
  return database
}

/** Resolves when it is on disk. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await openDatabase()).transaction(STORE, mode)
  const request = work(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result))
    for (const name of ['abort', 'error']) transaction.addEventListener(name, () => reject(transaction.error ?? new Error(name)))
  })
}

const nameOf = (user: number, clientId: string) => `${user}.${clientId}`

/** Returns how many messages wait for this account; 0 where nothing can be stored. */
export const countStored = (user: number): Promise<number> => inStore('readonly', (store) => store.index(USER).count(user)).catch(() => 0)

/** Deletes the messages of a user who signs out. */
export async function forgetStored(user: number): Promise<void> {
  try {
    const keys = await inStore('readonly', (store) => store.index(USER).getAllKeys(user))
    await Promise.all(keys.map((key) => inStore('readwrite', (store) => store.delete(key))))
  } catch {
    // Nothing is stored where storage is refused.
  }
}

async function read({ id, storageKey }: Owner): Promise<Content[]> {
  const rows = (await inStore('readonly', (store) => store.index(USER).getAll(id))) as StoredMessage[]
  if (rows.length === 0) return []
  const key = await importStorageKey(storageKey)
  const contents = await Promise.all(rows.map((row) => unseal(key, nameOf(id, row.clientId), row)))
  return contents.filter((content) => content !== undefined) as Content[]
}

/** Returns the threads with waiting messages. */
export async function storedThreads(owner: Owner): Promise<ThreadRef[]> {
  const refs = (await read(owner).catch(() => [])).map(({ ref }) => ref)
  return [...new Map(refs.map((ref) => [keyOf(ref), ref])).values()]
}

/** Returns the key of a thread in this browser. */
export const keyOf = (ref: ThreadRef): string => (ref.type === 'match' ? `match:${ref.matchId}` : `entrant:${ref.contestantId}`)

/** Returns the storage of this account's messages in one thread. */
export function storedOutbox(owner: Owner, ref: ThreadRef): OutboxStore {
  const key = keyOf(ref)
  return {
    load: async () => {
      const contents = await read(owner).catch(() => [])
      return contents
        .filter((content) => keyOf(content.ref) === key)
        .map(({ entry }) => entry)
        .toSorted((one, other) => one.at - other.at)
    },
    put: async (entry) => {
      try {
        const { clientId } = entry
        const sealed = await seal(await importStorageKey(owner.storageKey), nameOf(owner.id, clientId), { ref, entry } satisfies Content)
        await inStore('readwrite', (store) => store.put({ user: owner.id, clientId, ...sealed } satisfies StoredMessage))
        return true
      } catch {
        return false
      }
    },
    remove: async (clientId) => {
      await inStore('readwrite', (store) => store.delete([owner.id, clientId])).catch(() => undefined)
    },
    alone: (work) => (navigator.locks ? navigator.locks.request(`manao.outbox.${owner.id}.${key}`, work) : work()),
  }
}
