import t from 'tap'
import type { FaultKind, StatusWish } from '../../../standins/ksef/options.js'
import { POLISH_REJECTIONS } from '../../../../src/countries/pl/rejections.js'
import { fa, NIP, worldOf } from './world.js'

t.test('every status that ends it against the invoice, as the catalogue knows it', async (t) => {
  const table: readonly (readonly [StatusWish, string, RegExp])[] = [
    [
      { code: 410, description: 'Nieprawidłowy zakres uprawnień' },
      '410: Nieprawidłowy zakres uprawnień',
      /may not issue invoices/,
    ],
    [
      { code: 410, description: 'Nieprawidłowy zakres uprawnień', details: ['Brak uprawnienia fakturowego'] },
      '410: Nieprawidłowy zakres uprawnień; Brak uprawnienia fakturowego',
      /lack the permission/,
    ],
    [
      { code: 415, description: 'Brak możliwości wysyłania faktury z załącznikiem' },
      '415: Brak możliwości wysyłania faktury z załącznikiem',
      /attachments/,
    ],
    [
      { code: 430, description: 'Błąd weryfikacji pliku faktury' },
      '430: Błąd weryfikacji pliku faktury',
      /technical check/,
    ],
    [
      { code: 450, description: 'Błąd weryfikacji semantyki dokumentu faktury', details: ['Nieprawidłowy XML'] },
      '450: Błąd weryfikacji semantyki dokumentu faktury; Nieprawidłowy XML',
      /not well-formed/,
    ],
  ]
  const world = await worldOf(t)
  for (const [status, errorMessage, explained] of table) {
    world.ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
    const decision = await world.decided(world.submission())
    t.match(decision, { kind: 'rejected', errorMessage, document: { mediaType: 'application/json' } })
    t.match(POLISH_REJECTIONS.explain(errorMessage, 'rejected').errorTranslated, explained)
  }
  const texts = submissionTexts()
  for (const [xml, errorMessage] of texts)
    t.match(await world.decided(world.submission({ xml })), { kind: 'rejected', errorMessage })
})

/** Documents that KSeF refuses by itself. */
function submissionTexts(): readonly (readonly [string, RegExp])[] {
  return [
    [`\uFEFF${fa('FA/90')}`, /^430: /],
    [fa('FA/91', '', '5265877635'), /^410: /],
    ['<Faktura/>', /^450: .*Nieprawidłowy XML/],
  ]
}

t.test('an unknown status decides nothing', async (t) => {
  const world = await worldOf(t)
  for (const code of [201, 300, 404, 451, 499, 600]) {
    const status = { code, description: 'Nowy' }
    world.ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
    t.match(await world.decided(world.submission()), { kind: 'unavailable', concerns: 'invoice' }, String(code))
  }
})

t.test('answers of the status that are no decision', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  world.pass(2)
  const other = JSON.stringify({ invoiceHash: 'A'.repeat(43) + '=', status: { code: 450, description: 'x' } })
  const bare = JSON.stringify({ status: { code: 200, description: 'Sukces' } })
  const faults: readonly (readonly [FaultKind, object])[] = [
    [
      { kind: 'answer', status: 200, body: other },
      { kind: 'unavailable', reason: /another invoice/ },
    ],
    [
      { kind: 'answer', status: 200, body: bare },
      { kind: 'unavailable', reason: /without a number/ },
    ],
    [
      { kind: 'answer', status: 200, body: '[]' },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'answer', status: 200, body: '' },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'answer', status: 200, body: '<html></html>' },
      { kind: 'unavailable', concerns: 'government' },
    ],
    [
      { kind: 'answer', status: 403 },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'answer', status: 404, body: '' },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'answer', status: 410, body: '' },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'refuse', code: 21173 },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'refuse', code: 21184 },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'refuse', code: 21405, form: 'exception' },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'forbid', reasonCode: 'insufficient-resource-access' },
      { kind: 'unavailable', concerns: 'invoice' },
    ],
    [
      { kind: 'forbid', reasonCode: 'missing-permissions' },
      { kind: 'unauthorized', needs: 'user' },
    ],
    [{ kind: 'cut' }, { kind: 'unavailable', concerns: 'government' }],
  ]
  for (const [does, expected] of faults) {
    world.ksef.faults({ on: 'status', times: 1, does })
    t.match(await world.poll(invoice, uploadId), expected, JSON.stringify(does))
  }
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
})

t.test('an invoice that KSeF does not show any more is sent again, and is itself', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  world.ksef.faults(
    { on: 'status', times: 1, does: { kind: 'refuse', code: 21173 } },
    { on: 'status', times: 1, does: { kind: 'forbid', reasonCode: 'insufficient-resource-access' } },
  )
  world.pass(60)
  t.match(await world.poll(invoice, uploadId), { kind: 'unavailable' })
  t.equal(world.ksef.count('send'), 1)
  world.pass(1000)
  t.match(await world.poll(invoice, uploadId), { kind: 'pending' })
  world.pass(2)
  t.match(await world.poll(invoice, uploadId), {
    kind: 'accepted',
    govId: world.ksef.register.accepted[0]?.ksefNumber,
  })
  t.equal(world.ksef.register.accepted.length, 1)
})

t.test('the receipt: broken, of another invoice, late, never', async (t) => {
  const world = await worldOf(t)
  const other = world.submission()
  const otherUpload = await world.sent(other)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  world.pass(2)
  const strange = await world.poll(other, otherUpload)
  if (strange.kind !== 'accepted' || strange.receipt === null) throw new Error('no receipt')
  const upo = Buffer.from(strange.receipt.bytes).toString()
  const faults: readonly (readonly [FaultKind, object])[] = [
    [
      { kind: 'answer', status: 200, body: upo, headers: { 'x-ms-meta-hash': 'A'.repeat(44) } },
      { kind: 'unavailable', reason: /corrupt/ },
    ],
    [
      { kind: 'answer', status: 200, body: upo },
      { kind: 'unavailable', reason: /another invoice/ },
    ],
    [
      { kind: 'answer', status: 200, body: '<a/>' },
      { kind: 'unavailable', reason: /not a UPO/ },
    ],
    [{ kind: 'answer', status: 200, body: '<html></html>' }, { kind: 'unavailable' }],
    [{ kind: 'refuse', code: 21178 }, { kind: 'pending' }],
    [
      { kind: 'answer', status: 503 },
      { kind: 'unavailable', concerns: 'government' },
    ],
  ]
  for (const [does, expected] of faults) {
    world.ksef.faults({ on: 'upo', times: 1, does })
    t.match(await world.poll(invoice, uploadId), expected, JSON.stringify(does))
  }
  world.ksef.faults({ on: 'upo', does: { kind: 'refuse', code: 21178 } })
  world.pass(25 * 3600)
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted', receipt: null }, 'the number itself is the proof')
  t.equal(world.warnings.length, 1)
})

t.test('a receipt that stays broken holds nothing up for ever', async (t) => {
  const broken: readonly FaultKind[] = [
    { kind: 'answer', status: 200, body: '<a/>' },
    { kind: 'answer', status: 200, body: '<a/>', headers: { 'x-ms-meta-hash': 'A'.repeat(44) } },
    { kind: 'refuse', code: 21405 },
    { kind: 'refuse', code: 21184 },
  ]
  for (const does of broken) {
    const world = await worldOf(t)
    const invoice = world.submission()
    const uploadId = await world.sent(invoice)
    world.ksef.faults({ on: 'upo', does })
    world.pass(23 * 3600)
    t.match(await world.poll(invoice, uploadId), { kind: 'unavailable', concerns: 'invoice' }, JSON.stringify(does))
    world.pass(2 * 3600)
    t.match(await world.poll(invoice, uploadId), { kind: 'accepted', receipt: null }, JSON.stringify(does))
    t.equal(world.warnings.length, 1)
  }
  const world = await worldOf(t)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  world.ksef.faults({ on: 'upo', times: 1, does: { kind: 'answer', status: 503 } })
  world.pass(25 * 3600)
  t.match(await world.poll(invoice, uploadId), { kind: 'unavailable', concerns: 'government' }, 'an outage ends')
  t.notMatch(await world.poll(invoice, uploadId), { receipt: null })
})

t.test('a session that takes no invoices: the next one does', async (t) => {
  const faults: readonly FaultKind[] = [
    { kind: 'refuse', code: 21184, details: ['Trwają prace serwisowe'] },
    { kind: 'refuse', code: 21180, details: ['Status sesji (170) uniemożliwia wysyłkę faktur.'] },
    { kind: 'refuse', code: 21180, details: ['Status sesji (415)'], form: 'exception' },
    { kind: 'refuse', code: 21155 },
    { kind: 'refuse', code: 21173 },
    { kind: 'answer', status: 404, body: '' },
    { kind: 'forbid', reasonCode: 'insufficient-resource-access' },
  ]
  for (const does of faults) {
    const { ksef, gateway, submission, uploads } = await worldOf(t)
    ksef.faults({ on: 'send', times: 1, does })
    t.equal((await gateway.submit(submission())).kind, 'submitted', JSON.stringify(does))
    t.equal(ksef.count('open'), 2)
    ksef.faults({ on: 'send', does })
    const invoice = submission()
    t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'invoice' })
    t.equal(ksef.count('open'), 4, 'three sessions at a time and no more')
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null, 'it is certain that KSeF has not taken it')
    ksef.faults()
  }
})

t.test('keys: a withdrawn one is fetched again; what was encrypted with it is sent again', async (t) => {
  const world = await worldOf(t)
  const { ksef, gateway, submission, pass } = world
  await world.sent(submission())
  ksef.withdrawKeys()
  pass(13 * 3600)
  t.equal((await gateway.submit(submission())).kind, 'submitted')
  // The list still shows the key: nothing can be opened, which is KSeF's fault.
  const other = await worldOf(t)
  other.ksef.withdrawKeys({ stillListed: true })
  t.match(await other.gateway.submit(other.submission()), { kind: 'unavailable', concerns: 'invoice' })
})

t.test('an undecided invoice in a session that has failed is sent again', async (t) => {
  const world = await worldOf(t, { decisionSeconds: 3600 })
  const { ksef } = world
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  const [session] = ksef.register.sessions
  if (session === undefined) throw new Error('no session')
  world.pass(70)
  t.match(await world.poll(invoice, uploadId), { kind: 'pending' })
  t.equal(ksef.count('send'), 1)
  session.status = { code: 500, description: 'Nieznany błąd (500)' }
  t.match(await world.poll(invoice, uploadId), { kind: 'pending' })
  t.equal(ksef.count('send'), 2)
  t.equal(ksef.count('open'), 2)
})

t.test('limits: our own count, and what KSeF says', async (t) => {
  const { ksef, gateway, submission, pass, now } = await worldOf(t)
  for (let sent = 0; sent < 30; sent += 1) {
    if (sent % 10 === 0) pass(1)
    t.equal((await gateway.submit(submission())).kind, 'submitted')
  }
  t.match(await gateway.submit(submission()), {
    kind: 'exhausted',
    concerns: 'invoice',
    until: new Date('2026-11-24T10:01:15Z'),
    reason: /30 calls of "PL send 5260250274 in any minute 0"/,
  })
  t.equal(ksef.count('send'), 30)
  pass(120)
  const limited = { status: { code: 429, description: 'x', details: ['Spróbuj ponownie po 40 sekundach.'] } }
  for (const headers of [{ 'retry-after': '40' }, {}]) {
    ksef.faults({ on: 'send', times: 1, does: { kind: 'answer', status: 429, body: JSON.stringify(limited), headers } })
    const calls = ksef.count('send')
    const until = new Date(now().getTime() + 40_000)
    t.match(await gateway.submit(submission()), { kind: 'exhausted', concerns: 'invoice', until })
    t.match(await gateway.submit(submission()), { kind: 'exhausted', until }, 'no call before then')
    t.equal(ksef.count('send'), calls + 1)
    pass(41)
    t.equal((await gateway.submit(submission())).kind, 'submitted')
  }
  t.same(
    (await gateway.budgets?.(`PL${NIP}`, now()))?.map(({ name, limit }) => [name, limit]),
    [
      [`PL send ${NIP} per minute`, 30],
      [`PL send ${NIP} per hour`, 180],
      [`PL status ${NIP} per minute`, 120],
      [`PL status ${NIP} per hour`, 1200],
    ],
  )
})

t.test('in an outage the lighthouse is asked, and believed no more than it deserves', async (t) => {
  const world = await worldOf(t)
  const { ksef, gateway, submission, pass, now } = world
  ksef.faults({ on: 'challenge', does: { kind: 'answer', status: 503 } })
  const plain = await gateway.submit(submission())
  t.match(plain, { kind: 'unavailable', concerns: 'government', retryAfterSeconds: 30 })
  t.notMatch(plain, { reason: /ministry/ })
  const end = new Date(now().getTime() + 400_000).toISOString()
  ksef.lighthouse = { status: 'MAINTENANCE', messages: [{ type: 'MAINTENANCE_ANNOUNCEMENT', title: 'Prace', end }] }
  t.notMatch(await gateway.submit(submission()), { reason: /ministry/ }, 'it is asked once a minute')
  pass(61)
  t.match(await gateway.submit(submission()), {
    retryAfterSeconds: 339,
    reason: /maintenance of KSeF, "Prace", until 2026-/,
  })
  ksef.lighthouse = { status: 'TOTAL_FAILURE', messages: [] }
  pass(61)
  t.match(await gateway.submit(submission()), { retryAfterSeconds: 30, reason: /total failure/ })
  ksef.faults({ on: 'all', does: { kind: 'answer', status: 504 } })
  pass(61)
  t.notMatch(await gateway.submit(submission()), { reason: /ministry/ }, 'when it is away itself nothing is known')
  ksef.faults()
  t.equal((await gateway.submit(submission())).kind, 'submitted', 'KSeF itself is asked all the same')
})

t.test('what KSeF warns of is passed on, once', async (t) => {
  const { ksef, submission, sent, warnings } = await worldOf(t)
  ksef.warning = 'From 1.12.2026 requests without publicKeyId will be refused'
  await sent(submission())
  await sent(submission())
  t.same(warnings, [ksef.warning])
})

t.test('a refusal at the door, and a worker that was paused', async (t) => {
  const { ksef, gateway, submission, uploads } = await worldOf(t)
  ksef.faults({ on: 'send', times: 1, does: { kind: 'refuse', code: 21405, details: ['invoiceSize'] } })
  t.same(await gateway.submit(submission()), {
    kind: 'refused',
    errorMessage: '21405: Błąd walidacji danych wejściowych.; invoiceSize',
  })
  ksef.faults()
  const lost = new AbortController()
  let looks = 0
  const invoice = submission()
  // The last look says no: the connection stands, and not a byte is written.
  const hold = { lost: lost.signal, isHeld: () => (looks += 1) === 1 }
  t.match(await gateway.submit(invoice, hold), { kind: 'unavailable' })
  t.equal(ksef.count('send'), 1)
  t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
})

t.test('at a small pace an announced end is waited for by that pace too', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const end = new Date(world.now().getTime() + 7_200_000).toISOString()
  world.ksef.lighthouse = {
    status: 'MAINTENANCE',
    messages: [{ type: 'MAINTENANCE_ANNOUNCEMENT', title: 'Prace', end }],
  }
  world.ksef.faults({ on: 'send', times: 1, does: { kind: 'answer', status: 503 } })
  t.match(await world.gateway.submit(world.submission()), { kind: 'unavailable', retryAfterSeconds: 9 })
})

t.test('a document that was sent again is asked for as soon as one that was sent first', async (t) => {
  const world = await worldOf(t, { decisionSeconds: 3 })
  const invoice = world.submission()
  const status = { code: 550, description: 'Operacja została anulowana przez system' }
  world.ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
  const uploadId = await world.sent(invoice)
  world.pass(20)
  t.match(await world.poll(invoice, uploadId), { kind: 'pending', retryAfterSeconds: 1 }, 'it is sent again')
  world.pass(1)
  t.match(
    await world.poll(invoice, uploadId),
    { kind: 'pending', retryAfterSeconds: 1 },
    'not at the end of the schedule',
  )
  world.pass(3)
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
})
