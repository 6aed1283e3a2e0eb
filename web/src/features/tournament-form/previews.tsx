import { useWatch } from 'react-hook-form'
import type { ReactNode } from 'react'
import { PhaseTag } from '@/features/tournaments/phase-tag'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDay } from '@/i18n/format'
import { Cover } from '@/ui/cover'
import { CoverName } from '@/ui/cover-name'
import { cx } from '@/ui/cx'
import { useWizard } from './context'

/** The pictures in their places: in the list, on the page, in a chat. */
export function Previews() {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const { form } = useWizard()
  const [nameTh, nameEn, startAt, capacity] = useWatch({ control: form.control, name: ['nameTh', 'nameEn', 'startAt', 'capacity'] })
  const own = language === 'th' ? nameTh || nameEn : nameEn || nameTh
  const name = own.trim() || t('unnamed')
  const when = startAt ? formatDay(startAt, language) : t('basics.previewDate')
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-mute">{t('basics.preview')}</p>
      {/* On a phone they are side by side, to be swiped. */}
      <div
        role="group"
        aria-label={t('basics.preview')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex items-start gap-4 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:grid sm:grid-cols-3"
      >
        <Preview label={t('basics.asCard')}>
          <Banner className="aspect-[7/4]" />
          <div className="flex items-center gap-2 p-3">
            <Logo className="size-9" />
            <div className="min-w-0">
              <p className="num line-clamp-2 leading-normal">{name}</p>
              <p className="text-xs text-mute">{t('basics.previewLine', { when, capacity: capacity || '–' })}</p>
            </div>
          </div>
        </Preview>
        <Preview label={t('basics.asPage')}>
          <div className="relative">
            <Banner className="aspect-[5/2]" />
            <div className="absolute inset-x-0 bottom-0 h-2/3 bg-linear-to-t from-panel to-transparent" />
          </div>
          <div className="relative -mt-6 flex flex-col items-start gap-1.5 p-3 pt-0">
            <Logo className="size-12 ring-2 ring-panel" />
            <p className="num line-clamp-2 text-lg leading-relaxed">{name}</p>
            <PhaseTag phase="register" />
          </div>
        </Preview>
        <Preview label={t('basics.asShare')}>
          <Banner className="aspect-[1200/630]" />
          <div className="border-t border-line bg-raise p-3">
            <p className="text-xs text-mute">manao</p>
            <p className="num line-clamp-2 text-sm">{name}</p>
          </div>
        </Preview>
      </div>
    </div>
  )
}

function Preview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-1.5 max-sm:w-60 max-sm:flex-none">
      <div className="overflow-hidden rounded-panel border border-line bg-panel">{children}</div>
      <figcaption className="text-xs text-mute">{label}</figcaption>
    </figure>
  )
}

/** The game's cover until there is a banner. */
function Banner({ className }: { className: string }) {
  const { form, game } = useWizard()
  const content = useContent()
  const banner = useWatch({ control: form.control, name: 'banner' })
  if (banner) return <img src={banner} alt="" className={cx('block w-full object-cover', className)} />
  return (
    <div className={cx('w-full overflow-hidden', className)}>
      <Cover
        hue={game?.hue ?? 150}
        motif={game?.motif ?? 'rings'}
        glyph={game?.glyph ?? undefined}
        ratio="16:9"
        className="block size-full object-cover"
      >
        {game && <CoverName height={135}>{content(game.name)}</CoverName>}
      </Cover>
    </div>
  )
}

function Logo({ className }: { className: string }) {
  const { form, game } = useWizard()
  const logo = useWatch({ control: form.control, name: 'logo' })
  const look = cx('block flex-none rounded-control object-cover', className)
  return logo ? (
    <img src={logo} alt="" className={look} />
  ) : (
    <Cover hue={game?.hue ?? 150} motif={game?.motif ?? 'rings'} glyph={game?.glyph ?? undefined} className={look} />
  )
}
