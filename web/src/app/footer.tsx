import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { Logo } from '@/ui/logo'

const SOCIAL = [
  { name: 'Facebook', href: 'https://www.facebook.com/' },
  { name: 'YouTube', href: 'https://www.youtube.com/' },
] as const

export function Footer({ provider }: { provider: string | undefined }) {
  const t = useTexts('common')
  const link = 'inline-flex min-h-11 items-center text-mute hover:text-text'
  return (
    <footer className="mt-12 border-t border-line">
      <div className="mx-auto grid max-w-[1200px] grid-cols-2 gap-x-4 gap-y-6 px-4 py-8 text-sm sm:grid-cols-[2fr_1fr_1fr_1fr] sm:gap-8 min-[1232px]:px-0 md:py-10">
        <div className="col-span-2 flex flex-col gap-3 sm:col-span-1">
          <Logo />
          <p className="text-mute">{t('footer.about')}</p>
        </div>
        <nav aria-label={t('footer.shop')} className="flex flex-col">
          <p className="num text-text">{t('footer.shop')}</p>
          <Link to="/games" className={link}>
            {t('nav.games')}
          </Link>
          <Link to="/cart" className={link}>
            {t('nav.cart')}
          </Link>
          <Link to="/services" className={link}>
            {t('nav.services')}
          </Link>
        </nav>
        <nav aria-label={t('footer.help')} className="flex flex-col">
          <p className="num text-text">{t('footer.help')}</p>
          <Link to="/contact" className={link}>
            {t('nav.contact')}
          </Link>
          <Link to="/track" className={link}>
            {t('nav.track')}
          </Link>
          <Link to="/terms" className={link}>
            {t('nav.terms')}
          </Link>
          <Link to="/account/purchased" className={link}>
            {t('nav.purchased')}
          </Link>
        </nav>
        <nav aria-label={t('footer.social')} className="flex flex-col">
          <p className="num text-text">{t('footer.social')}</p>
          {SOCIAL.map(({ name, href }) => (
            <a key={name} href={href} rel="noopener noreferrer" target="_blank" lang="en" className={link}>
              {name}
            </a>
          ))}
        </nav>
      </div>
      <p className="mx-auto max-w-[1200px] px-4 pb-8 text-xs text-mute min-[1232px]:px-0">
        {t('footer.final')} {provider && t('footer.by', { provider })}
      </p>
    </footer>
  )
}
