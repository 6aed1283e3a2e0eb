import { ArrowDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './button'
import { Check } from './check'

/** Within this many pixels of the end, terms count as read (specification, "Business constants and limits"). */
const NEAR_END = 300

interface TermsToReadProps {
  title: string
  sections: readonly { title: string; text: string }[]
  /** `toEnd` scrolls down, `readFirst` says why the tick is disabled, `accept` labels the tick. */
  words: { toEnd: string; readFirst: string; accept: string }
  ticked: boolean
  onTick: (ticked: boolean) => void
}

/** Terms and a tick under them, which is disabled until they were read to the end. */
export function TermsToRead({ title, sections, words, ticked, onTick }: TermsToReadProps) {
  const [read, setRead] = useState(false)
  const text = useRef<HTMLElement | null>(null)
  const hint = useId()
  const look = () => {
    const box = text.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END) setRead(true)
  }
  useEffect(() => {
    // Terms short enough to fit cannot be scrolled. Turning a phone changes that.
    const seen = new ResizeObserver(look)
    if (text.current) seen.observe(text.current)
    return () => seen.disconnect()
  })
  return (
    <>
      <section
        ref={(box) => {
          text.current = box
          // The focus on opening, so that the arrow keys scroll it.
          box?.setAttribute('autofocus', '')
        }}
        aria-label={title}
        // It has to be scrolled, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={look}
        className="flex max-h-[28dvh] sm:max-h-[38dvh] flex-col gap-4 overflow-y-auto rounded-control bg-ink p-4 ring-1 ring-line ring-inset focus-visible:-outline-offset-2"
      >
        {sections.map((part) => (
          <div key={part.title} className="flex flex-col gap-1">
            <h3 className="text-base">{part.title}</h3>
            <p className="text-[0.9375rem] text-mute">{part.text}</p>
          </div>
        ))}
      </section>
      {!read && (
        <Button
          look="plain"
          onClick={() => {
            const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
            text.current?.scrollTo({ top: text.current.scrollHeight, behavior: calm ? 'auto' : 'smooth' })
          }}
        >
          <ArrowDown className="size-5" aria-hidden="true" />
          {words.toEnd}
        </Button>
      )}
      <label className="flex min-h-11 items-center gap-3 has-disabled:text-mute">
        <Check
          checked={ticked}
          disabled={!read}
          aria-describedby={read ? undefined : hint}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        {words.accept}
      </label>
      {!read && (
        <p id={hint} className="text-sm text-mute">
          {words.readFirst}
        </p>
      )}
    </>
  )
}
