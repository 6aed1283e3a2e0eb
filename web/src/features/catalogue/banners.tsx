import { Link } from '@tanstack/react-router'
import { useContent } from '@/i18n'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'

export interface BannerContent {
  id: number
  title: { th: string; en: string }
  text: { th: string; en: string }
  action: { th: string; en: string }
  href: string
  hue: number
  motif: string
}

/** The first banner is large; the others stand beside it, in two rows if there are two. */
export function Banners({ banners }: { banners: readonly BannerContent[] }) {
  const content = useContent()
  if (banners.length === 0) return null
  const many = banners.length > 2
  return (
    <ul
      className={cx(
        'grid gap-4 max-md:[contain-intrinsic-height:auto_11rem] max-md:[content-visibility:auto]',
        banners.length > 1 && (many ? 'md:grid-cols-[1.62fr_1fr]' : 'md:grid-cols-2'),
      )}
    >
      {banners.map((banner, index) => {
        const first = index === 0
        return (
          <li
            key={banner.id}
            className={cx(
              'relative overflow-hidden rounded-panel border border-line',
              first ? 'min-h-48' : 'min-h-36',
              first && many && 'md:row-span-2 md:min-h-72',
            )}
          >
            <Cover hue={banner.hue} motif={banner.motif} ratio={first ? '3:2' : '16:9'} className="absolute inset-0 size-full" />
            {/* Dark behind the words; the picture shows beside them. */}
            <div className="relative flex h-full flex-col items-start gap-1.5 bg-linear-to-r from-ink/95 via-ink/75 to-ink/10 p-5 md:p-6">
              <h2 className={cx('max-w-[26ch]', first ? 'text-xl md:text-3xl' : 'text-lg')}>{content(banner.title)}</h2>
              <p className={cx('max-w-[46ch]', first ? 'text-sm md:text-base' : 'text-sm')}>{content(banner.text)}</p>
              <Link
                to={banner.href}
                className="num mt-auto inline-flex min-h-11 items-center text-lime underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {content(banner.action)} →
              </Link>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
