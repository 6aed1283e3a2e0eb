export { NotFoundPage } from './error-pages'
