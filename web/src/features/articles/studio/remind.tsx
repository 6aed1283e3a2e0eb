import { CalendarPlus } from 'lucide-react'
import { serverNow } from '@/live'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { calendarFile, nextBroadcast, type Show } from './schedule'

/** Makes a calendar file of the next broadcast, in the browser. */
function save(show: Show) {
  const now = serverNow()
  const file = calendarFile(show, nextBroadcast(show, now), location.origin + location.pathname, now)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  link.download = `${show.id}.ics`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Adds a show to the calendar; `short` has no text. */
export function Remind({ show, short = false }: { show: Show; short?: boolean }) {
  const t = useTexts('articles')
  return (
    <Button
      look={short ? 'ghost' : 'plain'}
      size={short ? 'sm' : 'md'}
      aria-label={t('studio.remindOf', { title: show.title })}
      className={cx(short && 'w-11 flex-none px-0! text-mute hover:text-lime')}
      onClick={() => save(show)}
    >
      <CalendarPlus className="size-5" aria-hidden="true" />
      {!short && t('studio.remind')}
    </Button>
  )
}
