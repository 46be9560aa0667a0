import { hash } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { Submission } from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp, type HttpOutcome } from '../../../../src/countries/gateway/government-http.js'
import { italy } from '../../../../src/countries/it/index.js'
import { sdiGateway } from '../../../../src/countries/it/sdi/gateway.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import type { FaultKind } from '../../../standins/sdi/options.js'
import { answerXml, packed } from '../../../standins/sdi/soap.js'
import { signingFile } from '../../signing/signing-file.js'
import { selfSigned } from '../../../support/certificate.js'
import { documentOf, sound } from '../sound-invoice.js'
import { ADMINISTRATION, worldOf } from './world.js'

const HOUR = 3600

t.test('an answer may be bare SOAP', async (t) => {
  const { sdi, gateway, submission } = await worldOf(t)
  sdi.faults({ on: 'file', does: { kind: 'plain' } })
  t.match(await gateway.submit(submission()), { kind: 'submitted' })
})

t.test('what SdI says instead of taking the file', async (t) => {
  const { sdi, gateway, submission, uploads } = await worldOf(t)
  const outage = { kind: 'unavailable', concerns: 'government', retryAfterSeconds: 30 }
  const alone = (retryAfterSeconds: number) => ({ kind: 'unavailable', concerns: 'invoice', retryAfterSeconds })
  const unknown = { ...alone(60), longestSeconds: 3_600 }
  const page = '<!DOCTYPE html><html><body>Servizio in manutenzione</body></html>'
  const table: readonly (readonly [FaultKind, object, 'noted' | 'not noted'])[] = [
    [{ kind: 'error', code: 'EI01' }, { kind: 'refused', errorMessage: 'EI01: FILE VUOTO' }, 'not noted'],
    [{ kind: 'error', code: 'EI02' }, { ...outage, reason: /EI02/ }, 'noted'],
    [{ kind: 'error', code: 'EI03' }, { kind: 'unauthorized', needs: 'user', reason: /EI03/ }, 'not noted'],
    [{ kind: 'error', code: 'EI09' }, { ...unknown, reason: /EI09/ }, 'noted'],
    [{ kind: 'soap-fault', code: 'Server', text: 'errore interno' }, { ...outage, reason: /errore interno/ }, 'noted'],
    [{ kind: 'soap-fault', code: 'Client', text: 'richiesta errata' }, { ...alone(30), reason: /richiesta/ }, 'noted'],
    [{ kind: 'answer', status: 500, body: page }, { ...outage, reason: /HTTP 500/ }, 'noted'],
    [{ kind: 'answer', status: 502 }, outage, 'noted'],
    [
      { kind: 'answer', status: 503, headers: { 'retry-after': '120' } },
      { ...outage, retryAfterSeconds: 120 },
      'noted',
    ],
    [{ kind: 'answer', status: 200, body: page }, { ...alone(30), reason: /an HTML page/ }, 'noted'],
    [{ kind: 'answer', status: 200 }, alone(30), 'noted'],
    [{ kind: 'answer', status: 403, body: page }, alone(30), 'noted'],
    [{ kind: 'answer', status: 404, body: 'no' }, unknown, 'noted'],
    [{ kind: 'answer', status: 200, body: '{"ok":true}' }, unknown, 'noted'],
    [{ kind: 'cut' }, { ...outage, reason: /without an answer/ }, 'noted'],
  ]
  for (const [does, expected, isNoted] of table) {
    sdi.faults({ on: 'file', times: 1, does })
    const invoice = submission()
    t.match(await gateway.submit(invoice), expected, JSON.stringify(does))
    const note = await uploads.find(invoice.scope, invoice.attemptId)
    t.equal(note === null ? 'not noted' : 'noted', isNoted, JSON.stringify(does))
    t.match(await gateway.submit(invoice), { kind: 'submitted' }, 'and then it is sent')
  }
})

t.test('too many calls', async (t) => {
  const { sdi, gateway, submission, now } = await worldOf(t)
  for (const [given, seconds] of [
    ['17', 17],
    ['86400', HOUR],
    ['soon', 60],
  ] as const) {
    sdi.faults({ on: 'file', times: 1, does: { kind: 'answer', status: 429, headers: { 'retry-after': given } } })
    const until = new Date(now().getTime() + seconds * 1000)
    t.match(await gateway.submit(submission()), { kind: 'exhausted', concerns: 'government', until })
  }
})

t.test('no server listens', async (t) => {
  const { sdi, gateway, submission, uploads } = await worldOf(t)
  const invoice = submission()
  await sdi.stop()
  t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'government', reason: /refused/ })
  t.equal(await uploads.find(invoice.scope, invoice.attemptId), null, 'certainly not sent')
  await sdi.start()
  t.match(await gateway.submit(invoice), { kind: 'submitted' })
})

t.test('a refusal is certain only where no earlier sending may have been taken', async (t) => {
  const { sdi, gateway, submission } = await worldOf(t)
  const invoice = submission()
  sdi.faults({ on: 'file', times: 1, does: { kind: 'lost' } }, { on: 'file', does: { kind: 'error', code: 'EI01' } })
  await gateway.submit(invoice)
  t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'invoice', reason: /EI01/ })
})

t.test('what SdI would not take is refused without a call', async (t) => {
  const { sdi, gateway, submission } = await worldOf(t)
  const large = documentOf({})
    .replace('</Causale>', '')
    .replace('<DatiGeneraliDocumento>', `<!--${'x'.repeat(5 * 1024 * 1024)}--><DatiGeneraliDocumento>`)
  t.match(await gateway.submit(submission({ xml: large })), { kind: 'refused', errorMessage: /^00003: / })
  const invoice = { customer: ADMINISTRATION }
  const unsigned = await gateway.submit(submission({ invoice, xml: documentOf(invoice) }))
  t.match(unsigned, { kind: 'refused', errorMessage: /^CW-IT-SIGNATURE/ })
  const text = unsigned.kind === 'refused' ? unsigned.errorMessage : ''
  t.match(italy.invoicing?.explain(text, 'failed'), { errorTranslated: /signature/, errorFix: /signingCertificate/ })
  t.equal(sdi.calls.length, 0)
})

t.test('credentials that can not serve', async (t) => {
  const { sdi, gateway, submission, pass } = await worldOf(t)
  t.match(await gateway.submit(submission({ credentials: {} })), { kind: 'unauthorized', needs: 'user' })
  const pkcs12 = Buffer.from('no such file').toString('base64')
  t.match(await gateway.submit(submission({ credentials: { pkcs12, passphrase: 'very-secret' } })), {
    kind: 'unauthorized',
    needs: 'user',
  })
  const { credentials } = sdi
  pass(400 * 24 * HOUR)
  t.match(await gateway.submit(submission({ credentials })), { kind: 'unauthorized', reason: /expired on 20/ })
  t.equal(sdi.calls.length, 0)
})

t.test('a client certificate, and one that SdI does not know', async (t) => {
  // The stand-in's certificate vouches for itself.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  t.teardown(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
  const server = selfSigned()
  const channel = selfSigned('channel.example')
  const { gateway, submission } = await worldOf(t, { tls: { ...server, ca: channel.cert } })
  const credentials = { certificate: channel.cert, privateKey: channel.key }
  const known = submission({ credentials })
  t.match(await gateway.submit(known), { kind: 'submitted' })
  if (known.access !== null)
    t.match(await gateway.check?.(known.access), { kind: 'works', detail: /which expires on 20/ })
  const chainFirst = { certificate: server.cert + channel.cert, privateKey: channel.key }
  t.match(await gateway.submit(submission({ credentials: chainFirst })), { kind: 'submitted' }, 'in any order')
  const older = { pkcs12: signingFile('rsa-legacy.p12').toString('base64'), passphrase: 'hasło1' }
  t.match(
    await gateway.submit(submission({ credentials: older })),
    { kind: 'unavailable', reason: /closed without an answer|handshake/ },
    'it opens, and is not the one that the server knows',
  )
  const { cert, key } = selfSigned('channel.example')
  const unknown = submission({ credentials: { certificate: cert, privateKey: key } })
  t.match(await gateway.submit(unknown), { kind: 'unavailable' })
  if (unknown.access !== null) t.match(await gateway.check?.(unknown.access), { kind: /refused|unknown/ })
})

t.test('a check sends no file', async (t) => {
  const { sdi, gateway, submission, pass } = await worldOf(t)
  const { access } = submission()
  if (access === null) return t.fail('no access')
  const check = () => gateway.check?.(access)
  t.match(await check(), { kind: 'works' })
  for (const [does, expected] of [
    [
      { kind: 'answer', status: 403 },
      { kind: 'refused', reason: /HTTP 403/ },
    ],
    [
      { kind: 'answer', status: 503 },
      { kind: 'unknown', reason: /HTTP 503/ },
    ],
    [{ kind: 'cut' }, { kind: 'unknown', reason: /is not reachable/ }],
  ] as const) {
    sdi.faults({ on: 'wsdl', times: 1, does })
    t.match(await check(), expected)
  }
  t.equal(sdi.received.length, 0)
  t.match(await gateway.check?.({ ...access, credentials: {} }), { kind: 'refused' })
  pass(400 * 24 * HOUR)
  t.match(await check(), { kind: 'refused', reason: /expired/ })
})

/** Answers everything with the same. */
class OneAnswer extends GovernmentHttp {
  constructor(private readonly answer: HttpOutcome) {
    super()
  }

  override async send(): Promise<HttpOutcome> {
    return this.answer
  }
}

const { cert, key } = selfSigned('channel.example')
const NOW = new Date()
const submission: Submission = {
  scope: { account: 'acc_1', environment: 'production' },
  invoiceId: 'inv_1',
  attemptId: 'attempt-1',
  refusals: 0,
  createdAt: NOW,
  invoice: sound,
  xml: new TextEncoder().encode(documentOf({})),
  access: {
    connectionId: 'con_1',
    vatNumber: 'IT01879020517',
    credentials: { certificate: cert, privateKey: key },
  },
}

const whole = packed(answerXml('16000000001', NOW))
const boundary = /boundary="([^"]+)"/.exec(whole.headers['content-type'] ?? '')?.[1] ?? ''
const pieces = fc.constantFrom(
  ...[`--${boundary}`, `--${boundary}--`, '\r\n', '\r\n\r\n', 'Content-Id: <x>', '<Envelope>', '<Body>', '</Body>'],
  ...['</Envelope>', '<rispostaSdIRiceviFile>', '</rispostaSdIRiceviFile>', '<Errore>EI02</Errore>', '<!DOCTYPE x>'],
  ...['<html>', '\u0000', '&#9;', '<IdentificativoSdI>', '<Fault>', '</Fault>', '<faultcode>Client</faultcode>'],
)
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(pieces, { maxLength: 12 }).map((parts) => new TextEncoder().encode(parts.join(''))),
  fc.integer({ min: 0, max: whole.body.length - 1 }).map((length) => whole.body.subarray(0, length)),
)

t.test('an answer that is none of SdI’s decides nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      bodies,
      fc.constantFrom(200, 202, 302, 400, 418, 500),
      fc.constantFrom('text/xml', whole.headers['content-type'] ?? '', 'text/html', '', 'multipart/related'),
      async (bytes, status, type) => {
        const answer: HttpOutcome = { kind: 'answer', status, headers: { 'content-type': type }, bytes }
        const tools = gatewayTools({ settings: { SDI_URL: 'https://sdi.example' }, clock: { now: () => NOW } })
        const outcome = await sdiGateway(tools, new OneAnswer(answer)).submit(submission)
        t.equal(outcome.kind, 'unavailable', hash('sha256', bytes))
        t.equal(JSON.stringify(outcome).includes(key.slice(30, 60)), false)
      },
    ),
    { numRuns: 300 },
  )
})
