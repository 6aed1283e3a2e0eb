export { Foot } from './foot'
export { Head } from './head'
