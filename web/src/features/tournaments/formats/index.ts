import type { TournamentFormat } from '@/api/generated'
import { elimination } from './elimination'
import type { FormatRules, Setting } from './format'
import { roundRobin } from './round-robin'
import { survivor } from './survivor'

/** The rules of each format, in the order offered: the only place that distinguishes formats. */
export const FORMATS: Record<TournamentFormat, FormatRules> = { bracket: elimination, 'round-robin': roundRobin, survivor }

/** Whether the form asks for the setting in a stage of the format. */
export const hasSetting = (format: TournamentFormat, setting: Setting): boolean => FORMATS[format].settings.flat().includes(setting)

export const FORMAT_NAMES = Object.keys(FORMATS) as TournamentFormat[]
