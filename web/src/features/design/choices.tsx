import { useState } from 'react'
import { useTexts } from '@/i18n'
import { ChannelMark } from '@/ui/channel-mark'
import { Check } from '@/ui/check'
import { ChoiceCard } from '@/ui/choice'
import { Switch } from '@/ui/switch'
import { State } from './specimen'

export function Switches() {
  const t = useTexts('form')
  const [on, setOn] = useState(true)
  const [off, setOff] = useState(false)
  return (
    <>
      <State th="เปิด มีคำอธิบาย" en="On, with help">
        <Switch label={t('picture.choose')} hint={t('crop.help')} checked={on} onChange={setOn} />
      </State>
      <State th="ปิด" en="Off">
        <Switch label={t('picture.choose')} checked={off} onChange={setOff} />
      </State>
      <State th="ปิดใช้ขณะเปิด" en="Disabled while on">
        <Switch label={t('picture.choose')} checked onChange={() => {}} disabled />
      </State>
      <State th="ปิดใช้ขณะปิด" en="Disabled while off">
        <Switch label={t('picture.choose')} checked={false} onChange={() => {}} disabled />
      </State>
    </>
  )
}

export function Checks() {
  const t = useTexts('promoters')
  const [all, setAll] = useState(false)
  const label = t('terms.accept')
  return (
    <>
      <State th="กดได้" en="To try">
        <label className="flex items-center gap-3">
          <Check checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          {label}
        </label>
      </State>
      <State th="เลือก · บางส่วน · ไม่เลือก" en="Checked · mixed · unchecked">
        <div className="design-row">
          <Check checked readOnly aria-label={label} />
          <Check checked={false} mixed readOnly aria-label={label} />
          <Check checked={false} readOnly aria-label={label} />
        </div>
      </State>
      <State th="ปิดใช้: เลือก · ไม่เลือก" en="Disabled: checked · unchecked">
        <div className="design-row">
          <Check checked readOnly disabled aria-label={label} />
          <Check checked={false} readOnly disabled aria-label={label} />
        </div>
      </State>
    </>
  )
}

export function Choices() {
  const t = useTexts('orders')
  const games = useTexts('games')
  const [channel, setChannel] = useState('promptpay')
  const card = { name: 'design-channel', onChange: setChannel, ring: true }
  return (
    <State th="เลือกแล้ว · ยังไม่เลือก · ปิดใช้พร้อมเหตุผล · ไม่มีวงกลม" en="Checked · unchecked · disabled with its reason · without a ring" wide>
      <div className="design-row design-cards" role="group" aria-label={t('process.channels')}>
        <ChoiceCard {...card} value="promptpay" checked={channel === 'promptpay'} mark={<ChannelMark code="promptpay" />}>
          <span className="num block">{t('promptpay.mark')}</span>
        </ChoiceCard>
        <ChoiceCard {...card} value="other" checked={channel === 'other'} mark={<ChannelMark code="other" />}>
          <span className="num block">{t('process.anotherNumber')}</span>
          <span className="block text-sm text-mute">{t('process.fromBalance')}</span>
        </ChoiceCard>
        <ChoiceCard {...card} value="ais_prepaid" checked={false} disabled mark={<ChannelMark code="ais_prepaid" />}>
          <span className="num block">{t('process.myNumber')}</span>
          <span className="block text-sm">{t('process.fromAmount', { min: 20 })}</span>
        </ChoiceCard>
        <ChoiceCard {...card} value="plain" checked={channel === 'plain'} ring={false}>
          {games('game.bestValue')}
        </ChoiceCard>
      </div>
    </State>
  )
}
