import { Link } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import type { SupportTopic } from '@/api/generated'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

interface StuckProps {
  /** Path of the page that it stands on, without the language. */
  page: string
  topic: SupportTopic
  /** Id of the tournament that it is about. */
  tournament?: number
}

/** The way to our team at the end of a page that explains something. Its texts are in `stuck`. */
export function Stuck({ page, topic, tournament }: StuckProps) {
  const t = useTexts('stuck')
  return (
    <aside className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel border border-line bg-panel px-5 py-4">
      <LifeBuoy className="size-6 flex-none text-lime" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="num">{t('title')}</p>
        <p className="text-sm text-mute">{t('text')}</p>
      </div>
      <Link
        to="/contact"
        search={{ topic, from: page, ...(tournament !== undefined && { tournament: String(tournament) }) }}
        className={buttonClass('plain')}
      >
        {t('write')}
      </Link>
    </aside>
  )
}
