import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { GovernmentHttp } from '../../../src/countries/gateway/government-http.js'
import {
  deregister,
  type MetadataPublisher,
  publisherOf,
  register,
} from '../../../src/countries/peppol/metadata-publisher.js'
import { RECEIVED_TYPES } from '../../../src/countries/peppol/registration.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'

const PARTICIPANT = 'iso6523-actorid-upis::0208:0403170701'

/** A register that remembers what it was sent; `status`: how it answers. */
async function registerFor(t: Test, status: (method: string) => number = () => 200) {
  const calls: { readonly method: string; readonly path: string; readonly token: string; readonly body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      calls.push({ method, path, token: headers.authorization ?? '', body: Buffer.concat(chunks).toString() })
      const code = status(method)
      // phoss-smp repeats a token that it does not know.
      response.writeHead(code).end(code === 403 ? `Unknown user '{BearerToken}a-token'` : 'why a-token\u001b[2J')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const publisher: MetadataPublisher = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'a-token',
    endpoint: 'https://ap.example.com/as4',
    certificate: 'TUlJQw==',
  }
  return { calls, publisher }
}

t.test('a participant is registered with all document types, and the end removes it', async (t) => {
  const { calls, publisher } = await registerFor(t)
  const http = new GovernmentHttp()
  t.equal(await register(publisher, PARTICIPANT, http), null)
  const group = `/${encodeURIComponent(PARTICIPANT)}`
  t.same(
    calls.map(({ method, path }) => [method, path]),
    [
      ['PUT', group],
      ...RECEIVED_TYPES.map(({ documentType }) => ['PUT', `${group}/services/${encodeURIComponent(documentType)}`]),
    ],
  )
  for (const { token, body } of calls) {
    t.equal(token, 'Bearer a-token')
    const { root } = parseXml(Buffer.from(body))
    t.match(root.name, /ServiceGroup|ServiceMetadata/)
    t.match(body, /scheme="iso6523-actorid-upis">0208:0403170701</)
  }
  const [, first] = calls
  for (const part of [
    'scheme="busdox-docid-qns">urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##',
    'scheme="cenbii-procid-ubl">urn:fdc:peppol.eu:2017:poacc:billing:01:1.0<',
    'transportProfile="peppol-transport-as4-v2_0"',
    '<wsa:Address>https://ap.example.com/as4<',
    '<Certificate>TUlJQw==<',
  ])
    t.ok(first?.body.includes(part), part)
  t.equal(await deregister(publisher, PARTICIPANT, http), null)
  t.match(calls.at(-1), { method: 'DELETE', path: group, body: '' })
})

t.test('a refusal is reported, and what is not there needs no end', async (t) => {
  const http = new GovernmentHttp()
  const refused = await registerFor(t, () => 403)
  const refusal = await register(refused.publisher, PARTICIPANT, http)
  t.match(refusal, /refuses PEPPOL_SMP_TOKEN.*: set it to a token/)
  t.notMatch(refusal, /a-token/, 'the token stays secret')
  t.equal(refused.calls.length, 1, 'nothing more is sent')
  const broken = await registerFor(t, () => 500)
  t.match(await register(broken.publisher, PARTICIPANT, http), /HTTP 500: why …\\u\{1b\}\[2J\.$/)
  const gone = await registerFor(t, () => 404)
  t.equal(await deregister(gone.publisher, PARTICIPANT, http), null)
  const away = { ...gone.publisher, address: 'http://127.0.0.1:9' }
  t.match(await register(away, PARTICIPANT, http), /did not answer PUT/)
})

t.test('what is missing of the settings is named', (t) => {
  t.equal(
    publisherOf({ PEPPOL_SMP_URL: 'https://smp' }),
    'Set PEPPOL_SMP_TOKEN, PEPPOL_ENDPOINT_URL, PEPPOL_ENDPOINT_CERTIFICATE.',
  )
  t.match(
    publisherOf({
      PEPPOL_SMP_URL: 'a',
      PEPPOL_SMP_TOKEN: 'b',
      PEPPOL_ENDPOINT_URL: 'c',
      PEPPOL_ENDPOINT_CERTIFICATE: 'd',
    }),
    { address: 'a', token: 'b', endpoint: 'c', certificate: 'd' },
  )
  t.end()
})
