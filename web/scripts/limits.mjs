// Limits and usual values of what the server takes: reads them in ../api/openapi.json, writes src/api/limits.gen.ts, constants by request.
import { readFileSync, writeFileSync } from 'node:fs'

const { schemas } = JSON.parse(readFileSync('../api/openapi.json', 'utf8')).components

function limitsOf({ properties = {} }) {
  return Object.entries(properties).flatMap(([name, { maxLength, maxItems }]) => {
    const limit = maxLength ?? maxItems
    return limit > 0 ? [`${name}: ${limit}`] : []
  })
}

/** Those that a request need not send because the server knows them; `false` and 0 go without saying. */
function defaultsOf({ properties = {} }) {
  return Object.entries(properties).flatMap(([name, { default: usual }]) => (usual > 0 && usual !== true ? [`${name}: ${usual}`] : []))
}

const constantsOf = ([schema, definition]) =>
  Object.entries({ Limits: limitsOf(definition), Defaults: defaultsOf(definition) })
    .filter(([, values]) => values.length > 0)
    .map(([what, values]) => `export const ${schema[0].toLowerCase()}${schema.slice(1)}${what} = { ${values.join(', ')} } as const`)
const constants = Object.entries(schemas).flatMap(constantsOf)
const head = '// Made by scripts/limits.mjs: the longest texts in characters, the most entries of lists, and usual values.'
writeFileSync('src/api/limits.gen.ts', `${head}\n\n${constants.join('\n')}\n`)
