import { Link } from '@tanstack/react-router'
import { Gamepad2, type LucideIcon, QrCode, ShieldCheck, Ticket } from 'lucide-react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

/** In the order of their texts. */
const SERVICES: readonly LucideIcon[] = [Gamepad2, Ticket, QrCode, ShieldCheck]

export function ServicesPage() {
  const t = useTexts('pages')
  const items = t('services.items', { returnObjects: true })
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl">{t('services.heading')}</h1>
        <p className="max-w-2xl text-mute">{t('services.text')}</p>
      </header>
      <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-4">
        {items.map(({ title, text }, index) => {
          const Icon = SERVICES[index] ?? ShieldCheck
          return (
            <li key={title} className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
              <span className="grid size-11 place-items-center rounded-control bg-lime-dim text-lime">
                <Icon className="size-6" aria-hidden="true" />
              </span>
              <h2 className="text-lg">{title}</h2>
              <p className="text-sm text-mute">{text}</p>
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Link to="/games" className={buttonClass('primary')}>
          {t('services.choose')}
        </Link>
        <Link to="/contact" className={buttonClass('plain')}>
          {t('services.ask')}
        </Link>
      </div>
    </article>
  )
}
