import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import type productTerms from '@/i18n/th/productTerms'
import { buttonClass } from '@/ui/button'
import { LongPage } from '../frames/long-page'

type Which = Exclude<keyof typeof productTerms, 'version' | 'ofDay' | 'buy' | 'all'>

/** The terms of one publisher's goods, beside the shop's own. */
function ProductTerms({ which, slug }: { which: Which; slug: string }) {
  const t = useTexts('productTerms')
  const language = useLanguage()
  return (
    <LongPage
      heading={t(`${which}.heading`)}
      note={t('ofDay', { day: formatDate(`${t('version')}T12:00:00Z`, language) })}
      parts={[{ anchor: 'terms', of: t(`${which}.sections`, { returnObjects: true }) }]}
    >
      <div className="flex flex-wrap gap-3">
        <Link to="/games/$id" params={{ id: slug }} className={buttonClass('primary')}>
          {t('buy')}
        </Link>
        <Link to="/terms" className={buttonClass('plain')}>
          {t('all')}
        </Link>
      </div>
    </LongPage>
  )
}

export const RobloxTermsPage = () => <ProductTerms which="roblox" slug="roblox-gift-card" />
export const PlayStationTermsPage = () => <ProductTerms which="playStation" slug="playstation-network" />
export const RiotTermsPage = () => <ProductTerms which="riot" slug="riot-game-gift-card" />
