export { ServerErrorPage } from './crash-page'
