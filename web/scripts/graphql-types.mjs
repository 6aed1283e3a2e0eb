// Types of the catalogue's queries: reads ../api/schema.graphql and every src/features/**/*.graphql, writes src/api/catalogue.gen.ts.
// One operation a file; the type of its answer has the operation's name, its variables' type `…Variables`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildSchema, isEnumType, isListType, isNonNullType, isObjectType, parse, validate } from 'graphql'

const schema = buildSchema(readFileSync('../api/schema.graphql', 'utf8'))
const scalars = { Int: 'number', Float: 'number', String: 'string', Boolean: 'boolean', ID: 'string', DateTime: 'string' }

function named(type, write) {
  if (isNonNullType(type)) return present(type.ofType, write)
  return `${present(type, write)} | null`
}

function present(type, write) {
  if (isListType(type)) return `Array<${named(type.ofType, write)}>`
  if (isEnumType(type))
    return type
      .getValues()
      .map((value) => `'${value.name}'`)
      .join(' | ')
  if (isObjectType(type)) return write(type)
  return scalars[type.name] ?? 'unknown'
}

function selection(type, set, fragments) {
  const fields = set.selections.flatMap((node) => {
    if (node.kind === 'FragmentSpread') return fieldsOf(type, fragments.get(node.name.value).selectionSet, fragments)
    return [field(type, node, fragments)]
  })
  return `{ ${fields.join('; ')} }`
}

const fieldsOf = (type, set, fragments) => set.selections.map((node) => field(type, node, fragments))

function field(type, node, fragments) {
  const definition = type.getFields()[node.name.value]
  const written = named(definition.type, (object) => selection(object, node.selectionSet, fragments))
  return `${node.alias?.value ?? node.name.value}: ${written}`
}

function variable({ variable, type, defaultValue }) {
  const required = type.kind === 'NonNullType'
  const inner = required ? type.type : type
  const known = schema.getType(inner.name?.value)
  const text = isEnumType(known) ? present(known) : (scalars[inner.name?.value] ?? 'unknown')
  return `${variable.name.value}${required && !defaultValue ? '' : '?'}: ${text}${required ? '' : ' | null'}`
}

const files = readdirSync('src/features', { recursive: true })
  .filter((file) => file.endsWith('.graphql'))
  .sort()
  .map((file) => `src/features/${file}`)
const out = ["// Generated from the catalogue's schema and queries by `npm run generate`. Not to be edited.", '']
for (const file of files) {
  const document = parse(readFileSync(file, 'utf8'))
  const errors = validate(schema, document)
  if (errors.length) throw new Error(`${file}: ${errors.map((error) => error.message).join('; ')}`)
  const fragments = new Map(document.definitions.filter((d) => d.kind === 'FragmentDefinition').map((d) => [d.name.value, d]))
  for (const operation of document.definitions.filter((d) => d.kind === 'OperationDefinition')) {
    const name = operation.name.value
    const variables = (operation.variableDefinitions ?? []).map(variable).join('; ')
    out.push(`export type ${name}Variables = ${variables ? `{ ${variables} }` : 'Record<string, never>'}`)
    out.push(`export type ${name} = ${selection(schema.getQueryType(), operation.selectionSet, fragments)}`, '')
  }
}
writeFileSync('src/api/catalogue.gen.ts', out.join('\n'))
