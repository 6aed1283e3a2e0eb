import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { Logo } from '@/ui/logo'
import { LanguageSwitch } from '../language-switch'

/** The page that stands in the console's place for everyone who is not in it. */
export function Door({ heading, children }: { heading?: string; children: ReactNode }) {
  const t = useTexts('console')
  return (
    <div className="min-h-dvh">
      <header className="flex h-14 items-center justify-between border-b border-line px-4">
        <Link to="/" className="flex min-h-11 items-center">
          <Logo />
          <span className="sr-only">{t('shop')}</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-lg flex-col gap-5 px-4 py-10 outline-none">
        {heading && <h1 className="text-2xl">{heading}</h1>}
        {children}
      </main>
    </div>
  )
}
