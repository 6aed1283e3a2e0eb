import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileRefusal, type Purpose, USUAL } from './file'
import * as text from './text'

/** The vectors that the server's rules are tested with too. */
const FOLDER = '../domain/vectors/'

interface Case {
  in: string
  out?: string
  code?: string
  bytes?: number
  purpose?: Purpose
}

const RULES: Record<string, (given: Case) => text.Judged> = {
  name: (given) => text.name(given.in),
  name_thai: (given) => text.nameThai(given.in),
  name_latin: (given) => text.nameLatin(given.in),
  email: (given) => text.email(given.in),
  thai_id: (given) => text.thaiId(given.in),
  password: (given) => text.password(given.in),
  link: (given) => text.link(given.in),
  digits: (given) => text.digits(given.in),
  decimal: (given) => text.decimal(given.in),
  zip_code: (given) => text.zipCode(given.in),
  display_name: (given) => text.displayName(given.in),
  student_card: (given) => text.studentCard(given.in),
  birthday: (given) => text.birthday('2026-11-21')(given.in),
  file: (given) => {
    const code = fileRefusal(USUAL[given.purpose ?? 'picture'], { name: given.in, size: given.bytes ?? 0 })
    return code === undefined ? { value: given.in } : { code }
  },
}

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))

it('has a rule for every file of vectors', () => {
  expect(files.map((file) => file.replace('.json', '')).toSorted()).toEqual(Object.keys(RULES).toSorted())
})

describe.each(files)('%s', (file) => {
  const cases = JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Case[]
  it.each(cases)('judges as the server does: $in', (given) => {
    const judged = RULES[file.replace('.json', '')]?.(given)
    expect(judged).toEqual(given.code === undefined ? { value: given.out } : { code: given.code })
  })
})
