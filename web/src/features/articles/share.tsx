import { Share2 } from 'lucide-react'
import { useTexts } from '@/i18n'
import { plain } from '@/i18n/plain'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'

/** Uses the phone's share sheet; without one, copies the address. */
export function Share({ title }: { title: string }) {
  const t = useTexts('articles')
  const share = async () => {
    const url = location.origin + location.pathname
    if (navigator.share) {
      // Closing the sheet is not a failure.
      await navigator.share({ title: plain(title), url }).catch(() => undefined)
      return
    }
    await navigator.clipboard.writeText(url)
    void toast(t('copied'), { tone: 'success' })
  }
  return (
    <Button look="ghost" size="sm" className="text-mute" onClick={() => void share()}>
      <Share2 className="size-5" aria-hidden="true" />
      {t('share')}
    </Button>
  )
}
