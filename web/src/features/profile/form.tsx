import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { profileEdit, type Me, type Profile } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useLanguage, useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { Form, FormDate, FormSelect, FormText, SubmitButton, useFields } from '@/ui/form'
import { toast } from '@/ui/toast'
import { Academy } from './academy'
import { Address } from './address'
import { dropDraft, useDraft } from './draft'
import { LeaveGuard } from '@/ui/leave-guard'
import { PictureField } from './picture'
import { profileQuery } from './queries'
import { editOf, type ProfileOutput, type ProfileValues, profileSchema, today, valuesOf } from './schema'
import { Section } from './section'

const GENDERS = ['male', 'female', 'other', 'undisclosed'] as const
const STUDENT_TYPES = ['student', 'general'] as const
const LEVELS = ['school', 'university'] as const
const PERSON = ['firstNameTh', 'lastNameTh', 'firstNameEn', 'lastNameEn', 'nickname', 'gender', 'birthday'] as const
const ADDRESS = ['province', 'district', 'subDistrict', 'zipCode', 'address'] as const

/** How much of a part is filled in, for while it is folded. */
function Filled({
  form,
  fields,
}: {
  form: UseFormReturn<ProfileValues, unknown, ProfileOutput>
  fields: readonly (keyof ProfileValues)[]
}) {
  const t = useTexts('profile')
  const values = useWatch({ control: form.control, name: fields })
  return t('filled', { count: values.filter((value) => value !== '').length, all: fields.length })
}

/** Stands over the page's end as long as something is not saved. */
function SaveBar({ children }: { children: ReactNode }) {
  const t = useTexts('profile')
  // It comes while one types: not over the field.
  useEffect(() => {
    // In newer browsers it returns a promise, which no effect may.
    void document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="sticky bottom-(--covered) z-10 -mx-1 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-panel border border-control bg-raise p-3 md:bottom-[calc(var(--covered)+1rem)]">
      <p className="min-w-0 flex-1 text-sm text-amber">{t('unsaved')}</p>
      {children}
    </div>
  )
}

export function ProfileForm({ profile, me }: { profile: Profile; me: Me }) {
  const t = useTexts('profile')
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useFields(profileSchema, valuesOf(profile))
  // The version that this form edits; a refetch in between does not change what was read.
  const [base, setBase] = useState(profile)
  const [newer, setNewer] = useState<Profile>()
  // The version that is to be saved over, once somebody has decided so.
  const over = useRef<number>(undefined)
  const restored = useDraft(form, me.id, base.version)
  const { isDirty, isSubmitting } = form.formState
  const [studentType, level] = useWatch({ control: form.control, name: ['studentType', 'educationLevel'] })

  const take = (saved: Profile) => {
    dropDraft(me.id)
    over.current = undefined
    setNewer(undefined)
    setBase(saved)
    form.reset(valuesOf(saved))
  }
  const save = async (values: ProfileOutput, version: number) => {
    try {
      const saved = await answerOf(profileEdit({ body: editOf(values, version) }))
      queries.setQueryData(profileQuery(language).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['profile'], refetchType: 'none' })
      const { displayName, picture, email } = saved
      useSession.setState(({ me }) => ({ me: me && { ...me, displayName, picture: picture ?? undefined, email: email ?? undefined } }))
      take(saved)
      void toast(t('saved'), { tone: 'success' })
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code !== 'profile_changed') throw error
      setNewer(problem.body.profile as Profile)
    }
  }
  const choices = <T extends string>(values: readonly T[], text: (value: T) => string) =>
    values.map((value) => ({ value, label: text(value) }))
  const latest = Number(today().slice(0, 4))
  return (
    <Form form={form} onSubmit={(values) => save(values, over.current ?? base.version)} label={t('heading')}>
      {restored && isDirty && (
        <Notice
          action={
            <Button size="sm" look="ghost" onClick={() => take(base)}>
              {t('discard')}
            </Button>
          }
        >
          {t('restored')}
        </Notice>
      )}
      {newer && (
        <Notice tone="warn">
          <p>{t('changed.text')}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" onClick={() => take(newer)}>
              {t('changed.theirs')}
            </Button>
            <Button
              size="sm"
              look="primary"
              busy={isSubmitting}
              onClick={(event) => {
                over.current = newer.version
                event.currentTarget.form?.requestSubmit()
              }}
            >
              {t('changed.mine')}
            </Button>
          </div>
        </Notice>
      )}
      <fieldset disabled={me.suspended} className="flex min-w-0 flex-col gap-6 [&_:is(input,select,button)]:scroll-mb-40">
        <Section title={t('section.shown')} open>
          <PictureField form={form} />
          <FormText
            form={form}
            name="displayName"
            label={t('field.displayName')}
            hint={t('field.displayNameHint')}
            autoComplete="nickname"
            maxLength={50}
            required
          />
        </Section>
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
                hint={base.emailVerified ? t('field.emailFixed') : undefined}
                readOnly={base.emailVerified}
                className="w-full"
              />
              <Link to="/account/verify-email" className={buttonClass('ghost', 'sm')}>
                {t(base.emailVerified ? 'field.emailChange' : 'field.emailVerify')}
              </Link>
            </div>
            <div>
              <p className="num mb-1.5">{t('field.mobile')}</p>
              <p className="num flex min-h-12 items-center">{base.mobileMasked ?? t('field.mobileNone')}</p>
            </div>
          </div>
        </Section>
        <Section title={t('section.address')} note={<Filled form={form} fields={ADDRESS} />}>
          <Address form={form} />
        </Section>
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
            <FormText form={form} name="occupation" label={t('field.occupation')} maxLength={100} autoComplete="organization-title" />
            <FormText form={form} name="workplace" label={t('field.workplace')} maxLength={100} autoComplete="organization" />
          </div>
        </Section>
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
      </fieldset>
      {!me.suspended && (isDirty || isSubmitting) && (
        <SaveBar>
          <SubmitButton
            form={form}
            onClick={() => {
              over.current = undefined
            }}
          >
            {t('save')}
          </SubmitButton>
        </SaveBar>
      )}
      <LeaveGuard unsaved={isDirty} onLeave={() => take(base)} />
    </Form>
  )
}
