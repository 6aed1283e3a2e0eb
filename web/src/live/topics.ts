/**
 * The hub keeps topics in one of two ways; this is its table seen from the client.
 * Log: every event counts, offsets have no gaps. State: only the newest snapshot counts, offsets may skip.
 */
const STATE = ['badge:', 'order:', 'public:phase:', 'public:stock:', 'public:bracket:']
const STATE_NAMES = ['public:maintenance', 'public:delivery']

export function isState(topic: string): boolean {
  return STATE_NAMES.includes(topic) || STATE.some((prefix) => topic.startsWith(prefix))
}

/** Public topics do not depend on who is signed in. */
export function isPublic(topic: string): boolean {
  return topic.startsWith('public:')
}

/** The topic that a signed-in socket joins by itself. */
export function personalTopic(user: string): string {
  return `user:${user}`
}
