import { useState } from 'react'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { clockTime, isSpoken, useSecondsLeft } from '@/ui/countdown'
import { ProgressBar } from '@/ui/progress-bar'
import { Spinner } from '@/ui/spinner'
import { Timeline, type TimelineStep } from '@/ui/timeline'
import { State } from './specimen'

export function Spinners() {
  return (
    <State th="สีของข้อความ" en="In the colour of the text">
      <div className="design-row">
        <Spinner />
        <span className="text-lime">
          <Spinner />
        </span>
      </div>
    </State>
  )
}

export function ProgressBars() {
  const t = useTexts('form')
  const label = t('picture.working')
  return (
    <>
      {[0, 1, 3].map((value) => (
        <State key={value} th={`${value} จาก 3`} en={`${value} of 3`}>
          <ProgressBar value={value} of={3} label={label} />
        </State>
      ))}
      <State th="ไม่รู้ว่าเท่าไร" en="Of unknown length">
        <ProgressBar value={0} label={label} />
      </State>
    </>
  )
}

export function Skeletons() {
  return (
    <State th="ปรากฏหลัง 200 มิลลิวินาที" en="Appears after 200 ms" wide>
      <div className="skeleton h-20" />
    </State>
  )
}

const STATES: ReadonlyArray<TimelineStep['state']> = ['done', 'current', 'todo', 'failed', 'ended', 'attention']

export function Timelines() {
  const t = useTexts('orders')
  const step = (state: TimelineStep['state'], label: string, at?: string) => ({ key: label, state, label, at })
  return (
    <>
      <State th="กำลังไป" en="Under way">
        <Timeline
          label={t('step.label')}
          steps={[
            step('done', t('step.created'), '09:00:01'),
            step('done', t('step.code_shown'), '09:00:03'),
            step('current', t('step.paidWaiting')),
            step('todo', t('step.sentTodo')),
            step('todo', t('step.deliveredToTodo', { name: 'ปู่ฎีกา ผู้ใช้ปั๊มน้ำ' })),
          ]}
        />
      </State>
      <State th="ทุกสถานะ" en="Every state">
        <Timeline label={t('step.label')} steps={STATES.map((state) => step(state, state, state === 'todo' ? undefined : '09:00:07'))} />
      </State>
    </>
  )
}

const DAY_SECONDS = 86_400

export function Countdowns() {
  return (
    <>
      <State th="หนึ่งนาทีกับอีก 5 วินาที" en="A minute and 5 seconds">
        <Countdown seconds={65} />
      </State>
      <State th="เกินหนึ่งชั่วโมง" en="More than an hour">
        <Countdown seconds={3725} />
      </State>
      <State th="เกินหนึ่งวัน" en="More than a day">
        <Countdown seconds={DAY_SECONDS + 65} />
      </State>
      <State th="หมดเวลา" en="Over">
        <Countdown seconds={0} />
      </State>
    </>
  )
}

function Countdown({ seconds }: { seconds: number }) {
  const t = useTexts('orders')
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const left = useSecondsLeft(until, Date.now)
  const [spoken, setSpoken] = useState<number>()
  if (left !== undefined && left !== spoken && isSpoken(left)) setSpoken(left)
  return (
    <div className="design-row">
      <span className="num text-xl">{left === undefined ? '' : clockTime(left)}</span>
      <Button size="sm" look="ghost" onClick={() => setUntil(Date.now() + seconds * 1000)}>
        ↻
      </Button>
      <span role="status" className="text-sm text-mute">
        {spoken !== undefined && t('waiting.spoken', { count: spoken })}
      </span>
    </div>
  )
}
