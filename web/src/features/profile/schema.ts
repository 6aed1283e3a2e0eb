import * as z from 'zod/mini'
import type { ProblemCode, Profile, ProfileEdit } from '@/api/generated'
import { profileEditLimits } from '@/api/limits.gen'
import { birthday, displayName, email, line, name, nameLatin, nameThai, studentCard, thaiId, zipCode } from '@/rules/text'
import { optional, ruled } from '@/ui/form'

/** Today in Thailand, `2026-11-21`. */
export const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

const fields = z.object({
  displayName: ruled(displayName),
  picture: z.string(),
  firstNameTh: optional(nameThai),
  lastNameTh: optional(nameThai),
  firstNameEn: optional(nameLatin),
  lastNameEn: optional(nameLatin),
  nickname: optional(name),
  birthday: optional((text) => birthday(today())(text)),
  gender: z.string(),
  occupation: optional(line(profileEditLimits.occupation)),
  email: optional(email),
  address: optional(line(profileEditLimits.address)),
  subDistrict: z.string(),
  district: z.string(),
  province: z.string(),
  zipCode: optional(zipCode),
  studentType: z.string(),
  educationLevel: z.string(),
  academyId: z.string(),
  academyName: z.string(),
  academyUnlisted: optional(line(profileEditLimits.academyUnlisted)),
  workplace: optional(line(profileEditLimits.workplace)),
  idCardNumber: optional(thaiId),
  studentCardNumber: optional(studentCard),
})

export type ProfileValues = z.input<typeof fields>

/** Fields for students only. */
const OF_STUDENTS = {
  educationLevel: '',
  academyId: '',
  academyName: '',
  academyUnlisted: '',
  studentCardNumber: '',
} satisfies Partial<ProfileValues>

/**
 * The form's fields; a student names a school. Fields that a former student once filled in are hidden, so they are neither validated nor sent.
 */
export const profileSchema = z.pipe(
  z.transform((values: ProfileValues) => (values.studentType === 'student' ? values : { ...values, ...OF_STUDENTS })),
  fields.check((context) => {
    const { studentType, educationLevel } = context.value
    if (studentType !== 'student' || educationLevel !== '') return
    context.issues.push({
      code: 'custom',
      message: 'field_required' satisfies ProblemCode,
      path: ['educationLevel'],
      input: educationLevel,
    })
  }),
)

export type ProfileOutput = z.output<typeof profileSchema>

const NAMES = Object.keys(fields.shape) as Array<keyof ProfileValues>

/** Converts a profile to form values: absent fields are empty. */
export function valuesOf(profile: Profile): ProfileValues {
  const given = profile as unknown as Record<string, unknown>
  return Object.fromEntries(NAMES.map((field) => [field, String(given[field] ?? '')])) as ProfileValues
}

/** Converts the values into the request: empty fields are absent. The academy's name goes with its number. */
export function editOf(values: ProfileOutput, version: number): ProfileEdit {
  const given = Object.entries(values).filter(([field, value]) => field !== 'academyName' && value !== undefined && value !== '')
  const edit = Object.fromEntries(given) as Omit<ProfileEdit, 'version' | 'academyId'>
  return { ...edit, ...(values.academyId !== '' && { academyId: Number(values.academyId) }), version }
}
