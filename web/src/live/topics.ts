/** Public topics do not depend on who is signed in. */
export function isPublic(topic: string): boolean {
  return topic.startsWith('public:')
}
