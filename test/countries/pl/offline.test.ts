import { createPublicKey, hash, verify, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { poland } from '../../../src/countries/pl/index.js'
import { POLISH_SETUP } from '../../../src/countries/pl/setup.js'
import { todayIn } from '../../../src/domain/calendar.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { selfSignedAround } from '../../support/certificate.js'
import { Register, statusDocument } from '../../standins/ksef/register.js'
import { acceptedSamples } from '../accepted-sample.js'
import { simulated, textOf } from '../simulated.js'
import { fa, NIP, worldOf } from './ksef/world.js'

const { validate, convert, warningsWhenSent } = poland.invoicing as Invoicing
const [sample] = acceptedSamples('PL', '2026-11-24')
const invoice = sample?.invoice as InvoiceRequest

const RULE = 'CW-PL-OFFLINE-DATE'
const rulesOf = ({ findings }: { findings: readonly { rule: string; severity: string }[] }): readonly string[] =>
  findings.filter(({ rule }) => rule === RULE).map(({ rule, severity }) => `${rule} ${severity}`)

t.test('a date before today is a warning, as JSON and as a document', (t) => {
  const xml = Buffer.from(convert(invoice, []).xml)
  for (const [today, expected] of [
    ['2026-11-24', []],
    ['2026-11-25', [`${RULE} warning`]],
  ] as const) {
    const judgement = validate(invoice, { today })
    t.ok(judgement.valid)
    t.same(rulesOf(judgement), expected, today)
    // Half an hour after midnight in Warsaw.
    const now = new Date(`${today}T00:30:00+01:00`)
    t.same(rulesOf(judgeXml(xml, { profile: 'pl', isToBeSent: true, now })), expected, today)
  }
  t.same(warningsWhenSent?.(invoice, '2026-11-24'), [])
  t.match(warningsWhenSent?.(invoice, '2026-11-25'), [/^CW-PL-OFFLINE-DATE: The issue date "2026-11-24" is before/])
  t.end()
})

t.test('the document names the moment at which it was created', (t) => {
  const { xml } = convert(invoice, [], new Date('2026-11-24T22:59:59.123Z'))
  t.match(xml, '<DataWytworzeniaFa>2026-11-24T22:59:59.123Z</DataWytworzeniaFa>')
  t.same(judgeXml(Buffer.from(xml), { profile: 'pl' }).findings, [])
  t.end()
})

/** Around a midnight of Warsaw, in winter and in summer. */
const moments = fc.constantFrom('2026-11-24T23:00:00.000Z', '2026-06-14T22:00:00.000Z').chain((midnight) =>
  fc
    .tuple(fc.integer({ min: -3 * 86_400, max: 2 * 86_400 }), fc.integer({ min: -2, max: 0 }))
    .map(([seconds, days]) => {
      const now = new Date(Date.parse(midnight) + seconds * 1000)
      const issued = new Date(now.getTime() + days * 86_400_000)
      return { now, issueDate: todayIn('Europe/Warsaw', issued), isLate: days < 0 }
    }),
)

t.test('the simulated KSeF makes a late invoice an offline one, in status and receipt', async (t) => {
  await fc.assert(
    fc.asyncProperty(moments, async ({ now, issueDate, isLate }) => {
      const government = simulated(poland, { sample: { ...invoice, issueDate }, now: now.toISOString(), xml: 'x' })
      const decision = await government.decided()
      t.match(decision, { kind: 'accepted', invoicingMode: isLate ? 'offline' : 'online' })
      t.match(textOf(decision), `<TrybWysylki>${isLate ? 'Offline' : 'Online'}</TrybWysylki>`)
      const url = decision.kind === 'accepted' ? decision.certificateUrl : undefined
      if (!isLate) t.equal(url, undefined)
      else
        t.match(
          url,
          /^https:\/\/qr-test\.ksef\.mf\.gov\.pl\/certificate\/Nip\/(\d{10})\/\1\/[0-9A-F]+\/[\w-]{43}\/[\w-]+$/,
        )
    }),
    { numRuns: 30 },
  )
})

t.test('the mode is that of the status, though none was requested', async (t) => {
  const world = await worldOf(t)
  const online = await world.decided(world.submission())
  t.match(online, { kind: 'accepted', invoicingMode: 'online' })
  t.notOk('certificateUrl' in online)
  // One second before midnight, and at midnight.
  world.pass((Date.parse('2026-11-24T22:59:59Z') - world.now().getTime()) / 1000)
  t.match(await world.decided(world.submission()), { kind: 'accepted', invoicingMode: 'online' })
  const offline = await world.decided(world.submission())
  t.match(offline, { kind: 'accepted', invoicingMode: 'offline' })
  t.match(textOf(offline), '<TrybWysylki>Offline</TrybWysylki>')
  t.notOk('certificateUrl' in offline, 'without a certificate it has no second code')

  // The UPO of the first one shows the mode of a duplicate.
  const repeated = world.submission({ xml: fa('FA/repeated') })
  await world.sent(repeated)
  world.pass(2)
  const again = { ...repeated, attemptId: 'again' }
  const uploadId = await world.sent(again)
  world.pass(2)
  t.match(await world.restored().poll(again, uploadId, again.createdAt), { kind: 'accepted', invoicingMode: 'offline' })
})

t.test('a batch is received when its session is opened', (t) => {
  const register = new Register()
  const [opened, closed] = [new Date('2026-11-24T22:59:59Z'), new Date('2026-11-24T23:00:01Z')]
  for (const [type, mode] of [
    ['Online', 'Offline'],
    ['Batch', 'Online'],
  ] as const) {
    const session = register.open(type, NIP, Buffer.alloc(32), Buffer.alloc(16), opened)
    const xml = Buffer.from(fa(type))
    const sent = { invoiceHash: hash('sha256', xml, 'base64'), invoiceSize: xml.length, offlineMode: false }
    const wishes = { decisionSeconds: 0, status: null, listedLaterSeconds: 0 }
    const taken = register.add(session, sent, xml, closed, wishes)
    t.match(statusDocument(taken, closed), { invoicingMode: mode, status: { code: 200 } })
  }
  t.end()
})

t.test('an offline invoice gets its second code, signed with the certificate of the type Offline', async (t) => {
  const world = await worldOf(t)
  world.pass(86_400)
  const { cert, key } = selfSignedAround(world.now())
  const credentials = { ...world.ksef.credentials, offlineCertificate: cert, offlineKey: key }
  t.same(POLISH_SETUP.faults(credentials, { now: world.now() } as never), [])
  const submission = world.submission({ credentials })
  const decision = await world.decided(submission)
  const url = decision.kind === 'accepted' ? (decision.certificateUrl ?? '') : ''
  const [, signed = '', signature = ''] = /^https:\/\/(.*)\/([^/]*)$/.exec(url) ?? []
  const sha256 = hash('sha256', submission.xml, 'base64url')
  const serial = new X509Certificate(cert).serialNumber
  t.equal(signed, `qr.ksef.mf.gov.pl/certificate/Nip/${NIP}/${NIP}/${serial}/${sha256}`)
  const publicKey = { key: createPublicKey(cert), dsaEncoding: 'ieee-p1363' } as const
  t.ok(verify('sha256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url')))

  const expired = selfSignedAround(new Date('2026-11-01T00:00:00Z'))
  const old = { ...world.ksef.credentials, offlineCertificate: expired.cert, offlineKey: expired.key }
  const without = await world.decided(world.submission({ credentials: old }))
  t.match(without, { kind: 'accepted', invoicingMode: 'offline' })
  t.notOk('certificateUrl' in without)
  t.match(world.warnings.at(-1), /offlineCertificate expired/)
})

t.test('the certificate of the type Offline is checked when it is handed over', (t) => {
  const now = new Date('2026-11-24T10:00:00Z')
  const [{ cert, key }, other] = [selfSignedAround(now), selfSignedAround(now)]
  const faultsOf = (credentials: Readonly<Record<string, string>>) =>
    POLISH_SETUP.faults({ token: 'x', ...credentials }, { now } as never).map(({ path }) => path)
  t.same(faultsOf({ offlineCertificate: cert, offlineKey: key }), [])
  t.same(faultsOf({ offlineCertificate: cert }), ['offlineKey'])
  t.same(faultsOf({ offlineKey: key }), ['offlineCertificate'])
  t.same(faultsOf({ offlinePassphrase: 'x' }), ['offlinePassphrase'])
  t.same(faultsOf({ offlineCertificate: cert, offlineKey: other.key }), ['offlineKey'])
  t.same(faultsOf({ offlineCertificate: 'x', offlineKey: key }), ['offlineCertificate'])
  t.end()
})
