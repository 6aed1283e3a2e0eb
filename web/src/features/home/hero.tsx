import { Link } from '@tanstack/react-router'
import { ConnectionMark } from '@/live/connection-mark'
import { useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { showTicker } from './events'

const DELIVERY = { topic: 'public:delivery' }

export function Hero({ ticker }: { ticker: { count: number; medianSeconds: number } }) {
  const t = useTexts('home')
  useTopic(DELIVERY, { 'delivery.ticker': showTicker })
  const { count, medianSeconds: seconds } = ticker
  return (
    <section className="relative overflow-hidden md:rounded-[14px] md:border md:border-line md:bg-[linear-gradient(105deg,#18240f,#0d130d_60%)] md:p-8">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="absolute -top-14 -right-36 size-[430px] max-md:hidden">
        <g fill="none" stroke="#b6f23a">
          <circle cx="12" cy="12" r="10.4" strokeWidth=".5" opacity=".9" />
          <circle cx="12" cy="12" r="9.4" strokeWidth=".15" opacity=".7" />
        </g>
        <g fill="#b6f23a">
          {[0, 60, 120, 180, 240, 300].map((turn, index) => (
            <path
              key={turn}
              d="M12 11.3 9.2 4.9A8.2 8.2 0 0 1 14.8 4.9Z"
              transform={`rotate(${turn} 12 12)`}
              opacity={0.95 - index * 0.13}
            />
          ))}
        </g>
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
