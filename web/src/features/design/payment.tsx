import type { ReactNode } from 'react'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { PayBar } from '@/ui/pay-bar'
import { PayFoot } from '@/ui/pay-foot'
import { QrCode } from '@/ui/qr'
import { Remark, State } from './specimen'

/** A PromptPay code of 105 baht. */
const CODE = '00020101021229370016A000000677010111011300668000000005802TH5303764540610500063041A2B'
const SATANG = 10_500

export function QrCodes() {
  const t = useTexts('orders')
  const content = useContent()
  return (
    <>
      <State th="พร้อมเพย์" en="PromptPay">
        <QrCode text={CODE} label={t('promptpay.qrLabel', { amount: formatBaht(SATANG) })} className="w-40" />
      </State>
      <State th="ลิงก์สั้น" en="A short link">
        <QrCode text="https://manao.example" label={content({ th: 'ลิงก์ของร้าน', en: 'Link to the shop' })} className="w-24" />
      </State>
    </>
  )
}

/** Fixed elements stay within this frame, and do not hide the page's navigation (`data-folded`). */
function Phone({ children }: { children: ReactNode }) {
  return (
    <div className="design-phone" data-folded="">
      {children}
    </div>
  )
}

export function PayBars() {
  const t = useTexts('games')
  const pay = <Button look="primary">{t('game.pay')}</Button>
  return (
    <>
      <State th="เลือกแล้ว" en="After a choice">
        <Phone>
          <PayBar satang={SATANG} note="ROV 105 คูปอง · เก่งกาจ ผู้ใช้ปั๊มน้ำ (1234567890)">
            {pay}
          </PayBar>
        </Phone>
      </State>
      <State th="ยังไม่เลือก" en="Before a choice">
        <Phone>
          <PayBar note={t('game.choosePackage')}>
            <Button look="primary" disabled>
              {t('game.pay')}
            </Button>
          </PayBar>
        </Phone>
      </State>
      <State th="ยอดใหญ่ กำลังทำงาน" en="Large total, busy">
        <Phone>
          <PayBar satang={123_456_700} note={t('game.vatIncluded')}>
            <Button look="primary" busy>
              {t('game.payBy', { channel: 'PromptPay' })}
            </Button>
          </PayBar>
        </Phone>
      </State>
      <Remark th="ของจริงเห็นเฉพาะจอแคบกว่า 960 พิกเซล ที่นี่แสดงทุกจอ" en="Pages show it below 960 pixels only; here it is always shown." />
    </>
  )
}

export function PayFeet() {
  const t = useTexts('games')
  return (
    <State th="ท้ายสรุป บนโทรศัพท์อยู่ขอบล่าง" en="At the end of a summary; on a phone at the lower edge">
      <Phone>
        <PayFoot label={t('game.total')} satang={SATANG}>
          <Button look="primary" wide>
            {t('game.payBy', { channel: 'PromptPay' })}
          </Button>
        </PayFoot>
      </Phone>
    </State>
  )
}
