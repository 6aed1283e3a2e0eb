import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import type { Option } from '@/ui/combobox'
import { SelectField, TextField } from '@/ui/field'
import { LazyCombobox } from '@/ui/lazy-combobox'
import { PasswordField } from '@/ui/password-field'
import { NativeSelect } from '@/ui/select'
import { State } from './specimen'

export function TextFields() {
  const t = useTexts('profile')
  const codes = useTexts('form')
  const label = t('field.email')
  return (
    <>
      <State th="ว่าง" en="Empty">
        <TextField label={label} placeholder="name@example.com" />
      </State>
      <State th="กรอกแล้ว จำเป็น มีคำอธิบาย" en="Filled, required, with help">
        <TextField label={t('field.displayName')} defaultValue="ปู่ฎีกา กตัญญู" hint={t('field.displayNameHint')} required />
      </State>
      <State th="ผิด" en="Error">
        <TextField label={label} defaultValue="lime@" error={codes('codes.email_invalid')} />
      </State>
      <State th="อ่านอย่างเดียว" en="Read-only">
        <TextField label={label} defaultValue="captain@manao.example" readOnly />
      </State>
      <State th="ปิดใช้" en="Disabled">
        <TextField label={label} defaultValue="captain@manao.example" disabled />
      </State>
      <State th="มีเครื่องหมายท้ายช่อง" en="With content at the end">
        <TextField label={label} defaultValue="captain@manao.example" after={<Check className="size-5 text-lime" aria-hidden="true" />} />
      </State>
    </>
  )
}

export function Passwords() {
  const t = useTexts('account')
  const codes = useTexts('form')
  return (
    <>
      <State th="ว่าง" en="Empty">
        <PasswordField label={t('password.password')} autoComplete="off" />
      </State>
      <State th="กรอกแล้ว กดดวงตาเพื่อแสดง" en="Filled; the eye reveals it">
        <PasswordField label={t('password.password')} defaultValue="Lime-1175" autoComplete="off" />
      </State>
      <State th="ผิด" en="Error">
        <PasswordField
          label={t('password.password')}
          defaultValue="lime"
          autoComplete="off"
          error={codes('codes.password_format_invalid')}
        />
      </State>
    </>
  )
}

export function Selects() {
  const t = useTexts('games')
  const form = useTexts('form')
  const [kind, setKind] = useState('')
  const options = [
    { value: 'TOPUP', label: t('filter.TOPUP') },
    { value: 'VOUCHER', label: t('filter.VOUCHER') },
    { value: 'CLOUD_GAME', label: t('filter.CLOUD_GAME'), disabled: true },
  ]
  const usual = { label: t('filter.label'), onChange: setKind, options, placeholder: form('choose') }
  return (
    <>
      <State th="ยังไม่เลือก ล้างได้เมื่อเลือกแล้ว จำเป็น" en="Nothing chosen; can be cleared; required">
        <SelectField {...usual} value={kind} none={t('filter.all')} required />
      </State>
      <State th="เลือกแล้ว มีคำอธิบาย" en="Chosen, with help">
        <SelectField {...usual} value="VOUCHER" hint={t('game.codeSend')} />
      </State>
      <State th="ผิด" en="Error">
        <SelectField {...usual} value="" error={form('codes.field_required')} />
      </State>
      <State th="NativeSelect ไม่มีป้าย" en="NativeSelect, without a label">
        <NativeSelect aria-label={t('filter.label')} defaultValue="TOPUP">
          <option value="TOPUP">{t('filter.TOPUP')}</option>
        </NativeSelect>
      </State>
      <State th="NativeSelect ปิดใช้" en="NativeSelect, disabled">
        <NativeSelect aria-label={t('filter.label')} defaultValue="TOPUP" disabled>
          <option value="TOPUP">{t('filter.TOPUP')}</option>
        </NativeSelect>
      </State>
      <State th="แคบ ข้อความยาว" en="Narrow, long text">
        <NativeSelect aria-label={t('filter.label')} defaultValue="long" wrapper="max-w-32">
          <option value="long">{t('game.noChannel')}</option>
        </NativeSelect>
      </State>
    </>
  )
}

const UNIVERSITIES: readonly Option[] = [
  { value: '1', label: 'จุฬาลงกรณ์มหาวิทยาลัย', note: 'Chulalongkorn University' },
  { value: '2', label: 'มหาวิทยาลัยธรรมศาสตร์', note: 'Thammasat University' },
  { value: '3', label: 'มหาวิทยาลัยราชภัฏเชียงใหม่', note: 'Chiang Mai Rajabhat University' },
  { value: '4', label: 'มหาวิทยาลัยเทคโนโลยีพระจอมเกล้าพระนครเหนือ', note: 'KMUTNB' },
]

const matches = (typed: string) =>
  UNIVERSITIES.filter(({ label, note = '' }) => `${label} ${note}`.toLowerCase().includes(typed.toLowerCase()))

export function Comboboxes() {
  const t = useTexts('profile')
  const codes = useTexts('form')
  const [chosen, setChosen] = useState<Option | null>(null)
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState<Option | null>(UNIVERSITIES[2] ?? null)
  const label = t('field.place')
  const still = { label, value: null, onChange: () => {}, onType: () => {}, options: [] }
  return (
    <>
      <State th="พิมพ์แล้วเลือก" en="Type and choose">
        <LazyCombobox
          id="design-combobox"
          label={label}
          value={chosen}
          onChange={setChosen}
          onType={setTyped}
          options={matches(typed)}
          placeholder={t('field.placePlaceholder')}
          hint={t('field.placeHint')}
        />
      </State>
      <State th="เลือกแล้ว ล้างได้" en="Chosen, can be cleared">
        <LazyCombobox id="design-combobox-kept" label={label} value={kept} onChange={setKept} onType={() => {}} options={UNIVERSITIES} />
      </State>
      <State th="ผิด" en="Error">
        <LazyCombobox {...still} id="design-combobox-wrong" error={codes('codes.organization_unknown')} />
      </State>
      <State th="กำลังค้น (เปิดรายการ)" en="Searching (open the list)">
        <LazyCombobox {...still} id="design-combobox-searching" searching />
      </State>
      <State th="ค้นไม่สำเร็จ (เปิดรายการ)" en="Search failed (open the list)">
        <LazyCombobox {...still} id="design-combobox-failed" failed />
      </State>
      <State th="ไม่พบ (เปิดรายการ)" en="Nothing matches (open the list)">
        <LazyCombobox {...still} id="design-combobox-none" />
      </State>
    </>
  )
}
