import type { ReactNode } from 'react'

/** A section of the desk's page, with its purpose. */
export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex max-w-3xl flex-col gap-4">
      <div>
        <h2 className="text-xl">{title}</h2>
        {text && <p className="text-sm text-mute">{text}</p>}
      </div>
      {children}
    </section>
  )
}
