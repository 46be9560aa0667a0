import fc from 'fast-check'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import t from 'tap'
import { type InvoiceProof, verifyProof } from '../../../clients/typescript/src/index.js'
import { canonicalJson } from '../../../src/audit/canonical.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { SEALED_PROOF } from '../../../src/http/api/openapi/examples/proof.js'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { triesOf } from '../../support/random/sample.js'
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

t.test('events since the seal are reported as unsealed, with the time of the next seal', async (t) => {
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

t.test('a proof of another account, another environment or an unknown invoice is not returned', async (t) => {
  const stranger = await service.account()
  for (const client of [owner.test, stranger.live, stranger.test])
    t.match(await client.get(`/v1/invoices/${id}/proof`), { status: 404, body: { error: { type: 'not_found' } } })
  t.match(await owner.live.get('/v1/invoices/inv_0/proof'), { status: 404 })
})

t.test('a hostile proof is no proof, and throws nothing', async (t) => {
  const proof = await proofOf(owner.live, id)
  const [first, ...rest] = proof.events
  const { seal } = proof
  if (first === undefined || seal === null) throw new Error('not sealed')
  const withFirst = (changes: object) => ({ ...proof, events: [{ ...first, ...changes }, ...rest] })
  const rehashed = (content: string) => {
    const hash = createHash('sha256')
      .update(first.prevHash + content)
      .digest('hex')
    return { ...proof, seal: null, events: [{ ...first, content, hash, sealed: false, leafIndex: null, path: null }] }
  }
  const other = keySigner(generateKeyPairSync('ed25519').privateKey)
  const resealed = { ...seal, keyId: other.keyId, publicKey: other.publicKey }
  const unsigned = { ...resealed, signature: undefined }
  const signature = (await other.sign(Buffer.from(canonicalJson(unsigned)))).toString('base64')
  const hostile: readonly (readonly [proof: unknown, reason: string])[] = [
    [withFirst({ leafIndex: seal.size }), 'not-included'],
    [withFirst({ leafIndex: -1 }), 'not-included'],
    [withFirst({ leafIndex: 2 ** 53 }), 'not-included'],
    [withFirst({ leafIndex: 0.5 }), 'not-included'],
    [withFirst({ path: [] }), 'not-included'],
    [withFirst({ path: [...(first.path ?? []), '0'.repeat(64)] }), 'not-included'],
    [withFirst({ path: null }), 'not-included'],
    [withFirst({ path: (first.path ?? []).map((hash) => hash.toUpperCase()) }), 'not-included'],
    [{ ...proof, seal: { ...seal, size: Infinity } }, 'not-included'],
    [{ ...proof, seal: { ...seal, algorithm: 'Ed448' } }, 'wrong-signature'],
    [{ ...proof, seal: { ...seal, algorithm: undefined } }, 'wrong-signature'],
    [{ ...proof, seal: { ...seal, note: 'x' } }, 'wrong-signature'],
    [{ ...proof, seal: { ...resealed, signature } }, 'wrong-key'],
    [{ ...proof, seal: resealed }, 'wrong-signature'],
    // The signature does not speak for events that are not sealed: their form must.
    [rehashed(first.content.replace('{', '{"type":"InvoiceRejected",')), 'malformed'],
    [rehashed(first.content.replace('"revision":0', '"revision":0.0')), 'malformed'],
    [rehashed(`${first.content} `), 'malformed'],
    [rehashed(`\ufeff${first.content}`), 'malformed'],
    [rehashed(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`), 'malformed'],
    [withFirst({ path: [first.path] }), 'malformed'],
    [withFirst({ hash: [first.hash] }), 'malformed'],
    [withFirst({ sealed: 1 }), 'malformed'],
    [{ ...proof, events: 'none' }, 'malformed'],
    [{ ...proof, events: [null] }, 'malformed'],
    [{ ...proof, seal: 'signed' }, 'malformed'],
    [null, 'malformed'],
  ]
  for (const [each, reason] of hostile) {
    const { valid, sealed, failures } = await verifyProof(each as InvoiceProof, signer)
    t.same([valid, sealed], [false, false])
    t.ok(
      failures.some((failure) => failure.reason === reason),
      reason,
      { failures },
    )
  }
})

/** Every text and number in a proof that is more than a word for people. */
function placesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))
}
const FOR_PEOPLE = ['reason', 'nextSealAt', 'timeStamp', 'sealed']

t.test('a proof with any change is no proof any more', async (t) => {
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
    t.equal((await verifyProof({ ...proof, events: events }, signer)).valid, false)
  t.match(await verifyProof({ ...proof, seal: null }), { valid: false, failures: [{ reason: 'no-seal' }] })
  t.match(await verifyProof({ ...proof, events: [] }, signer), { sealed: false })
  const cut = await verifyProof({ ...proof, events: [first] as never }, signer)
  t.match(cut, { valid: true }, 'no proof of the earlier events can show that later ones are missing')
})
