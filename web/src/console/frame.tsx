import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { consoleLeave, type ConsoleEntry } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { load } from '@/ui/load'
import { Logo } from '@/ui/logo'
import { EntryGate } from './entry/entry-gate'
import { useTakeEntry } from './entry/use-entry'
import { roomsFor } from './rooms'

/** The frame of the console: the rail at the left, one line on top. Staff who have not given their second factor see the way in instead. */
export function ConsoleFrame() {
  return <EntryGate>{(entry) => <Framed entry={entry} />}</EntryGate>
}

function Framed({ entry }: { entry: ConsoleEntry }) {
  const t = useTexts('console')
  const take = useTakeEntry()
  const leaving = useMutation({ mutationFn: () => answerOf(consoleLeave()), onSuccess: take })
  return (
    <div className="console grid min-h-dvh text-sm md:grid-cols-[12.25rem_minmax(0,1fr)] md:grid-rows-[3.25rem_minmax(0,1fr)]">
      <a href="#main" className="num fixed top-2 left-2 z-50 -translate-y-20 bg-lime px-4 py-2 text-ink focus:translate-y-0">
        {t('skip')}
      </a>
      <nav
        aria-label={t('name')}
        className="flex flex-wrap items-center gap-1 border-line bg-ink p-2.5 max-md:border-b md:row-span-2 md:flex-col md:items-stretch md:border-r"
      >
        <Link to="/" className="flex flex-col px-2.5 pb-3" aria-label={t('shop')}>
          <Logo />
          <span className="text-xs text-mute">{t('name')}</span>
        </Link>
        {roomsFor(entry.roles).map(({ key, to }) => (
          <Link
            key={key}
            to={to}
            className="rounded-control px-2.5 py-2 text-mute no-underline hover:bg-raise hover:text-text"
            activeProps={{ className: 'bg-raise text-text', 'aria-current': 'page' }}
          >
            {t(`rooms.${key}`)}
          </Link>
        ))}
        <span className="flex-1" />
        <p className="px-2.5 py-2 text-xs text-mute md:border-t md:border-line">{entry.name}</p>
        <Button size="sm" look="ghost" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('leave')}
        </Button>
      </nav>
      <header className="flex items-center justify-end gap-3 border-b border-line bg-ink px-5 max-md:hidden">
        <LanguageSwitch />
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 p-4 outline-none md:p-5">
        <Outlet />
      </main>
    </div>
  )
}

function LanguageSwitch() {
  const t = useTexts('common')
  const router = useRouter()
  return (
    <button
      type="button"
      className="num min-h-9 min-w-9 text-mute hover:text-text"
      aria-label={t('language.switchTo')}
      lang={t('language.short').toLowerCase()}
      onClick={async () => {
        const { switchLanguage } = await load(() => import('@/app/switch-language'))
        await switchLanguage(router)
      }}
    >
      {t('language.short')}
    </button>
  )
}
