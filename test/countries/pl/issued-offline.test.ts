import { hash } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import type { OfflineOutcome, OfflineSubmission } from '../../../src/countries/gateway/gateway.js'
import { poland } from '../../../src/countries/pl/index.js'
import { budgetsOf } from '../../../src/countries/pl/ksef/budgets.js'
import { nextWorkingDay } from '../../../src/countries/pl/working-days.js'
import { daysBetween } from '../../../src/domain/calendar.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { OFFLINE_MODES } from '../../../src/domain/request/polish.js'
import { selfSignedAround } from '../../support/certificate.js'
import { certified } from '../../standins/ksef/keys.js'
import { OfflineCodes } from '../../standins/ksef/codes.js'
import { acceptedSamples } from '../accepted-sample.js'
import { simulated } from '../simulated.js'
import { fa, NIP, type World, worldOf } from './ksef/world.js'

const invoicing = poland.invoicing as Invoicing
const [sample] = acceptedSamples('PL', '2026-11-24')
const invoice = sample?.invoice as InvoiceRequest

t.test('the next working day passes over Saturdays, Sundays and the holidays of Poland', (t) => {
  for (const [day, next] of [
    ['2026-11-24', '2026-11-25'],
    ['2026-11-20', '2026-11-23'],
    // Christmas Eve is a holiday since 2025; the 26th is a Saturday.
    ['2026-12-23', '2026-12-28'],
    ['2026-12-31', '2027-01-04'],
    ['2027-01-05', '2027-01-07'],
    // Easter.
    ['2026-04-03', '2026-04-07'],
    ['2027-03-26', '2027-03-30'],
    ['2038-04-23', '2038-04-27'],
    // Corpus Christi, a Thursday.
    ['2026-06-03', '2026-06-05'],
    ['2025-06-18', '2025-06-20'],
    ['2026-04-30', '2026-05-04'],
    ['2026-11-10', '2026-11-12'],
    ['never', 'never'],
  ] as const)
    t.equal(nextWorkingDay(day), next, day)
  const days = fc.date({ min: new Date('2025-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      const next = nextWorkingDay(day)
      const weekday = new Date(next).getUTCDay()
      return weekday > 0 && weekday < 6 && daysBetween(day, next) >= 1 && daysBetween(day, next) <= 5
    }),
  )
  t.end()
})

/** What the gateway of the world makes of an invoice that is handed out before KSeF has it. */
function issued(world: World, credentials: Readonly<Record<string, string>> | null, given = invoice): OfflineOutcome {
  const { scope, access } = world.submission({ ...(credentials !== null && { credentials }) })
  const submission: OfflineSubmission = {
    scope,
    invoice: { ...given, offline: given.offline ?? 'offline24' },
    xml: Buffer.from('<Faktura/>'),
    access: credentials === null ? null : access,
  }
  const outcome = world.gateway.issueOffline?.(submission)
  if (outcome === undefined) throw new Error('KSeF has offline invoices')
  return outcome
}

t.test('KSeF confirms the second code by the certificate of the type Offline, of either kind of key', async (t) => {
  const world = await worldOf(t)
  const { cert, key } = selfSignedAround(world.now())
  const rsa = certified([{ name: 'commonName', value: 'Offline' }])
  for (const [kind, certificate, privateKey] of [
    ['ECDSA', cert, key],
    ['RSA', rsa.certificate, rsa.privateKey],
  ] as const) {
    const codes = new OfflineCodes()
    const outcome = issued(world, {
      ...world.ksef.credentials,
      offlineCertificate: certificate,
      offlineKey: privateKey,
    })
    const url = outcome.kind === 'issued' ? (outcome.offline.certificateUrl ?? '') : JSON.stringify(outcome)
    t.equal(codes.verdictOn(url), 'unknown certificate', kind)
    codes.issued('5265877635', certificate)
    t.equal(codes.verdictOn(url), 'another context', kind)
    codes.issued(NIP, certificate)
    t.equal(codes.verdictOn(url), 'confirmed', kind)
    t.match(url, `/${hash('sha256', '<Faktura/>', 'base64url')}/`)
    const of = hash('sha256', 'another document', 'base64url')
    t.equal(codes.verdictOn(url.replace(/[\w-]{43}(?=\/[\w-]+$)/, of)), 'wrong signature', kind)
    t.equal(codes.verdictOn('https://qr.ksef.mf.gov.pl/certificate/'), 'malformed')
  }
})

t.test('without a usable certificate it can not be issued, with a remedy', async (t) => {
  const world = await worldOf(t)
  t.match(issued(world, world.ksef.credentials), {
    kind: 'impossible',
    errorMessage: 'offlineCertificate is missing',
    errorFix: /offlineCertificate, offlineKey.*without `offline`/,
  })
  const { cert, key } = selfSignedAround(new Date('2026-11-01T00:00:00Z'))
  const expired = { ...world.ksef.credentials, offlineCertificate: cert, offlineKey: key }
  t.match(issued(world, expired), { kind: 'impossible', errorMessage: /^offlineCertificate expired/ })
  t.match(issued(world, null), { kind: 'issued', offline: { certificateUrl: null } }, 'no active connection')
})

t.test('its deadline is the next working day, unless KSeF is away', async (t) => {
  const world = await worldOf(t)
  for (const [offline, deliverBy] of [
    ['offline24', '2026-11-25'],
    ['unavailable', null],
    ['emergency', null],
  ] as const)
    t.match(issued(world, null, { ...invoice, offline }), { offline: { mode: offline, deliverBy } })
})

t.test('it is declared as an offline invoice, alone and in a batch', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const { register } = world.ksef
  const offline = { offline: 'offline24' } as const
  const [online, declared] = [world.submission(), world.submission({ invoice: offline })]
  t.match(await world.decided(online), { invoicingMode: 'online' })
  t.match(await world.decided(declared), { kind: 'accepted', invoicingMode: 'offline' })
  t.same(
    register.invoices.map(({ isDeclaredOffline }) => isDeclaredOffline),
    [false, true],
  )

  // The calls for single invoices are used up: batches, offline as a whole or not at all.
  const hourly = budgetsOf('send', NIP, world.now()).filter(({ name }) => name.endsWith('hour'))
  while ((await world.budgets.take(hourly)) === null);
  const numbers = ['B/1', 'B/2', 'B/3', 'B/4']
  const waiting = numbers.map((number, index) =>
    world.submission({ xml: fa(number), invoice: index % 2 === 0 ? {} : offline }),
  )
  const outcomes = await Promise.all(waiting.map((each) => world.gateway.submit(each)))
  t.same(
    outcomes.map(({ kind }) => kind),
    numbers.map(() => 'submitted'),
  )
  const batches = register.sessions.filter(({ type }) => type === 'Batch')
  t.same(
    batches
      .map(({ invoices }) => invoices.map(({ number, isDeclaredOffline }) => `${number} ${String(isDeclaredOffline)}`))
      .map((all) => all.toSorted().join())
      .toSorted(),
    ['B/1 false,B/3 false', 'B/2 true,B/4 true'],
  )
})

t.test('a meant offline invoice is warned of only when it is late', (t) => {
  const rulesOn = (today: string, given: Partial<InvoiceRequest>): readonly string[] => {
    const { findings } = invoicing.validate({ ...invoice, ...given }, { today })
    const warned = invoicing.warningsWhenSent?.({ ...invoice, ...given }, today) ?? []
    const rules = findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('CW-PL-OFFLINE'))
    t.same(
      warned.map((text) => text.split(':')[0]),
      rules,
      'the same on the day of the submission',
    )
    return rules
  }
  t.same(rulesOn('2026-11-24', {}), [])
  t.same(rulesOn('2026-11-25', {}), ['CW-PL-OFFLINE-DATE'])
  t.same(rulesOn('2026-11-26', {}), ['CW-PL-OFFLINE-DATE', 'CW-PL-OFFLINE-LATE'])
  t.same(rulesOn('2026-11-25', { offline: 'offline24' }), [])
  t.same(rulesOn('2026-11-26', { offline: 'offline24' }), ['CW-PL-OFFLINE-LATE'])
  for (const offline of ['unavailable', 'emergency'] as const) t.same(rulesOn('2026-11-30', { offline }), [])
  t.end()
})

t.test('the document has nothing of it, and the simulated KSeF takes each as an offline one', async (t) => {
  for (const offline of OFFLINE_MODES) {
    const given = { ...invoice, offline }
    t.equal(invoicing.convert(given, []).xml, invoicing.convert(invoice, []).xml)
    const decision = await simulated(poland, { sample: given, now: '2026-11-24T10:00:00.000Z', xml: 'x' }).decided()
    t.match(decision, { kind: 'accepted', invoicingMode: 'offline', certificateUrl: /\/certificate\/Nip\// })
  }
})
