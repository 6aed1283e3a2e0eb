import { askCatalogue } from '@/api/catalogue'
import type { HelpQuery, ManualQuery } from '@/api/catalogue.gen'
import helpDocument from './help-search.graphql?raw'
import manualDocument from './manual.graphql?raw'

export const askManual = (variables: object) => askCatalogue<ManualQuery>('/faq', manualDocument, variables)
export const askHelp = (variables: object) => askCatalogue<HelpQuery>('/faq', helpDocument, variables)
