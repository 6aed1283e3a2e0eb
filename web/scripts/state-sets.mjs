// Sets of states: reads the `x-sets` of ../api/openapi.json, writes src/api/state-sets.gen.ts. A set is a function that says whether a state
// is in it; the rule itself stands in the enum on the server.
import { readFileSync, writeFileSync } from 'node:fs'

const { schemas } = JSON.parse(readFileSync('../api/openapi.json', 'utf8')).components

function functionOf(schema, name, states) {
  const constant = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  const words = states.map((state) => `'${state}'`).join(', ')
  return [
    `const ${constant}: readonly ${schema}[] = [${words}]`,
    `export const ${name} = (state: ${schema}): boolean => ${constant}.includes(state)`,
  ].join('\n')
}

const withSets = Object.entries(schemas).filter(([, schema]) => schema['x-sets'])
const functions = withSets.flatMap(([schema, { 'x-sets': sets }]) =>
  Object.entries(sets).map(([name, states]) => functionOf(schema, name, states)),
)
const types = withSets.map(([schema]) => schema).join(', ')
writeFileSync(
  'src/api/state-sets.gen.ts',
  `// Made by scripts/state-sets.mjs.\nimport type { ${types} } from './generated'\n\n${functions.join('\n\n')}\n`,
)
