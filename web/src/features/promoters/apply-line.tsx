import { Link } from '@tanstack/react-router'
import { BadgeCheck, ChevronRight } from 'lucide-react'
import { useTexts } from '@/i18n'

/** Links to the application for promoter rights, or to the user's own rights. */
export function ApplyLine({ promoter }: { promoter: boolean }) {
  const t = useTexts('promoters')
  return (
    <Link to="/account/promoter" className="flex items-center gap-3.5 rounded-panel border border-line p-4 hover:border-control">
      <BadgeCheck className="size-6 flex-none text-mute" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block">{t(promoter ? 'line.mine' : 'line.apply')}</span>
        {!promoter && <span className="block text-sm text-mute">{t('line.text')}</span>}
      </span>
      <ChevronRight className="size-5 flex-none text-mute" aria-hidden="true" />
    </Link>
  )
}
