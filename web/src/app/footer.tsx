import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ConfigQuery } from '@/api/catalogue.gen'
import { useContent, useTexts } from '@/i18n'
import { ChannelMark } from '@/ui/channel-mark'
import { Logo } from '@/ui/logo'
import { GROUPS, HELP, MANUAL, type MenuItem, plainPath } from './menu-entries'

export type ShopConfig = ConfigQuery['appConfig']

/** The company, the site's main pages and the ways to pay. */
export function Footer({ shop }: { shop: ShopConfig | undefined }) {
  const t = useTexts('shell')
  const entry = ({ to, name }: MenuItem) => <FootLink key={name} to={to} text={t(`menu.${name}.label`)} />
  return (
    <footer className="mt-12 border-t border-line text-sm [&_nav_a]:inline-flex [&_nav_a]:min-h-11 [&_nav_a]:items-center [&_nav_a]:text-mute [&_nav_a:hover]:text-text md:[&_nav_a]:min-h-10">
      <div className="mx-auto flex max-w-[1200px] flex-col gap-x-10 gap-y-8 px-4 py-8 md:flex-row md:py-10 min-[1232px]:px-0">
        <div className="flex flex-col gap-4 md:w-72 md:flex-none">
          <Logo />
          <p className="text-mute">{t('footer.about')}</p>
          <Payment provider={shop?.providerName} />
        </div>
        <div className="grid flex-1 grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          <Column title={t('footer.shop')}>
            <FootLink to="/games" text={t('footer.games')} />
            <FootLink to={plainPath('/promotions')} text={t('footer.promotions')} />
            <FootLink to="/cart" text={t('footer.cart')} />
            <FootLink to="/account/purchased" text={t('footer.purchased')} />
          </Column>
          <Column title={t('footer.esports')}>
            {GROUPS.esports.map(entry)}
            <FootLink to="/account/promoter" text={t('footer.promoter')} />
          </Column>
          <Column title={t('footer.help')}>{[MANUAL, ...HELP].map(entry)}</Column>
          <Column title={t('footer.company')}>
            <FootLink to={plainPath('/about')} text={t('footer.aboutUs')} />
            <FootLink to="/services" text={t('footer.services')} />
            <FootLink to="/terms" text={t('footer.terms')} />
            <FootLink to={plainPath('/privacy')} text={t('footer.privacy')} />
          </Column>
        </div>
      </div>
      {shop && <Company shop={shop} />}
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="flex flex-col items-start">
      <p className="num pb-1 text-text">{title}</p>
      {children}
    </nav>
  )
}

// Its look is the footer's.
const FootLink = ({ to, text }: { to: MenuItem['to']; text: string }) => <Link to={to}>{text}</Link>

function Payment({ provider }: { provider: string | undefined }) {
  const t = useTexts('shell')
  const ways = [
    { code: 'promptpay', name: t('footer.promptpay') },
    { code: 'ais_prepaid', name: t('footer.mobile', { provider }) },
    { code: 'card', name: t('footer.others') },
  ]
  return (
    <div className="flex flex-col gap-2">
      <p className="num">{t('footer.pay')}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-2 text-mute">
        {ways.map(({ code, name }) => (
          <li key={code} className="flex items-center gap-2">
            <ChannelMark code={code} className="size-8!" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The company as it is registered, and its pages elsewhere. */
function Company({ shop: { providerName, company, socialLinks } }: { shop: ShopConfig }) {
  const t = useTexts('shell')
  const content = useContent()
  return (
    <div className="mx-auto max-w-[1200px] px-4 pb-8 min-[1232px]:px-0">
      <div className="flex flex-col gap-x-10 gap-y-4 border-t border-line pt-6 md:flex-row md:items-start md:justify-between">
        <address className="text-xs text-mute not-italic">
          <p className="text-text">{content(company.name)}</p>
          <p>{t('footer.taxId', { number: company.taxId })}</p>
          <p>{content(company.address)}</p>
          <p>
            {t('footer.phone')}{' '}
            <a
              href={`tel:${company.phone.replaceAll(/[^\d+]/g, '')}`}
              className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-text"
            >
              {company.phone}
            </a>{' '}
            · {t('footer.by', { provider: providerName })}
          </p>
        </address>
        {socialLinks.length > 0 && (
          <nav aria-label={t('footer.social')} className="flex flex-wrap items-center gap-x-5">
            <p className="num">{t('footer.social')}</p>
            {socialLinks.map(({ name, href }) => (
              <a key={href} href={href} rel="noopener noreferrer" target="_blank" lang="en">
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
    </div>
  )
}
