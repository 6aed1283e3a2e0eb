import { useState } from 'react'
import { ApiProblem } from '@/api/problem'
import { queries } from '@/api/queries'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { EmptyState, ErrorState, Notice } from '@/ui/feedback'
import { ProblemNotice } from '@/ui/problem-notice'
import { QueryError } from '@/ui/query-error'
import { ReadHow } from '@/ui/read-how'
import { toast } from '@/ui/toast'
import { State } from './specimen'

const TONES = ['info', 'warn', 'error', 'live'] as const
const REFERENCE = '01HV-7Q2M-DESIGN'

export function Notices() {
  const t = useTexts('common')
  return (
    <>
      {TONES.map((tone) => (
        <State key={tone} th={tone} en={tone} wide>
          <Notice tone={tone}>{t('offline')}</Notice>
        </State>
      ))}
      <State th="มีปุ่ม" en="With an action" wide>
        <Notice
          tone="warn"
          action={
            <Button size="sm" onClick={() => {}}>
              {t('action.retry')}
            </Button>
          }
        >
          {t('suspended.text')}
        </Notice>
      </State>
    </>
  )
}

export function Empties() {
  const t = useTexts('orders')
  return (
    <>
      <State th="มีปุ่ม" en="With an action">
        <EmptyState action={<Button look="primary">{t('result.start')}</Button>}>{t('purchased.empty')}</EmptyState>
      </State>
      <State th="ไม่มีปุ่ม" en="Without">
        <EmptyState>{t('purchased.none')}</EmptyState>
      </State>
    </>
  )
}

export function Errors() {
  const t = useTexts('common')
  const labels = { retry: t('action.retry'), reference: t('error.reference'), copied: t('error.copied') }
  return (
    <>
      <State th="ทั้งหมด" en="Everything">
        <ErrorState title={t('error.generic')} labels={labels} reference={REFERENCE} onRetry={() => {}}>
          {t('error.server')}
        </ErrorState>
      </State>
      <State th="กำลังลองใหม่" en="Retrying">
        <ErrorState title={t('error.network')} labels={labels} onRetry={() => {}} busy />
      </State>
      <State th="หัวข้อเท่านั้น" en="Title only">
        <ErrorState title={t('error.notFound')} labels={labels} />
      </State>
    </>
  )
}

export function Problems() {
  const content = useContent()
  const message = content({ th: 'ทีมเต็มแล้ว', en: 'The team is full' })
  return (
    <>
      <State th="มีหัวข้อในคู่มือ" en="The manual explains it" wide>
        <ProblemNotice error={new ApiProblem(409, { code: 'team_full', message })} />
      </State>
      <State th="ช่องที่ถูกปฏิเสธ" en="A refused field" wide>
        <ProblemNotice error={new ApiProblem(422, { code: 'fields_invalid', fields: { email: 'email_fixed' }, message })} field />
      </State>
      <State th="ไม่มีเครือข่าย" en="No network" wide>
        <ProblemNotice error={ApiProblem.offline()} />
      </State>
    </>
  )
}

export function QueryErrors() {
  const content = useContent()
  const [tries, setTries] = useState(0)
  // Takes a second, and fails again.
  const retry = () => {
    setTries(tries + 1)
    const queryFn = () => new Promise<number>((resolve) => setTimeout(resolve, 1000, tries))
    void queries.fetchQuery({ queryKey: ['design', tries], queryFn, gcTime: 0 })
  }
  const message = content({ th: 'เซิร์ฟเวอร์ไม่ตอบ', en: 'The server did not answer' })
  return (
    <>
      <State th={`ลองใหม่แล้ว ${tries} ครั้ง`} en={`Retried ${tries} times`}>
        <QueryError problem={new ApiProblem(503, { message, requestId: REFERENCE })} onRetry={retry} />
      </State>
      <State th="ไม่มีเครือข่าย" en="No network">
        <QueryError problem={ApiProblem.offline()} onRetry={retry} />
      </State>
      <State th="มีหัวข้อในคู่มือ ลองใหม่ไม่ได้" en="The manual explains it; no retry">
        <QueryError problem={new ApiProblem(409, { code: 'registration_closed', message })} />
      </State>
    </>
  )
}

export function HelpLinks() {
  return (
    <>
      <State th="คำปฏิเสธ" en="A refusal">
        <ReadHow code="team_full" />
      </State>
      <State th="รายการว่าง" en="An empty list">
        <ReadHow code="coupons" />
      </State>
    </>
  )
}

export function Toasts() {
  const t = useTexts('games')
  const common = useTexts('common')
  const action = { label: t('game.seeCart'), onClick: () => {} }
  return (
    <State th="ทุกชนิด (Toaster โหลดเมื่อมีอันแรก)" en="Every kind (Toaster loads with the first)" wide>
      <div className="design-row">
        <Button onClick={() => void toast(t('game.added'))}>info</Button>
        <Button onClick={() => void toast(t('game.added'), { tone: 'success' })}>success</Button>
        <Button onClick={() => void toast(common('error.network'), { tone: 'error' })}>error</Button>
        <Button onClick={() => void toast(t('game.added'), { tone: 'success', action })}>action</Button>
        <Button onClick={() => void toast(t('game.noChannel'), { action })}>long</Button>
      </div>
    </State>
  )
}
