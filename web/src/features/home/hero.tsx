import { Link } from '@tanstack/react-router'
import { ConnectionMark } from '@/live/connection-mark'
import { useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { Glyph } from '@/ui/glyph'
import { showTicker } from './events'

const DELIVERY = { topic: 'public:delivery' }

export function Hero({ ticker }: { ticker: { count: number; medianSeconds: number } }) {
  const t = useTexts('home')
  useTopic(DELIVERY, { 'delivery.ticker': showTicker })
  const { count, medianSeconds: seconds } = ticker
  return (
    <section className="relative overflow-hidden md:nth-last-2:col-span-2 md:rounded-[14px] md:border md:border-line md:bg-[linear-gradient(105deg,#18240f,#0d130d_60%)] md:p-8">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="absolute -top-14 -right-36 size-[430px] text-lime max-md:hidden">
        <Glyph name="slice" />
      </svg>
      <div className="relative flex max-w-[450px] flex-col gap-3 md:gap-4">
        <h1 className="text-3xl md:order-2 md:text-4xl">
          {t('hero1')}
          <br />
          {t('hero2')}
        </h1>
        {/* The line is there from the first paint, so that nothing moves when the first delivery is announced. */}
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm md:order-1">
          <ConnectionMark />
          <p className="text-mute">{count > 0 ? t('ticker', { count, seconds }) : t('tickerNone')}</p>
        </div>
        <p className="text-mute md:order-3">{t('heroText')}</p>
        <div className="flex flex-wrap gap-3 md:order-4">
          <Link to="/games" className={`${buttonClass('primary')} max-xs:px-4`}>
            {t('choose')}
          </Link>
          <Link to="/esport/tournament" className={`${buttonClass('plain')} max-xs:px-4`}>
            {t('compete')}
          </Link>
        </div>
      </div>
    </section>
  )
}
