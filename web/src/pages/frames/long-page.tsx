import { type ReactNode, useId } from 'react'
import { useTexts } from '@/i18n'
import { Disclosure } from '@/ui/disclosure'

interface Part {
  title: string
  text: string
  /** Below the text. */
  more?: ReactNode
}

interface LongPageProps {
  heading: string
  /** Under the heading: its owner and date. */
  note?: ReactNode
  /** Each list of parts has its own anchor, so that `/terms#privacy` leads to one of them. */
  parts: ReadonlyArray<{ anchor: string; of: readonly Part[] }>
  children?: ReactNode
}

/** A long text in parts: its contents are beside it on a wide screen, folded above it on a phone; each part has an address. */
export function LongPage({ heading, note, parts, children }: LongPageProps) {
  const t = useTexts('pages')
  const label = useId()
  const all = parts.flatMap(({ anchor, of }) => of.map((part, index) => ({ ...part, id: index === 0 ? anchor : `${anchor}-${index + 1}` })))
  const contents = (
    <ol className="flex flex-col">
      {all.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="flex min-h-10 items-center text-sm text-mute hover:text-lime">
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-[minmax(0,1fr)_260px]">
      <header className="flex flex-col gap-2 md:col-span-2">
        <h1 className="text-3xl">{heading}</h1>
        {note && <p className="text-mute">{note}</p>}
      </header>
      <nav aria-labelledby={label} className="md:order-2">
        <div className="rounded-panel border border-line bg-panel px-5 md:sticky md:top-24 md:py-3">
          <p id={label} className="num py-1 max-md:hidden">
            {t('contents')}
          </p>
          <div className="max-md:hidden">{contents}</div>
          <Disclosure className="md:hidden" title={<span className="num">{t('contents')}</span>}>
            <div className="pb-3">{contents}</div>
          </Disclosure>
        </div>
      </nav>
      <article className="flex max-w-3xl flex-col gap-8 md:order-1">
        {all.map(({ id, title, text, more }) => (
          <section key={id} id={id} className="flex scroll-mt-24 flex-col gap-2">
            <h2 className="text-xl">{title}</h2>
            {text && <p className="text-mute">{text}</p>}
            {more}
          </section>
        ))}
        {children}
      </article>
    </div>
  )
}
