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

export function Banners({ banners }: { banners: readonly BannerContent[] }) {
  const content = useContent()
  if (banners.length === 0) return null
  return (
    <ul
      className={cx(
        'grid gap-4 max-md:[contain-intrinsic-height:auto_11rem] max-md:[content-visibility:auto]',
        banners.length > 1 && 'md:grid-cols-3',
      )}
    >
      {banners.map((banner) => (
        <li key={banner.id} className="relative min-h-40 overflow-hidden rounded-panel border border-line">
          <Cover hue={banner.hue} motif={banner.motif} ratio="16:9" className="absolute inset-0 size-full opacity-45" />
          <div className="relative flex h-full flex-col items-start gap-1.5 bg-ink/55 p-5">
            <h2 className="text-lg">{content(banner.title)}</h2>
            <p className="text-sm">{content(banner.text)}</p>
            <Link
              to={banner.href}
              className="num mt-auto inline-flex min-h-11 items-center text-lime underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {content(banner.action)} →
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
