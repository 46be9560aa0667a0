import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { COUNTRIES } from '../../../src/countries/registry.js'
import { erroredInvoice } from '../../../src/http/api/openapi/examples/invoices.js'
import { SHOWN } from '../../../src/http/api/openapi/countries.js'
import { brokenRules } from '../../../src/processors/work/faults.js'
import { EVENT_KINDS, TEST_KIND } from '../../../src/domain/public-events/event-kinds.js'
import { ApiDocument, escaped, JSON_SCHEMA, type Media, type Placed } from './api-document.js'
import { routesOf } from './routes-of.js'
import { startTestService } from './test-service.js'

const service = await startTestService(t)
const document = await ApiDocument.of(service.app)

t.test('it is a valid OpenAPI 3.1 document', async (t) => {
  t.equal(document.json.openapi, '3.1.0')
  const { valid, errors } = await new Validator().validate(
    JSON.parse(JSON.stringify(document.json)) as Record<string, unknown>,
  )
  t.ok(valid, JSON.stringify(errors))
})

t.test('it is public, and the same for everybody', async (t) => {
  const answer = await service.app.inject('/openapi.json')
  t.match(answer.headers['content-type'], /^application\/json/)
  t.equal(answer.headers['access-control-allow-origin'], undefined)
  t.same(answer.json(), document.json)
})

t.test('every route is in it, with all that a reader needs', async (t) => {
  const routes = routesOf(service.app.printRoutes({ commonPrefix: false }))
  // Pages for people: they have no place in a document for programs.
  const hidden = /^\/($|openapi\.json|docs|v1\/oauth)/
  const known = document.operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  t.same(known.sort(), routes.filter((route) => !hidden.test(route.split(' ')[1] ?? '')).sort())
  const ids = document.operations.map(({ operation }) => operation.operationId)
  t.equal(new Set(ids).size, ids.length)
  for (const { method, path, operation } of document.operations) {
    t.match(
      operation,
      { operationId: /^[a-z][A-Za-z]+$/, summary: String, description: String, tags: [String] },
      `${method} ${path}`,
    )
    const isPublic = !path.startsWith('/v1/')
    t.same(operation.security, isPublic ? [] : undefined)
    for (const status of isPublic ? ['200'] : ['401', '429', '500', '503']) t.ok(operation.responses[status], status)
    for (const { name, description } of operation.parameters ?? []) t.ok(description, name)
  }
})

t.test('no body has the keyword `default`: generated clients would send its value', async (t) => {
  const bodies = document.operations.flatMap(({ path, operation }) =>
    operation.requestBody === undefined ? [] : [[path, operation.requestBody] as const],
  )
  for (const [name, schema] of [...bodies, ...Object.entries(document.json.components.schemas)])
    t.notOk(JSON.stringify(schema).includes('"default":'), name)
})

t.test('no event of webhooks has the tag of an operation', async (t) => {
  const tagsOf = (operations: readonly { readonly tags?: readonly string[] }[]) =>
    new Set(operations.flatMap(({ tags = [] }) => tags))
  const ofOperations = tagsOf(document.operations.map(({ operation }) => operation))
  const ofEvents = tagsOf(Object.values(document.json.webhooks).map(({ post }) => post))
  t.same(
    [...ofEvents].filter((tag) => ofOperations.has(tag)),
    [],
  )
})

t.test('every body has a schema, and bytes are binary', async (t) => {
  for (const placed of document.operations)
    for (const status of Object.keys(placed.operation.responses)) {
      const content = document.response(placed, Number(status))?.response.content ?? {}
      for (const [mediaType, { schema = {} }] of Object.entries(content)) {
        const at = `${placed.method} ${placed.path} ${status} ${mediaType}`
        t.not(Object.keys(schema).length, 0, at)
        if (/pdf|\*/.test(mediaType)) t.match(schema, { type: 'string', format: 'binary' }, at)
      }
    }
})

t.test('every field of every schema is described', async (t) => {
  const lacking: string[] = []
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items } = schema as { properties?: Record<string, object>; items?: object }
    for (const [name, property] of Object.entries(properties)) {
      const plain = 'type' in property && !('const' in property) && property.type !== 'object'
      if (plain && !('description' in property) && !('enum' in property)) lacking.push(`${path}.${name}`)
      walk(property, `${path}.${name}`)
    }
    walk(items, `${path}[]`)
  }
  for (const [name, schema] of Object.entries(document.json.components.schemas)) walk(schema, name)
  t.same(lacking, [])
})

/** Each place of the document that holds JSON, with its examples. */
function mediaOf(placed: Placed): readonly (readonly [pointer: string, media: Media])[] {
  const { method, path, operation } = placed
  const at = `/paths/${escaped(path)}/${method.toLowerCase()}`
  const request = operation.requestBody?.content['application/json']
  const answers = Object.keys(operation.responses).flatMap((status) => {
    const found = document.response(placed, Number(status))
    const media = found?.response.content?.['application/json']
    return found && media ? [[found.pointer + JSON_SCHEMA, media] as const] : []
  })
  return [...(request ? [[`${at}/requestBody${JSON_SCHEMA}`, request] as const] : []), ...answers]
}

t.test('every request and every answer has examples, and they keep to their schemas', async (t) => {
  for (const placed of document.operations) {
    for (const [pointer, { examples }] of mediaOf(placed)) {
      if (pointer.includes('ready/get/responses/503')) continue
      t.ok(examples && Object.keys(examples).length > 0, pointer)
      for (const { value } of Object.values(examples ?? {})) t.same(document.faults(pointer, value), [], pointer)
    }
  }
})

t.test('where documents in XML are taken, it says so with an example', async (t) => {
  const taking = document.operations.filter(({ operation }) => operation.requestBody?.content['application/xml'])
  t.same(
    taking.map(({ operation }) => operation.operationId),
    ['createInvoice', 'validateInvoice', 'convertDocument'],
  )
  for (const [index, name] of ['ownDocument', 'wrongUnit', 'ownDocument'].entries()) {
    const { schema, examples } = taking[index]?.operation.requestBody?.content['application/xml'] ?? {}
    t.match(schema, { type: 'string', contentMediaType: 'application/xml' })
    t.match(examples?.[name]?.value, /^<\?xml /)
  }
})

t.test('where newline-delimited JSON is taken, each line of its examples keeps to the schema of a line', async (t) => {
  const placed = document.operation('createInvoiceBatch')
  const ndjson = 'application/x-ndjson'
  const request = placed.operation.requestBody?.content ?? {}
  const answer = placed.operation.responses['200']?.content ?? {}
  for (const [content, title] of [
    [request, 'BatchLine'],
    [answer, 'BatchResult'],
  ] as const) {
    t.same(Object.keys(content), [ndjson])
    const { schema, examples } = content[ndjson] ?? {}
    t.match(schema, { type: 'string', contentSchema: { $ref: `#/components/schemas/${title}` } })
    const lines = String(examples?.['example']?.value).trimEnd().split('\n')
    t.equal(lines.length, 2)
    for (const line of title === 'BatchLine' ? lines.slice(0, 1) : lines)
      t.same(document.faults(`/components/schemas/${title}`, JSON.parse(line)), [], line)
  }
})

t.test('everything that is sent to a webhook is in it', async (t) => {
  t.same(Object.keys(document.json.webhooks), [...EVENT_KINDS, TEST_KIND])
  for (const [kind, { post }] of Object.entries(document.json.webhooks)) {
    const pointer = `/webhooks/${escaped(kind)}/post/requestBody${JSON_SCHEMA}`
    const examples = post.requestBody?.content['application/json']?.examples
    t.same(document.faults(pointer, examples?.['example']?.value), [], kind)
  }
})

t.test('the example of an invoice in error has the words that the pipeline writes', async (t) => {
  const { breach } = SHOWN.example
  const { failure } = brokenRules(
    { findings: [{ ...breach.finding, severity: 'fatal' }], findingsTotal: 1 },
    erroredInvoice.id,
  )
  const { errorMessage, errorTranslated, errorFix } = erroredInvoice
  t.match(failure, { errorMessage, errorTranslated, errorFix })
})

t.test('the simulated governments know the codes that it names', async (t) => {
  for (const { name, invoicing } of Object.values(COUNTRIES)) {
    const row = document.json.info.description.split('\n').find((line) => line.startsWith('|') && line.includes(name))
    const codes = [...(row ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
    t.equal(codes.length > 0, invoicing !== null, name)
    for (const code of codes) t.ok(invoicing?.simulator.rejectionText(code), `${name} ${code}`)
  }
})
