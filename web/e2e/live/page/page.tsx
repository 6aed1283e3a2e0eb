import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Live, serverNow, sessionChanged, setTokenSource, useConnection, useConnectionMark, useTopic } from '@/live'

/** What the page heard; read and steered by the test through `window.seen`. */
const seen = {
  numbers: {} as Record<string, number[]>,
  reloads: {} as Record<string, number>,
  state: '',
  clockError: () => serverNow() - Date.now(),
  setTopics: undefined as ((topics: Live[]) => void) | undefined,
  signIn: (next?: string) => {
    token = next
    sessionChanged()
  },
}
export type Seen = typeof seen
Object.assign(window, { seen })

const asked = new URLSearchParams(location.search)
let token = asked.get('token') ?? undefined
setTokenSource(
  async () => token,
  () => {},
)

function Topic({ live }: { live: Live }) {
  useTopic(
    live,
    {
      'stock.changed': ({ remaining }) => {
        const numbers = seen.numbers[live.topic] ?? []
        seen.numbers[live.topic] = [...numbers, remaining]
      },
    },
    {
      onReload: () => {
        seen.reloads[live.topic] = (seen.reloads[live.topic] ?? 0) + 1
      },
    },
  )
  return null
}

function Page() {
  const [topics, setTopics] = useState<Live[]>(() => JSON.parse(asked.get('topics') ?? '[]'))
  const { state } = useConnection()
  const mark = useConnectionMark()
  useEffect(() => {
    seen.state = state
    seen.setTopics = setTopics
  }, [state])
  return (
    <>
      <output>{'seconds' in mark ? `back in ${mark.seconds} s` : mark.label}</output>
      {topics.map((live) => (
        <Topic key={live.topic} live={live} />
      ))}
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
