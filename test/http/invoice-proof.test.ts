import fc from 'fast-check'
import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import t from 'tap'
import { type InvoiceProof, verifyProof } from '../../clients/typescript/src/index.js'
import { keySigner } from '../../src/audit/signing.js'
import { SEALED_PROOF } from '../../src/http/openapi/examples/proof.js'
import { Sealing } from '../../src/audit/sealing.js'
import { acceptedInvoice, History } from '../support/history.js'
import { triesOf } from '../support/random/sample.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Client, startTestService } from './test-service.js'

const service = await startTestService(t)
const { store } = service.deps
const { pool, clock } = service
const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
const sealing = new Sealing({
  store,
  pool,
  clock,
  log: pino({ level: 'silent' }),
  signer,
  everyMinutes: 60,
  timeStamper: null,
})
const { signal } = new AbortController()
const history = new History(store, clock)

const owner = await service.account()
const scope = { account: owner.id, environment: 'production' } as const
const invoiceOf = async (): Promise<{ readonly id: string; readonly stream: string }> => {
  const { stream, id } = await history.invoice(scope, acceptedInvoice('RE-1'))
  await history.findings(scope, stream, { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } })
  return { stream, id }
}
const proofOf = async (client: Client, id: string): Promise<InvoiceProof> => {
  const { status, body } = await client.get(`/v1/invoices/${id}/proof`)
  t.equal(status, 200)
  return body['data'] as unknown as InvoiceProof
}

const { id, stream } = await invoiceOf()
for (let count = 0; count < 20; count++) await invoiceOf()

t.test('before the first seal an invoice is linked, and not sealed', async (t) => {
  const proof = await proofOf(owner.live, id)
  t.match(proof, { sealed: false, seal: null, timeStamp: null, nextSealAt: null, reason: /not sealed yet/ })
  t.same(await verifyProof(proof), { valid: true, sealed: false, trustedKey: false, failures: [] })
})

t.test('a sealed invoice proves itself, with the key that is known from elsewhere', async (t) => {
  await sealing.sealNow('operator', signal)
  const proof = await proofOf(owner.live, id)
  t.match(proof, { invoiceId: id, stream, sealed: true, reason: null, nextSealAt: null, seal: { sequence: 1 } })
  t.same(
    proof.events.map(({ type, sealed }) => [type, sealed]),
    [
      ['InvoiceCreated', true],
      ['InvoiceValidated', true],
    ],
  )
  t.same(await verifyProof(proof, signer), { valid: true, sealed: true, trustedKey: true, failures: [] })
  t.match(await verifyProof(proof), { valid: true, sealed: true, trustedKey: false })
  const other = keySigner(generateKeyPairSync('ed25519').privateKey)
  t.match(await verifyProof(proof, other), { valid: false, sealed: false, failures: [{ reason: 'wrong-key' }] })
})

const XML = { sha256: 'd'.repeat(64), size: 3, mediaType: 'application/xml' }

t.test('what came since the seal is told so, and when its turn comes', async (t) => {
  await history.findings(scope, stream, { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } })
  const proof = await proofOf(owner.live, id)
  const nextSealAt = new Date(clock.now().getTime() + 3_600_000).toISOString()
  t.match(proof, { sealed: false, nextSealAt, seal: { sequence: 1 } })
  t.same(
    proof.events.map(({ sealed, leafIndex, path }) => [sealed, leafIndex === null, path === null]),
    [
      [true, false, false],
      [true, false, false],
      [false, true, true],
    ],
  )
  t.match(await verifyProof(proof, signer), { valid: true, sealed: false, trustedKey: true })
  await sealing.sealNow('operator', signal)
  t.match(await verifyProof(await proofOf(owner.live, id), signer), { valid: true, sealed: true })
})

t.test('an invoice of the test environment is linked alone', async (t) => {
  await connectedCompany(owner.test)
  const created = await owner.test.post('/v1/invoices', sampleInvoice())
  const proof = await proofOf(owner.test, String(created.body['data']?.['id']))
  t.match(proof, { sealed: false, seal: null, nextSealAt: null, reason: /test environment/ })
  t.match(await verifyProof(proof), { valid: true, sealed: false })
})

t.test('the example of the documentation holds', async (t) => {
  t.match(await verifyProof(SEALED_PROOF, SEALED_PROOF.seal), { valid: true, sealed: true, trustedKey: true })
})

t.test('nobody gets the proof of another account or environment, or of nothing', async (t) => {
  const stranger = await service.account()
  for (const client of [owner.test, stranger.live, stranger.test])
    t.match(await client.get(`/v1/invoices/${id}/proof`), { status: 404, body: { error: { type: 'not_found' } } })
  t.match(await owner.live.get('/v1/invoices/inv_0/proof'), { status: 404 })
})

/** Every text and number in a proof that is more than a word for people. */
function placesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))
}
const FOR_PEOPLE = ['reason', 'nextSealAt', 'timeStamp', 'sealed']

t.test('whatever is changed in a proof, it is no proof any more', async (t) => {
  const proof = await proofOf(owner.live, id)
  const places = placesOf(proof).filter((path) => !path.some((name) => FOR_PEOPLE.includes(name)))
  t.ok(places.length > 50, `${places.length} places`)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.nat(), async (path, at) => {
      const changed = structuredClone(proof) as never as Record<string, never>
      const last = path.at(-1) ?? ''
      const holder = path.slice(0, -1).reduce((inner, name) => inner[name] as never, changed) as Record<string, unknown>
      holder[last] = otherThan(holder[last], at)
      const { valid, sealed } = await verifyProof(changed as never, signer)
      return !valid || !sealed
    }),
    { numRuns: triesOf(400) },
  )
})

/** Something else of the same kind. */
function otherThan(value: unknown, at: number): unknown {
  if (typeof value === 'number') return value + 1 + (at % 3)
  if (typeof value !== 'string' || value === '') return 'ab'.repeat(32)
  const place = at % value.length
  return `${value.slice(0, place)}${value[place] === 'x' ? 'y' : 'x'}${value.slice(place + 1)}`
}

t.test('events that are left out, doubled or taken from another invoice show', async (t) => {
  const proof = await proofOf(owner.live, id)
  const other = await proofOf(owner.live, (await invoiceOf()).id)
  const [first, second, third] = proof.events as never as [never, never, never]
  for (const events of [[second, third], [first, third], [first, first, second], [third, second, first], other.events])
    t.equal((await verifyProof({ ...proof, events: events as never }, signer)).valid, false)
  t.match(await verifyProof({ ...proof, seal: null }), { valid: false, failures: [{ reason: 'no-seal' }] })
  t.match(await verifyProof({ ...proof, events: [] }, signer), { sealed: false })
  const cut = await verifyProof({ ...proof, events: [first] as never }, signer)
  t.match(cut, { valid: true }, 'that later events are missing no proof of the earlier ones can tell')
})
