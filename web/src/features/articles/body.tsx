import { Suspense, useEffect, useRef, useState } from 'react'
import type { Language } from '@/i18n/language'
import { texts } from '@/i18n'
import { part } from '@/ui/load'
import { Prose } from '@/ui/prose'
import { GameLink, ProductCard } from './cards'
import type { ArticleBlock } from './queries'

const TournamentLink = part(async () => {
  const [card] = await Promise.all([import('./tournament-link'), texts('tournaments')()])
  return card
})

interface ArticleBodyProps {
  blocks: readonly ArticleBlock[]
  /** The language that it is written in. */
  lang: Language
}

/** The body of an article: text, and cards of packages, games and tournaments in their places. */
export function ArticleBody({ blocks, lang }: ArticleBodyProps) {
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      {blocks.map((block, index) => (
        // Blocks of one text never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} block={block} lang={lang} isFirst={index === 0} />
      ))}
    </div>
  )
}

function Block({ block, lang, isFirst }: { block: ArticleBlock; lang: Language; isFirst: boolean }) {
  const { html, product, game, tournamentId } = block
  if (html !== null) return <Prose html={html} lang={lang} className={isFirst ? undefined : '[&>h2:first-child]:mt-4'} />
  if (product) return <ProductCard product={product} />
  if (game) return <GameLink game={game} />
  return tournamentId === null ? null : <Tournament id={tournamentId} />
}

const LOADING = 'skeleton h-[86px]'

/** A tournament's card, fetched when it comes into view. */
function Tournament({ id }: { id: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), {
      rootMargin: '200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return (
    <div ref={place} className="min-h-[86px]">
      {seen ? (
        <Suspense fallback={<div className={LOADING} />}>
          <TournamentLink id={id} />
        </Suspense>
      ) : (
        <div className={LOADING} />
      )}
    </div>
  )
}
