import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import type { InAppBrowser } from '@/ui/device'
import { Notice } from '@/ui/feedback'

const NAMES: Record<InAppBrowser, string> = {
  line: 'LINE',
  facebook: 'Facebook',
  instagram: 'Instagram',
  messenger: 'Messenger',
  tiktok: 'TikTok',
}

/** Returns the address that LINE opens in the default browser. */
function outsideLine(address: string): string {
  const url = new URL(address)
  url.searchParams.set('openExternalBrowser', '1')
  return url.href
}

/** Leads from an app's own browser to the user's: banking apps often do not open from the former. */
export function InAppNotice({ app, address, page = false }: { app: InAppBrowser; address: string; page?: boolean }) {
  const t = useTexts('orders')
  const Title = page ? 'h1' : 'h2'
  return (
    <section className="flex flex-col gap-3 rounded-panel border border-amber/50 bg-amber-dim p-4">
      <Title className="text-lg">{t('inApp.heading')}</Title>
      <p className="text-sm">{t('inApp.text', { app: NAMES[app] })}</p>
      {app === 'line' && (
        <a href={outsideLine(address)} className={buttonClass('primary', 'md', true)}>
          <ExternalLink className="size-5" aria-hidden="true" />
          {t('inApp.open')}
        </a>
      )}
      <CopyLink address={address} primary={app !== 'line'} />
    </section>
  )
}

/** Copies a link; where the browser refuses, it shows the link to copy by hand. */
function CopyLink({ address, primary = false }: { address: string; primary?: boolean }) {
  const t = useTexts('orders')
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <>
      <Button look={primary ? 'primary' : 'plain'} wide onClick={() => void copy()}>
        {t('inApp.copy')}
      </Button>
      <p role="status" className="text-sm text-mute empty:hidden">
        {copied ? t('inApp.copied') : ''}
      </p>
      {copied === false && (
        <Notice>
          <span className="num text-sm break-all select-all">{address}</span>
        </Notice>
      )}
    </>
  )
}
