import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { useContent, useTexts } from '@/i18n'
import { Button, buttonClass, type ButtonLook } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { Disclosure } from '@/ui/disclosure'
import { Pager } from '@/ui/pager'
import { State } from './specimen'

const LOOKS: readonly ButtonLook[] = ['primary', 'plain', 'ghost', 'danger']

/** Each look in each state. */
export function Buttons() {
  const t = useTexts('games')
  const common = useTexts('common')
  const add = t('game.addToCart')
  return (
    <>
      {LOOKS.map((look) => (
        <State key={look} th={look} en={look} wide>
          <div className="design-row">
            <Button look={look}>{add}</Button>
            <Button look={look}>
              <ShoppingCart className="size-5" aria-hidden="true" />
              {add}
            </Button>
            <Button look={look} size="sm">
              {common('action.ok')}
            </Button>
            <Button look={look} busy>
              {add}
            </Button>
            <Button look={look} size="sm" busy>
              {common('action.ok')}
            </Button>
            <Button look={look} disabled>
              {add}
            </Button>
            <a href="#button" className={buttonClass(look)}>
              {t('game.seeCart')}
            </a>
          </div>
        </State>
      ))}
      <State th="กดแล้วทำงาน 2 วินาที" en="Busy for 2 s when pressed">
        <Pressed />
      </State>
      <State th="เต็มความกว้าง ข้อความยาว" en="Full width, long text">
        <Button look="primary" wide>
          {t('game.noChannel')}
        </Button>
      </State>
    </>
  )
}

function Pressed() {
  const t = useTexts('games')
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    setTimeout(setBusy, 2000, false)
  }
  return (
    <Button look="primary" busy={busy} onClick={press}>
      {t('game.pay')}
    </Button>
  )
}

const KINDS = ['all', 'TOPUP', 'VOUCHER', 'SUBSCRIPTION'] as const

export function Chips() {
  const t = useTexts('games')
  const [kind, setKind] = useState<string>('all')
  return (
    <State th="เลือกได้หนึ่ง" en="One of several" wide>
      <div className="design-row" role="group" aria-label={t('filter.label')}>
        {KINDS.map((each) => (
          <Chip key={each} label={t(`filter.${each}`)} checked={kind === each} onChoose={() => setKind(each)} />
        ))}
      </div>
    </State>
  )
}

export function Pagers() {
  const t = useTexts('orders')
  const [page, setPage] = useState(2)
  const labels = (at: number) => ({
    page: t('purchased.page', { page: at, pages: 3 }),
    previous: t('purchased.previous'),
    next: t('purchased.next'),
  })
  return (
    <>
      <State th="กดได้" en="To try" wide>
        <Pager page={page} pages={3} onPage={setPage} labels={labels(page)} />
      </State>
      <State th="หน้าแรก" en="First page" wide>
        <Pager page={1} pages={3} onPage={() => {}} labels={labels(1)} />
      </State>
      <State th="หน้าสุดท้าย" en="Last page" wide>
        <Pager page={3} pages={3} onPage={() => {}} labels={labels(3)} />
      </State>
    </>
  )
}

export function Disclosures() {
  const t = useTexts('games')
  const content = useContent()
  const long = content({
    th: 'หัวข้อยาวที่ขึ้นบรรทัดใหม่ เพื่อดูว่าลูกศรอยู่ตรงไหนเมื่อข้อความยาวกว่าหนึ่งบรรทัดบนโทรศัพท์',
    en: 'A long title that breaks, to see where the arrow stands when the text needs more than one line on a phone',
  })
  return (
    <>
      <State th="ปิด" en="Closed" wide>
        <Disclosure title={t('game.where')}>
          <p>{t('game.enterIdHint')}</p>
        </Disclosure>
      </State>
      <State th="เปิด" en="Open" wide>
        <Disclosure title={t('game.where')} open>
          <p>{t('game.enterIdHint')}</p>
        </Disclosure>
      </State>
      <State th="หัวข้อยาว" en="Long title" wide>
        <Disclosure title={long}>
          <p>{t('game.enterIdHint')}</p>
        </Disclosure>
      </State>
    </>
  )
}
