import { Link } from '@tanstack/react-router'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Profile } from '@/api/generated'
import { profileEditLimits } from '@/api/limits.gen'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { FormDate, FormSelect, FormText } from '@/ui/form'
import { Academy } from './academy'
import { Address } from './address'
import { type ProfileOutput, type ProfileValues, today } from './schema'
import { Section } from './section'

interface SectionProps {
  form: UseFormReturn<ProfileValues, unknown, ProfileOutput>
}

const GENDERS = ['male', 'female', 'other', 'undisclosed'] as const
const STUDENT_TYPES = ['student', 'general'] as const
const LEVELS = ['school', 'university'] as const
const PERSON = ['firstNameTh', 'lastNameTh', 'firstNameEn', 'lastNameEn', 'nickname', 'gender', 'birthday'] as const
const ADDRESS = ['province', 'district', 'subDistrict', 'zipCode', 'address'] as const

const choices = <T extends string>(values: readonly T[], text: (value: T) => string) =>
  values.map((value) => ({ value, label: text(value) }))

/** Counts the fields of a section that are filled in; shown while it is folded. */
function Filled({ form, fields }: SectionProps & { fields: readonly (keyof ProfileValues)[] }) {
  const t = useTexts('profile')
  const values = useWatch({ control: form.control, name: fields })
  return t('filled', { count: values.filter((value) => value !== '').length, all: fields.length })
}

export function PersonSection({ form }: SectionProps) {
  const t = useTexts('profile')
  const latest = Number(today().slice(0, 4))
  return (
    <Section title={t('section.person')} note={<Filled form={form} fields={PERSON} />}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText form={form} name="firstNameTh" label={t('field.firstNameTh')} lang="th" />
        <FormText form={form} name="lastNameTh" label={t('field.lastNameTh')} lang="th" />
        <FormText form={form} name="firstNameEn" label={t('field.firstNameEn')} lang="en" autoComplete="given-name" />
        <FormText form={form} name="lastNameEn" label={t('field.lastNameEn')} lang="en" autoComplete="family-name" />
        <FormText form={form} name="nickname" label={t('field.nickname')} />
        <FormSelect
          form={form}
          name="gender"
          label={t('field.gender')}
          options={choices(GENDERS, (value) => t(`gender.${value}`))}
          none={t('none')}
        />
        <FormDate
          form={form}
          name="birthday"
          label={t('field.birthday')}
          years={{ from: latest - 100, to: latest - 7 }}
          autoComplete="bday"
          className="sm:col-span-2 sm:max-w-md"
        />
      </div>
    </Section>
  )
}

export function ContactSection({ form, profile }: SectionProps & { profile: Profile }) {
  const t = useTexts('profile')
  return (
    <Section title={t('section.contact')}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <div className="flex flex-col items-start gap-1">
          <FormText
            form={form}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            label={t('field.email')}
            hint={profile.emailVerified ? t('field.emailFixed') : undefined}
            readOnly={profile.emailVerified}
            className="w-full"
          />
          <Link to="/account/verify-email" className={buttonClass('ghost', 'sm')}>
            {t(profile.emailVerified ? 'field.emailChange' : 'field.emailVerify')}
          </Link>
        </div>
        <div>
          <p className="num mb-1.5">{t('field.mobile')}</p>
          <p className="num flex min-h-12 items-center">{profile.mobileMasked ?? t('field.mobileNone')}</p>
        </div>
      </div>
    </Section>
  )
}

export function AddressSection({ form }: SectionProps) {
  const t = useTexts('profile')
  return (
    <Section title={t('section.address')} note={<Filled form={form} fields={ADDRESS} />}>
      <Address form={form} />
    </Section>
  )
}

export function EducationSection({ form }: SectionProps) {
  const t = useTexts('profile')
  const [studentType, level] = useWatch({ control: form.control, name: ['studentType', 'educationLevel'] })
  return (
    <Section title={t('section.education')}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormSelect
          form={form}
          name="studentType"
          label={t('field.studentType')}
          options={choices(STUDENT_TYPES, (value) => t(`studentType.${value}`))}
          none={t('none')}
        />
        {studentType === 'student' && (
          <FormSelect
            form={form}
            name="educationLevel"
            label={t('field.educationLevel')}
            options={choices(LEVELS, (value) => t(`educationLevel.${value}`))}
            onPick={() => {
              form.setValue('academyId', '', { shouldDirty: true })
              form.setValue('academyName', '')
              form.setValue('academyUnlisted', '')
            }}
            required
          />
        )}
      </div>
      {studentType === 'student' && level !== '' && <Academy form={form} />}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText
          form={form}
          name="occupation"
          label={t('field.occupation')}
          maxLength={profileEditLimits.occupation}
          autoComplete="organization-title"
        />
        <FormText
          form={form}
          name="workplace"
          label={t('field.workplace')}
          maxLength={profileEditLimits.workplace}
          autoComplete="organization"
        />
      </div>
    </Section>
  )
}

export function CardsSection({ form }: SectionProps) {
  const t = useTexts('profile')
  const studentType = useWatch({ control: form.control, name: 'studentType' })
  return (
    <Section title={t('section.cards')}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText
          form={form}
          name="idCardNumber"
          label={t('field.idCardNumber')}
          hint={t('field.idCardHint')}
          inputMode="numeric"
          autoComplete="off"
        />
        {studentType === 'student' && (
          <FormText form={form} name="studentCardNumber" label={t('field.studentCardNumber')} autoComplete="off" />
        )}
      </div>
    </Section>
  )
}
