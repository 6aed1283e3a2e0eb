import { Link } from '@tanstack/react-router'
import { Clapperboard, Gamepad2, type LucideIcon, Megaphone, QrCode, ShieldCheck, Ticket, Trophy, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

// In the order of their texts.
const TOP_UP: readonly LucideIcon[] = [Gamepad2, Ticket, QrCode, ShieldCheck]
const ESPORTS: readonly LucideIcon[] = [Trophy, Users, Megaphone, Clapperboard]
const PLACES: readonly string[] = ['/esport/tournament', '/esport/teams', '/account/promoter', '/estudio']

/** Both halves of the product: buying, and competing. */
export function ServicesPage() {
  const t = useTexts('pages')
  return (
    <article className="flex flex-col gap-10">
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl">{t('services.heading')}</h1>
        <p className="max-w-2xl text-mute">{t('services.text')}</p>
      </header>
      <Half
        heading={t('services.topUp')}
        action={
          <Link to="/games" className={buttonClass('primary')}>
            {t('services.choose')}
          </Link>
        }
      >
        {t('services.items', { returnObjects: true }).map((item, index) => (
          <Service key={item.title} icon={TOP_UP[index] ?? ShieldCheck} {...item} />
        ))}
      </Half>
      <Half
        heading={t('services.compete')}
        action={
          <Link to="/esport/tournament" className={buttonClass('plain')}>
            {t('services.find')}
          </Link>
        }
      >
        {t('services.esports', { returnObjects: true }).map((item, index) => (
          <Service key={item.title} icon={ESPORTS[index] ?? Trophy} {...item} to={PLACES[index]} />
        ))}
      </Half>
      <Link to="/contact" className="inline-flex min-h-11 items-center self-start text-mute underline underline-offset-4 hover:text-text">
        {t('services.ask')}
      </Link>
    </article>
  )
}

function Half({ heading, action, children }: { heading: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl md:text-2xl">{heading}</h2>
        {action}
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-4">{children}</ul>
    </section>
  )
}

interface ServiceProps {
  icon: LucideIcon
  title: string
  text: string
  /** The words of its link, if it has a page of its own. */
  link?: string
  to?: string | undefined
}

function Service({ icon: Icon, title, text, link, to }: ServiceProps) {
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
      <span className="grid size-11 place-items-center rounded-control bg-lime-dim text-lime">
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <h3 className="text-lg">{title}</h3>
      <p className="text-sm text-mute">{text}</p>
      {to && link && (
        <Link to={to} className="mt-auto inline-flex min-h-11 items-center self-start text-sm text-lime hover:underline">
          {link}
        </Link>
      )}
    </li>
  )
}
