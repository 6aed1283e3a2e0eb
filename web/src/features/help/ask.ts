import { askCatalogue } from '@/api/catalogue'
import type { HelpQuery, ManualHomeQuery, ManualQuery } from '@/api/catalogue.gen'
import helpDocument from './help-search.graphql?raw'
import manualDocument from './manual.graphql?raw'
import manualHomeDocument from './manual-home.graphql?raw'

export const askManual = (variables: object) => askCatalogue<ManualQuery>('/faq', manualDocument, variables)
export const askManualHome = (variables: object) => askCatalogue<ManualHomeQuery>('/faq', manualHomeDocument, variables)
export const askHelp = (variables: object) => askCatalogue<HelpQuery>('/faq', helpDocument, variables)
