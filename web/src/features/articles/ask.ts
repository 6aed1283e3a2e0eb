import { askCatalogue } from '@/api/catalogue'
import type { ArticleQuery } from '@/api/catalogue.gen'
import articleDocument from './article.graphql?raw'

export const askArticle = (variables: object) => askCatalogue<ArticleQuery>('/faq', articleDocument, variables)
