import type { ComponentType } from 'react'
import { Buttons, Chips, Disclosures, Pagers } from './actions'
import { Checks, Choices, Switches } from './choices'
import { Colours } from './colours'
import { Alerts, Dialogs, Guards, Overlays } from './dialogs'
import { Comboboxes, Passwords, Selects, TextFields } from './fields'
import { Forms } from './forms'
import { Avatars, BarIcons, ChannelMarks, Covers, Glyphs, Logos, Tags, TeamLogos } from './marks'
import { Empties, Errors, HelpLinks, Notices, Problems, QueryErrors, Toasts } from './messages'
import { PayBars, PayFeet, QrCodes } from './payment'
import { Crops, PictureFields } from './pictures'
import { Countdowns, ProgressBars, Skeletons, Spinners, Timelines } from './progress'
import { CleanHtmls, Proses, Terms } from './reading'
import type { Both } from './specimen'
import { Amounts, LineBreaks, TypeScale } from './type'

/** A primitive on the page. */
export interface Entry {
  /** Its anchor. */
  id: string
  /** Its name: a component's, or a text. */
  name: string | Both
  /** The components that it shows, as files of `src/ui` without `.tsx`. */
  files: readonly string[]
  Show: ComponentType
}

export interface Group {
  id: string
  name: Both
  entries: readonly Entry[]
}

const entry = (id: string, name: Entry['name'], Show: ComponentType, ...files: string[]): Entry => ({ id, name, files, Show })

/** Every primitive of `src/ui`, in the order of the page. A test fails on a component that is missing here. */
export const GROUPS: readonly Group[] = [
  {
    id: 'foundations',
    name: { th: 'พื้นฐาน', en: 'Foundations' },
    entries: [
      entry('colours', { th: 'สีและความต่างสี', en: 'Colours and contrast' }, Colours),
      entry('type', { th: 'ขนาดตัวอักษร', en: 'Type scale' }, TypeScale),
      entry('whole-words', { th: 'การตัดบรรทัดภาษาไทย', en: 'Thai line breaks' }, LineBreaks, 'whole-words'),
      entry('amount', 'Amount', Amounts, 'amount'),
    ],
  },
  {
    id: 'actions',
    name: { th: 'ปุ่มและการนำทาง', en: 'Buttons and navigation' },
    entries: [
      entry('button', 'Button', Buttons, 'button'),
      entry('chip', 'Chip', Chips, 'chip'),
      entry('pager', 'Pager', Pagers, 'pager'),
      entry('disclosure', 'Disclosure', Disclosures, 'disclosure'),
    ],
  },
  {
    id: 'fields',
    name: { th: 'ช่องกรอก', en: 'Fields' },
    entries: [
      entry('text-field', 'TextField', TextFields, 'field'),
      entry('password-field', 'PasswordField', Passwords, 'password-field'),
      entry('select', 'SelectField, NativeSelect', Selects, 'field', 'select'),
      entry('combobox', 'Combobox', Comboboxes, 'combobox', 'lazy-combobox'),
      entry('switch', 'Switch', Switches, 'switch'),
      entry('check', 'Check', Checks, 'check'),
      entry('choice', 'ChoiceCard', Choices, 'choice'),
      entry('picture-field', 'PictureField', PictureFields, 'picture-field'),
      entry('crop', 'CropDialog', Crops, 'crop'),
      entry('form', 'Form', Forms, 'form/form', 'form/fields', 'form/area', 'form/date', 'form/date-time'),
    ],
  },
  {
    id: 'marks',
    name: { th: 'ป้าย ภาพ และสัญลักษณ์', en: 'Labels, pictures and marks' },
    entries: [
      entry('tag', 'Tag', Tags, 'tag'),
      entry('avatar', 'Avatar', Avatars, 'avatar'),
      entry('team-logo', 'TeamLogo', TeamLogos, 'team-logo'),
      entry('channel-mark', 'ChannelMark', ChannelMarks, 'channel-mark'),
      entry('cover', 'Cover, CoverName', Covers, 'cover', 'cover-name'),
      entry('glyph', 'Glyph', Glyphs, 'glyph'),
      entry('bar-icon', 'BarIcon', BarIcons, 'bar-icon'),
      entry('logo', 'Logo, LimeSlice', Logos, 'logo'),
    ],
  },
  {
    id: 'dialogs',
    name: { th: 'กล่องโต้ตอบ', en: 'Dialogs' },
    entries: [
      entry('dialog', 'Dialog', Dialogs, 'dialog'),
      entry('alert', 'AlertDialog', Alerts, 'alert-dialog'),
      entry('leave-guard', 'LeaveGuard', Guards, 'leave-guard'),
      entry('loading-overlay', 'LoadingOverlay', Overlays, 'loading-overlay'),
    ],
  },
  {
    id: 'messages',
    name: { th: 'ข้อความถึงผู้ใช้', en: 'Messages' },
    entries: [
      entry('toast', 'Toaster', Toasts, 'toaster'),
      entry('notice', 'Notice', Notices, 'feedback'),
      entry('problem-notice', 'ProblemNotice', Problems, 'problem-notice'),
      entry('query-error', 'QueryError', QueryErrors, 'query-error'),
      entry('error-state', 'ErrorState', Errors, 'feedback'),
      entry('empty-state', 'EmptyState', Empties, 'feedback'),
      entry('read-how', 'ReadHow', HelpLinks, 'read-how', 'help-link'),
    ],
  },
  {
    id: 'progress',
    name: { th: 'ความคืบหน้าและเวลา', en: 'Progress and time' },
    entries: [
      entry('spinner', 'Spinner', Spinners, 'spinner'),
      entry('skeleton', { th: 'โครงระหว่างโหลด (skeleton)', en: 'Skeleton' }, Skeletons),
      entry('progress-bar', 'ProgressBar', ProgressBars, 'progress-bar'),
      entry('timeline', 'Timeline', Timelines, 'timeline'),
      entry('countdown', 'useSecondsLeft, clockTime', Countdowns, 'countdown'),
    ],
  },
  {
    id: 'payment',
    name: { th: 'การจ่ายเงิน', en: 'Payment' },
    entries: [
      entry('qr', 'QrCode', QrCodes, 'qr'),
      entry('pay-bar', 'PayBar', PayBars, 'pay-bar'),
      entry('pay-foot', 'PayFoot', PayFeet, 'pay-foot'),
    ],
  },
  {
    id: 'reading',
    name: { th: 'เนื้อหา', en: 'Content' },
    entries: [
      entry('prose', 'Prose', Proses, 'prose'),
      entry('clean-html', 'CleanHtml', CleanHtmls, 'clean-html'),
      entry('terms', 'TermsToRead', Terms, 'terms-to-read'),
    ],
  },
]

/** The groups with the entries whose name, file or group has this text. */
export function matching(text: string): readonly Group[] {
  const sought = text.trim().toLowerCase()
  const has = (...texts: ReadonlyArray<string | Both>) =>
    texts.some((each) => (typeof each === 'string' ? each : `${each.th} ${each.en}`).toLowerCase().includes(sought))
  return GROUPS.map((group) => ({
    ...group,
    entries: group.entries.filter(({ id, name, files }) => has(id, name, group.name, ...files)),
  })).filter(({ entries }) => entries.length > 0)
}
