import './design.css'
import { useState } from 'react'
import { useContent } from '@/i18n'
import { EmptyState } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useHead } from '@/ui/head'
import { Switch } from '@/ui/switch'
import { type Entry, type Group, matching } from './groups'
import { useMonochrome, useReducedMotion } from './previews'

/** Every primitive of `src/ui` in every state, for those who build the shop. It exists in the dev server only. */
export function DesignPage() {
  const content = useContent()
  const [sought, setSought] = useState('')
  const [monochrome, setMonochrome] = useState(false)
  const [reduced, setReduced] = useState(false)
  useMonochrome(monochrome)
  useReducedMotion(reduced)
  useHead({ title: content({ th: 'ระบบดีไซน์', en: 'Design' }), noindex: true })
  const groups = matching(sought)
  return (
    <div className="design">
      <div className="design-side">
        <h1 className="text-3xl">{content({ th: 'ระบบดีไซน์', en: 'Design' })}</h1>
        <TextField
          type="search"
          label={content({ th: 'ค้นหาส่วนประกอบ', en: 'Find a primitive' })}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <Switch label={content({ th: 'ขาวดำ', en: 'Monochrome' })} checked={monochrome} onChange={setMonochrome} />
        <Switch label={content({ th: 'ลดการเคลื่อนไหว', en: 'Reduced motion' })} checked={reduced} onChange={setReduced} />
        <Index groups={groups} />
      </div>
      <div className="design-main">
        {groups.length === 0 && <EmptyState>{content({ th: 'ไม่มีส่วนประกอบชื่อนี้', en: 'No primitive has this name' })}</EmptyState>}
        {groups.map(({ id, name, entries }) => (
          <section key={id} id={id} className="design-group" aria-labelledby={`${id}-name`}>
            <h2 id={`${id}-name`} className="text-2xl">
              {content(name)}
            </h2>
            {entries.map((entry) => (
              <Specimen key={entry.id} {...entry} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

const useName = () => {
  const content = useContent()
  return (name: Entry['name']) => (typeof name === 'string' ? name : content(name))
}

function Index({ groups }: { groups: readonly Group[] }) {
  const content = useContent()
  const nameOf = useName()
  return (
    <nav aria-label={content({ th: 'สารบัญ', en: 'Index' })} className="design-index">
      {groups.map(({ id, name, entries }) => (
        <ul key={id}>
          <li>
            <a href={`#${id}`}>
              <b>{content(name)}</b>
            </a>
          </li>
          {entries.map((entry) => (
            <li key={entry.id}>
              <a href={`#${entry.id}`}>{nameOf(entry.name)}</a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function Specimen({ id, name, files, Show }: Entry) {
  const nameOf = useName()
  return (
    <section id={id} className="design-entry" aria-labelledby={`${id}-name`}>
      <div className="design-head">
        <h3 id={`${id}-name`} className="text-lg">
          <a href={`#${id}`}>{nameOf(name)}</a>
        </h3>
        {files.map((file) => (
          <code key={file}>ui/{file}.tsx</code>
        ))}
      </div>
      <div className="design-states">
        <Show />
      </div>
    </section>
  )
}
