import { useTexts } from '@/i18n'
import { useConnectionMark } from '@/live'
import { cx } from '@/ui/cx'

const LOOKS = { live: 'text-lime', offline: 'text-mute', connecting: 'text-amber', backIn: 'text-amber' }

/** Whether this page is current: lime when live, amber with a countdown while reconnecting, grey offline. `short`: a dot where it is narrow. */
export function ConnectionMark({ short }: { short?: boolean }) {
  const t = useTexts('common')
  const mark = useConnectionMark()
  return (
    <span role="status" className={cx('inline-flex items-center gap-2.5 text-sm', LOOKS[mark.label])}>
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current shadow-[0_0_0_4px_rgb(from_currentColor_r_g_b/0.16)]" />
      <span className={short ? 'max-sm:sr-only' : undefined}>
        {mark.label === 'backIn' ? t('live.backIn', { seconds: mark.seconds }) : t(`live.${mark.label}`)}
      </span>
    </span>
  )
}
