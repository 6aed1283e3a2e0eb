import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { LongPage } from './frames/long-page'

export function TermsPage() {
  const t = useTexts('pages')
  const language = useLanguage()
  const privacy = (
    <Link to="/privacy" className="inline-flex min-h-11 items-center self-start text-lime underline underline-offset-4">
      {t('privacy.heading')}
    </Link>
  )
  return (
    <LongPage
      heading={t('terms.heading')}
      note={t('terms.ofDay', { day: formatDate(`${t('terms.version')}T12:00:00Z`, language) })}
      parts={[
        { anchor: 'terms', of: t('terms.sections', { returnObjects: true }) },
        { anchor: 'privacy', of: [{ title: t('privacy.inTerms.title'), text: t('privacy.inTerms.text'), more: privacy }] },
      ]}
    >
      <section className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
        <h2 className="text-lg">{t('terms.products')}</h2>
        <div className="flex flex-wrap gap-3">
          <Link to="/terms/roblox" className={buttonClass('plain', 'sm')} lang="en">
            Roblox
          </Link>
          <Link to="/terms/playstation-network" className={buttonClass('plain', 'sm')} lang="en">
            PlayStation Network
          </Link>
          <Link to="/terms/riot-game-gift-card" className={buttonClass('plain', 'sm')} lang="en">
            Riot Games Gift Card
          </Link>
        </div>
      </section>
    </LongPage>
  )
}
