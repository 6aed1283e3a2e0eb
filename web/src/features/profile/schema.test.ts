import { expect, it } from 'vitest'
import type { Profile } from '@/api/generated'
import { profileSchema, valuesOf } from './schema'

const values = valuesOf({ displayName: 'Lime', educationLevel: 'school', academyId: 7, studentCardNumber: '?' } as unknown as Profile)

it('judges what only students have for students only, and sends it of nobody else', () => {
  const codes = (studentType: string, educationLevel = 'school') =>
    profileSchema
      .safeParse({ ...values, studentType, educationLevel })
      .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)
  expect(codes('student')).toEqual(['studentCardNumber: student_card_invalid'])
  for (const other of ['general', '']) {
    expect(codes(other)).toBeUndefined()
    const sent = profileSchema.parse({ ...values, studentType: other })
    expect(sent).toMatchObject({ displayName: 'Lime', educationLevel: '', academyId: '', studentCardNumber: undefined })
  }
  const { error } = profileSchema.safeParse({ ...values, studentType: 'student', educationLevel: '', studentCardNumber: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['field_required'])
})
