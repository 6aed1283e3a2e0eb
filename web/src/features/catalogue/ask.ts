import { askCatalogue } from '@/api/catalogue'
import type { ConfigQuery, FaqQuery, GameQuery, GamesQuery, HomeQuery, ProductQuery, SuggestQuery } from '@/api/catalogue.gen'
import configDocument from './config.graphql?raw'
import faqDocument from './faq.graphql?raw'
import gameDocument from './game.graphql?raw'
import gamesDocument from './games.graphql?raw'
import homeDocument from './home.graphql?raw'
import productDocument from './product.graphql?raw'
import suggestDocument from './suggest.graphql?raw'

/** The queries themselves: a page that came with its answers starts without them. */
export const askHome = () => askCatalogue<HomeQuery>('/home', homeDocument)
export const askGames = (variables: object) => askCatalogue<GamesQuery>('/product', gamesDocument, variables)
export const askSuggest = (variables: object) => askCatalogue<SuggestQuery>('/product', suggestDocument, variables)
export const askGame = (id: string) => askCatalogue<GameQuery>('/product', gameDocument, { id })
export const askProduct = (id: number) => askCatalogue<ProductQuery>('/product', productDocument, { id })
export const askConfig = () => askCatalogue<ConfigQuery>('/app-config', configDocument)
export const askFaq = (variables: object) => askCatalogue<FaqQuery>('/faq', faqDocument, variables)
