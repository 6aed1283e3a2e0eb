import { Link } from '@tanstack/react-router'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { GameGrid } from '@/features/catalogue/game-card'
import type { Game } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

/** Publishers whose goods have their own terms. */
const TERMS: Record<string, '/terms/roblox' | '/terms/playstation-network' | '/terms/riot-game-gift-card'> = {
  roblox: '/terms/roblox',
  'roblox-gift-card': '/terms/roblox',
  'playstation-network': '/terms/playstation-network',
  'riot-game-gift-card': '/terms/riot-game-gift-card',
}

/** Heading of the instructions, by the recipient of the goods. */
const STEPS = { PLAYER: 'game.stepsTopUp', NUMBER: 'game.stepsNumber', NONE: 'game.stepsRedeem' } as const

/** Below the packages, for people and search engines: instructions, frequent questions, and other games. */
export function About({ game }: { game: Game }) {
  const t = useTexts('games')
  const content = useContent()
  const { steps, questions, redeemUrl } = game.about
  const name = content(game.name)
  const terms = TERMS[game.slug]
  return (
    <div className="flex flex-col gap-12">
      {(steps.length > 0 || questions.length > 0) && (
        <div className="grid items-start gap-8 border-t border-line pt-8 md:grid-cols-2 md:gap-12">
          {steps.length > 0 && (
            <section className="flex flex-col gap-4">
              <h2 className="text-xl">{t(STEPS[game.target], { name })}</h2>
              <ol className="flex flex-col gap-3">
                {steps.map((step, index) => (
                  <li key={step.en} className="flex gap-3">
                    <span
                      aria-hidden="true"
                      className="num grid size-7 flex-none place-items-center rounded-control bg-raise text-sm text-lime"
                    >
                      {index + 1}
                    </span>
                    <span className="pt-0.5">{content(step)}</span>
                  </li>
                ))}
              </ol>
              {redeemUrl !== null && (
                <a href={redeemUrl} target="_blank" rel="noreferrer" className={`${buttonClass('plain', 'sm')} self-start`}>
                  {t('game.redeemAt', { host: hostOf(redeemUrl) })}
                  <ExternalLink className="size-4" aria-hidden="true" />
                </a>
              )}
              {terms && (
                <Link to={terms} className="self-start py-2 text-lime underline-offset-4 hover:underline">
                  {t('game.terms', { name })}
                </Link>
              )}
            </section>
          )}
          {questions.length > 0 && (
            <section className="flex flex-col gap-4">
              <h2 className="text-xl">{t('game.questions')}</h2>
              <div className="divide-y divide-line rounded-panel border border-line bg-panel">
                {questions.map(({ question, answer }) => (
                  <details key={question.en} className="group">
                    <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-4 py-2.5 font-semibold hover:text-lime">
                      {content(question)}
                      <ChevronDown
                        className="size-5 flex-none text-mute group-open:rotate-180 motion-safe:transition-transform"
                        aria-hidden="true"
                      />
                    </summary>
                    <p className="px-4 pb-4 text-mute">{content(answer)}</p>
                  </details>
                ))}
              </div>
            </section>
          )}
        </div>
      )}
      {game.related.length > 0 && (
        <section className="flex flex-col gap-4">
          <h2 className="text-xl">{t('game.related')}</h2>
          <GameGrid games={game.related} />
        </section>
      )}
    </div>
  )
}

/** Without `URL`, which the rendering server lacks. */
const hostOf = (address: string) => /^https?:\/\/(?:www\.)?([^/]+)/.exec(address)?.[1] ?? address
