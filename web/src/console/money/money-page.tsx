import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'

const TABS = [
  { name: 'refunds', to: '/console/money/refunds' },
  { name: 'unmatched', to: '/console/money/unmatched' },
  { name: 'reconciliations', to: '/console/money/reconciliations' },
] as const

type MoneyTab = (typeof TABS)[number]['name']

/** A page of the room about money: its heading, and the way to the others. */
export function MoneyPage({ tab, children }: { tab: MoneyTab; children: ReactNode }) {
  const t = useTexts('operator')
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{t(`money.${tab}`)}</h1>
      <MoneyTabs tab={tab} />
      {children}
    </div>
  )
}

function MoneyTabs({ tab }: { tab: MoneyTab }) {
  const t = useTexts('operator')
  return (
    <nav aria-label={t('money.pages')} className="flex flex-wrap gap-x-1 border-b border-line">
      {TABS.map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === tab ? 'page' : undefined}
          className={cx(
            'num -mb-px inline-flex min-h-9 items-center border-b-2 px-3 no-underline',
            name === tab ? 'border-lime text-text' : 'border-transparent text-mute hover:text-text',
          )}
        >
          {t(`money.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
