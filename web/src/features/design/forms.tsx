import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { ApiProblem } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { birthday, email, line, zipCode } from '@/rules/text'
import { Chip } from '@/ui/chip'
import {
  Form,
  FormArea,
  FormDate,
  FormDateTime,
  FormPassword,
  FormSelect,
  FormText,
  optional,
  ruled,
  SubmitButton,
  useFields,
} from '@/ui/form'
import { State } from './specimen'

const LONGEST = 120
const TODAY = '2026-12-05'
const NOW = Date.parse(`${TODAY}T09:00:00Z`)

const required = z.string().check(z.minLength(1, 'field_required'))

const schema = z.object({
  email: ruled(email),
  zipCode: optional(zipCode),
  password: required,
  kind: required,
  text: ruled(line(LONGEST)),
  closed: z.string(),
  birthday: optional((text) => birthday(TODAY)(text)),
  start: required,
})

const FILLED = {
  email: 'captain@manao.example',
  zipCode: '10900',
  password: 'Lime-1175',
  kind: 'TOPUP',
  text: 'ผู้ใช้ที่นี่ ปั๊มน้ำ กตัญญู',
  closed: 'ปู่ฎีกา',
  birthday: '2008-02-29',
  start: '2026-12-12T06:00:00Z',
}
const WRONG = {
  ...FILLED,
  email: 'lime@',
  zipCode: '12',
  password: '',
  kind: '',
  text: 'ก'.repeat(LONGEST + 3),
  birthday: '-02-31',
  start: '',
}

/** Outcomes of sending the sample. */
const OUTCOMES = {
  accepted: undefined,
  field: new ApiProblem(422, { code: 'fields_invalid', fields: { email: 'email_fixed' } }),
  refused: new ApiProblem(409, { code: 'team_full', message: 'ทีมเต็มแล้ว · The team is full' }),
  network: ApiProblem.offline(),
}
type Outcome = keyof typeof OUTCOMES

export function Forms() {
  return (
    <>
      <State th="กรอกแล้ว เลือกผลของการส่งแล้วกดส่ง" en="Filled; choose an outcome and send it" wide>
        <Sample values={FILLED} />
      </State>
      <State th="ผิดทุกช่อง กดส่งเพื่อดูสรุป" en="Every field is wrong; send it for the summary" wide>
        <Sample values={WRONG} wrong />
      </State>
    </>
  )
}

function Sample({ values, wrong = false }: { values: typeof FILLED; wrong?: boolean }) {
  const t = useTexts('profile')
  const account = useTexts('account')
  const games = useTexts('games')
  const content = useContent()
  const [outcome, setOutcome] = useState<Outcome>('field')
  const form = useFields(schema, values)
  const { trigger } = form
  useEffect(() => {
    if (wrong) void trigger()
  }, [wrong, trigger])
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    const problem = OUTCOMES[outcome]
    if (problem) throw problem
  }
  const options = (['TOPUP', 'VOUCHER'] as const).map((value) => ({ value, label: games(`filter.${value}`) }))
  return (
    <Form form={form} onSubmit={send} label={t('heading')}>
      {!wrong && (
        <div className="design-row">
          {(Object.keys(OUTCOMES) as Outcome[]).map((each) => (
            <Chip key={each} label={each} checked={each === outcome} onChoose={() => setOutcome(each)} />
          ))}
        </div>
      )}
      <div className="design-fields">
        <FormText form={form} name="email" label={t('field.email')} required />
        <FormText form={form} name="zipCode" label={t('field.zipCode')} inputMode="numeric" hint={t('field.placeHint')} />
        <FormPassword form={form} name="password" label={account('password.password')} autoComplete="off" />
        <FormSelect form={form} name="kind" label={games('filter.label')} options={options} none={games('filter.all')} />
        <FormDate form={form} name="birthday" label={t('field.birthday')} years={{ from: 1990, to: 2020 }} />
        <FormDateTime
          form={form}
          name="start"
          label={content({ th: 'วันและเวลา', en: 'Day and time' })}
          usualTime="13:00"
          now={NOW}
          required
        />
        <FormArea form={form} name="text" label={t('field.address')} longest={LONGEST} rows={2} />
        <FormArea form={form} name="closed" label={content({ th: 'ปิดใช้', en: 'Disabled' })} longest={LONGEST} rows={2} disabled />
      </div>
      <SubmitButton form={form} className="self-start">
        {t('save')}
      </SubmitButton>
    </Form>
  )
}
