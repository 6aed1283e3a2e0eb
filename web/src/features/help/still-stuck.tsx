import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

/** The way to our staff, below a page that was not enough. */
export function StillStuck({ from }: { from: string }) {
  const t = useTexts('manual')
  return (
    <aside className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-line bg-panel p-4 md:p-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="num">{t('stuck.title')}</p>
        <p className="text-sm text-mute">{t('stuck.text')}</p>
      </div>
      <Link to="/contact" search={{ from }} className={buttonClass('plain', 'sm')}>
        {t('stuck.write')}
      </Link>
    </aside>
  )
}
