import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { profileEdit, type Me, type Profile } from '@/api/generated'
import { profileEditLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useLanguage, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { Form, FormText, SubmitButton, useFields } from '@/ui/form'
import { toast } from '@/ui/toast'
import { dropDraft, useDraft } from './draft'
import { LeaveGuard } from '@/ui/leave-guard'
import { AddressSection, CardsSection, ContactSection, EducationSection, PersonSection } from './form-sections'
import { PictureField } from './picture'
import { profileQuery } from './queries'
import { editOf, type ProfileOutput, profileSchema, valuesOf } from './schema'
import { Section } from './section'

/** Covers the end of the page while something is unsaved. */
function SaveBar({ children }: { children: ReactNode }) {
  const t = useTexts('profile')
  // It appears while the user types, and must not cover the field.
  useEffect(() => {
    // Newer browsers return a promise, which no effect may.
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
  // The version that this form edits; a refetch in between does not change it.
  const [base, setBase] = useState(profile)
  const [newer, setNewer] = useState<Profile>()
  // The version to overwrite, once the user has decided so.
  const over = useRef<number>(undefined)
  const restored = useDraft(form, me.id, base.version)
  const { isDirty, isSubmitting } = form.formState

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
            maxLength={profileEditLimits.displayName}
            required
          />
        </Section>
        <PersonSection form={form} />
        <ContactSection form={form} profile={base} />
        <AddressSection form={form} />
        <EducationSection form={form} />
        <CardsSection form={form} />
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
