import { askCatalogue } from '@/api/catalogue'
import type { ArticleQuery, ArticleQueryVariables, ArticlesQuery, ArticlesQueryVariables } from '@/api/catalogue.gen'
import articleDocument from './article.graphql?raw'
import articlesDocument from './articles.graphql?raw'

const PROMOTIONS: readonly string[] = ['PROMOTION', 'HOT_PROMOTION']
const path = (kind: string) => (PROMOTIONS.includes(kind) ? '/promotion' : '/game-review')

export const askArticle = (variables: ArticleQueryVariables) => askCatalogue<ArticleQuery>(path(variables.kind), articleDocument, variables)
export const askArticles = (variables: ArticlesQueryVariables) =>
  askCatalogue<ArticlesQuery>(path(variables.kind), articlesDocument, variables)
