import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useContent, useTexts } from '@/i18n'
import { type Alert, showAlert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LeaveGuard } from '@/ui/leave-guard'
import { covered } from '@/ui/overlay'
import { Switch } from '@/ui/switch'
import { Remark, State } from './specimen'

/** The dialogs to open: width and what is special about them. */
const DIALOGS = {
  '450': { width: 450 },
  '600': { width: 600 },
  '700 · long': { width: 700, long: true },
  modalOnly: { width: 450, modalOnly: true },
  drawer: { drawer: true },
} as const

export function Dialogs() {
  const t = useTexts('promoters')
  const common = useTexts('common')
  const [open, setOpen] = useState<keyof typeof DIALOGS>()
  const { long, ...look }: { long?: boolean; width?: 450 | 600 | 700; modalOnly?: boolean; drawer?: boolean } = open ? DIALOGS[open] : {}
  const close = () => setOpen(undefined)
  const sections = t('terms.sections', { returnObjects: true })
  return (
    <>
      <State th="ความกว้างและชนิด" en="Widths and kinds" wide>
        <div className="design-row">
          {(Object.keys(DIALOGS) as Array<keyof typeof DIALOGS>).map((name) => (
            <Button key={name} onClick={() => setOpen(name)}>
              {name}
            </Button>
          ))}
        </div>
      </State>
      <Dialog
        {...look}
        open={open !== undefined}
        onClose={close}
        title={t('terms.title')}
        actions={
          <>
            <Button onClick={close}>{common('action.cancel')}</Button>
            <Button look="primary" onClick={close}>
              {common('action.ok')}
            </Button>
          </>
        }
      >
        {sections.slice(0, long ? undefined : 1).map(({ title, text }) => (
          <p key={title}>{text}</p>
        ))}
      </Dialog>
    </>
  )
}

const HTML = {
  th: '<p>คำสั่งซื้อ <b>MN-1175</b> <em>ยังไม่เสร็จ</em></p><ul><li>ไม่ต้องจ่ายซ้ำ</li><li>อ่าน <a href="https://example.com/">วิธีขอเงินคืน</a></li></ul><script>alert(1)</script>',
  en: '<p>Order <b>MN-1175</b> is <em>not complete</em></p><ul><li>No need to pay again</li><li>Read <a href="https://example.com/">how refunds work</a></li></ul><script>alert(1)</script>',
}

export function Alerts() {
  const t = useTexts('common')
  const content = useContent()
  const plain = { title: t('session.logoutTitle'), message: t('session.logoutText') }
  const link = { href: 'https://example.com/a-very-long-address-that-has-to-break-somewhere/on-a-narrow-phone' }
  const alerts: Record<string, Alert> = {
    plain,
    lime: { ...plain, titleColor: 'lime' },
    amber: { ...plain, titleColor: 'amber' },
    'red · danger': {
      ...plain,
      titleColor: 'red',
      buttons: [{ name: t('action.cancel') }, { name: t('session.logout'), look: 'danger' }],
    },
    'HTML · 600': { ...plain, html: content(HTML), width: 600, buttons: [{ name: t('action.ok'), look: 'primary' }] },
    'links · 700': { ...plain, links: [{ href: 'https://example.com/', name: t('suspended.contact') }, link], width: 700 },
  }
  return (
    <State th="สี HTML และลิงก์ (AlertDialog อยู่ท้ายทุกหน้า)" en="Colours, HTML and links (AlertDialog is at the end of every page)" wide>
      <div className="design-row">
        {Object.entries(alerts).map(([name, alert]) => (
          <Button key={name} onClick={() => showAlert(alert)}>
            {name}
          </Button>
        ))}
      </div>
    </State>
  )
}

export function Guards() {
  const t = useTexts('form')
  const common = useTexts('common')
  const [unsaved, setUnsaved] = useState(false)
  return (
    <>
      <State th="เปิดสวิตช์แล้วออกจากหน้า" en="Turn it on, then leave the page">
        <Switch label={t('leave.title')} checked={unsaved} onChange={setUnsaved} />
        <Link to="/" className="inline-flex min-h-11 items-center text-lime underline">
          {common('error.backHome')}
        </Link>
        <LeaveGuard unsaved={unsaved} onLeave={() => setUnsaved(false)} />
      </State>
      <Remark th="ถามเฉพาะสมาชิกที่เข้าสู่ระบบ" en="Only members who are logged in are asked." />
    </>
  )
}

/** Long enough to look at, and to press Escape. */
const COVERED_MS = 3000

export function Overlays() {
  const t = useTexts('orders')
  const common = useTexts('common')
  const cover = (text?: string) => void covered(new Promise((resolve) => setTimeout(resolve, COVERED_MS)), text)
  return (
    <State th="คลุมทั้งหน้า 3 วินาที: LoadingOverlay" en="Covers the page for 3 s: LoadingOverlay" wide>
      <div className="design-row">
        <Button onClick={() => cover()}>{common('wait')}</Button>
        <Button onClick={() => cover(t('process.creating'))}>{t('process.creating')}</Button>
      </div>
    </State>
  )
}
