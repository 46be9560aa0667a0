import { oncePerObject } from '../../../domain/once-per-object.js'
import { itemsOf } from '../../../domain/json.js'
import { inner, innerObjects, isObject, type JsonObject, nameSchemas } from './components.js'
import { shareErrors } from './errors.js'
import { IDS } from './example.js'
import { EXAMPLES } from './examples/all.js'
import { HEADERS, headersOf } from './headers.js'
import { webhookSection } from './webhooks.js'

/** The document of all routes with what they do not say: examples, headers and webhooks. */
export const completed = oncePerObject((document: JsonObject): JsonObject => {
  document['webhooks'] = webhookSection()
  nameSchemas(document)
  shareErrors(document)
  document['components'] = { ...inner(document, 'components'), headers: HEADERS }
  for (const [path, item] of innerObjects(inner(document, 'paths'))) {
    for (const [, operation] of innerObjects(item)) enrich(path, operation)
  }
  return document
})

/** Which resource an `id` in the path names. */
const ID_IN_PATH: readonly (readonly [prefix: string, example: string])[] = [
  ['/v1/api-keys/', IDS.key],
  ['/v1/companies/', IDS.company],
  ['/v1/connections/', IDS.connection],
  ['/v1/invoices/', IDS.invoice],
  ['/v1/webhooks/deliveries/', IDS.delivery],
]

const XML_DOCUMENT = {
  type: 'string',
  contentMediaType: 'application/xml',
  description:
    'An invoice or credit note in UBL 2.1, a Cross Industry Invoice D16B or D22B, a FatturaPA or an FA(3), unchanged',
}

const PDF_DOCUMENT = {
  type: 'string',
  format: 'binary',
  description: 'A Factur-X or ZUGFeRD: a PDF with the invoice inside',
}

const SIGNED_DOCUMENT = {
  type: 'string',
  format: 'binary',
  description: 'A FatturaPA in a file signed by CAdES-BES (.xml.p7m), binary or in Base64, unchanged',
}

/** Operations that read the invoice in a PDF. */
const PDF_READERS: ReadonlySet<string> = new Set(['validateInvoice', 'convertDocument'])

/** Operations with newline-delimited JSON, where each line shows whether it is a replay. */
const BATCHES: ReadonlySet<string> = new Set(['createInvoiceBatch'])

/** The operation that can also return the document itself. */
const CONVERSION = 'convertDocument'
const XML_RESULT = {
  type: 'string',
  contentMediaType: 'application/xml',
  description: 'The document itself, with Accept: application/xml',
}

/** Headers, examples and further media types of one operation. */
function enrich(path: string, operation: JsonObject): void {
  const parameters = itemsOf(operation['parameters']).filter(isObject)
  for (const parameter of parameters.filter(({ name }) => name === 'id')) {
    parameter['example'] = ID_IN_PATH.find(([prefix]) => path.startsWith(prefix))?.[1]
  }
  const id = String(operation['operationId'])
  const isPublic = Array.isArray(operation['security'])
  const isRepeatable = !BATCHES.has(id) && parameters.some(({ name }) => name === 'Idempotency-Key')
  const examples = EXAMPLES[id]
  const accepted = contentOf(operation['requestBody'])
  if (BATCHES.has(id)) asNdjson(accepted)
  const json = accepted && jsonOf(accepted)
  if (json && examples?.requests) json['examples'] = examples.requests
  if (accepted && examples?.documents) {
    accepted['application/xml'] = { schema: XML_DOCUMENT, examples: examples.documents }
    accepted['application/pkcs7-mime'] = { schema: SIGNED_DOCUMENT }
  }
  if (accepted && PDF_READERS.has(id)) accepted['application/pdf'] = { schema: PDF_DOCUMENT }
  for (const [status, answer] of innerObjects(inner(operation, 'responses'))) {
    if ('$ref' in answer) continue
    const replayed = isRepeatable && status.startsWith('2') ? ['Idempotent-Replayed'] : []
    const more = id === CONVERSION && status === '200' ? ['X-Conversion-Losses', 'X-Conversion-Valid'] : []
    answer['headers'] = headersOf(Number(status), isPublic ? 'public' : 'authenticated', [...replayed, ...more])
    const media = contentOf(answer)
    if (BATCHES.has(id) && status === '200') asNdjson(media)
    const content = media && jsonOf(media)
    if (media && id === CONVERSION && status === '200') media['application/xml'] = { schema: XML_RESULT }
    if (content && status.startsWith('2') && examples?.responses) content['examples'] = examples.responses
  }
}

const NDJSON = 'application/x-ndjson'

/** The media types of a request's body or an answer; undefined: it has none. */
function contentOf(body: unknown): JsonObject | undefined {
  return isObject(body) && isObject(body['content']) ? body['content'] : undefined
}

/** What a body is in JSON, as a whole or line by line; undefined: it is not. */
function jsonOf(content: JsonObject): JsonObject | undefined {
  return [content['application/json'], content[NDJSON]].find(isObject)
}

function asNdjson(content: JsonObject | undefined): void {
  const json = content?.['application/json']
  if (content === undefined || json === undefined) return
  content[NDJSON] = json
  delete content['application/json']
}
