import t from 'tap'
import type { GovernmentMessage } from '../../../../src/countries/gateway/mailbox.js'
import { italy } from '../../../../src/countries/it/index.js'
import { STATES } from '../../../standins/invoicetronic/account.js'
import { worldOf } from './world.js'

t.test('a private customer: delivered, or put where it can be fetched, is accepted', async (t) => {
  for (const numericStates of [false, true]) {
    const world = await worldOf(t, { numericStates })
    const outcome = await world.decided(world.submission())
    t.match(outcome, { kind: 'accepted', govId: '17000000001', govMessage: 'Ricevuta di consegna' })
    if (outcome.kind !== 'accepted' || outcome.receipt === null) throw new Error('no receipt')
    t.equal(outcome.receipt.mediaType, 'application/json')
    t.match(JSON.parse(Buffer.from(outcome.receipt.bytes).toString()), { send_id: 1001 })
  }
  for (const state of ['NonConsegnato', 'ImpossibilitaDiRecapito', 'AttestazioneTrasmissioneFattura']) {
    const world = await worldOf(t)
    world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
    const submission = world.submission()
    const uploadId = await world.sent(submission)
    world.pass(60)
    t.match(await world.poll(submission, uploadId), { kind: 'pending' })
    world.standIn.account.report(1001, state)
    t.match(await world.poll(submission, uploadId), {
      kind: 'accepted',
      govId: '17000000001',
      govMessage: /impossibilità/,
    })
  }
})

t.test('an administration has the last word', async (t) => {
  const cases = [
    ['AccettatoDalDestinatario', { kind: 'accepted', govMessage: 'Notifica di esito: EC01 (accettazione)' }],
    ['RifiutatoDalDestinatario', { kind: 'rejected', errorMessage: 'Esito: EC02 (rifiuto): Ordine sconosciuto' }],
    ['DecorrenzaTermini', { kind: 'accepted', govMessage: 'Notifica di decorrenza termini' }],
    ['AttestazioneTrasmissioneFattura', { kind: 'accepted', govMessage: /^Attestazione/ }],
  ] as const
  for (const [state, wanted] of cases) {
    const world = await worldOf(t)
    world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
    const submission = world.submission({ toAdministration: true })
    const uploadId = await world.sent(submission)
    world.pass(60)
    for (const before of ['NonConsegnato', 'Consegnato', 'Consegnato']) {
      world.standIn.account.report(1001, before)
      t.match(await world.poll(submission, uploadId), { kind: 'pending' }, before)
    }
    world.standIn.account.report(1001, state, { description: 'Ordine sconosciuto' })
    t.match(await world.poll(submission, uploadId), wanted, state)
  }
})

t.test('a rejection after delivery contradicts SdI, and decides nothing', async (t) => {
  for (const before of ['Consegnato', 'NonConsegnato']) {
    const world = await worldOf(t)
    world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
    const submission = world.submission({ toAdministration: true })
    const uploadId = await world.sent(submission)
    world.pass(60)
    world.standIn.account.report(1001, before)
    world.pass(1)
    world.standIn.account.report(1001, 'Scartato')
    t.match(await world.poll(submission, uploadId), { kind: 'pending' }, before)
    world.pass(1)
    world.standIn.account.report(1001, 'AccettatoDalDestinatario')
    t.match(await world.poll(submission, uploadId), { kind: 'accepted' }, before)
  }
})

t.test("SdI's rejection has its errors, a line each, which the catalogue knows", async (t) => {
  const world = await worldOf(t)
  const errors = [
    { code: '00102', description: 'File non integro (firma non valida) : 00102\r' },
    { code: '00305', description: '1.4.1.1.2 <IdCodice> non valido' },
  ]
  world.standIn.faults({ on: 'send', does: { kind: 'reject', errors } })
  const outcome = await world.decided(world.submission())
  if (outcome.kind !== 'rejected') throw new Error(outcome.kind)
  t.equal(outcome.errorMessage, '00102: File non integro (firma non valida)\n00305: 1.4.1.1.2 <IdCodice> non valido')
  const explained = italy.invoicing?.explain(outcome.errorMessage, 'rejected')
  t.match(explained?.errorTranslated, /1\) The electronic signature .*2\) .*VAT number/s)
  t.match(outcome.document, { mediaType: 'application/json' })
})

t.test('what SdI said first decides, however often and in any order it is reported', async (t) => {
  const world = await worldOf(t)
  world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
  const submission = world.submission({ toAdministration: true })
  const uploadId = await world.sent(submission)
  const at = (seconds: number) => ({ at: new Date(world.now().getTime() + seconds * 1000) })
  const { account } = world.standIn
  account.report(1001, 'RifiutatoDalDestinatario', at(50))
  account.report(1001, 'DecorrenzaTermini', at(40))
  account.report(1001, 'Consegnato', at(30))
  account.report(1001, 'DecorrenzaTermini', at(40))
  account.report(1002, 'Scartato', at(1))
  world.pass(60)
  t.match(await world.poll(submission, uploadId), { kind: 'accepted', govMessage: /decorrenza/ })
})

t.test('an unknown state decides nothing, and is logged', async (t) => {
  const world = await worldOf(t)
  world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
  const submission = world.submission()
  const uploadId = await world.sent(submission)
  world.standIn.account.report(1001, 'InAttesaDiFirma')
  world.pass(60)
  t.match(await world.poll(submission, uploadId), { kind: 'pending' })
  t.strictSame(world.warnings, [{ invoiceId: 'inv_1', state: 'InAttesaDiFirma' }])
  world.standIn.account.report(1001, 'Consegnato')
  t.match(await world.poll(submission, uploadId), { kind: 'accepted' })
  t.strictSame(Object.keys(STATES).length, 9)
})

t.test('a repetition is decided by the first of it', async (t) => {
  // A restored deployment sends again what it can't find: the list was away for a while.
  const world = await worldOf(t)
  const submission = world.submission()
  await world.sent(submission)
  const again = await world.restarted('ledger').submit(submission)
  t.match(again, { kind: 'submitted', uploadId: 'invoicetronic 1002' })
  world.pass(60)
  t.match(
    await world.poll(submission, 'invoicetronic 1002'),
    { kind: 'accepted', govId: '17000000001' },
    'the same file name',
  )

  const other = await worldOf(t)
  await other.sent(other.submission())
  const renamed = other.submission()
  await other.sent(renamed)
  await other.restarted('ledger and names').submit(other.submission())
  t.match(await other.restarted('ledger and names').submit(renamed), { kind: 'submitted' })
  other.pass(60)
  const last = `invoicetronic ${String(other.standIn.account.sent.at(-1)?.id)}`
  t.match(await other.poll(renamed, last), { kind: 'accepted', govId: '17000000002' }, 'the same invoice')
})

t.test('an invoice that another program has sent before is rejected', async (t) => {
  const world = await worldOf(t)
  await world.sent(world.submission({ number: 'SAME' }))
  const outcome = await world.decided(world.submission({ number: 'SAME' }))
  t.match(outcome, { kind: 'rejected', errorMessage: '00404: Fattura duplicata' })
})

t.test('it is asked after a minute, and then ever more rarely', async (t) => {
  for (const pace of [1, 0.01]) {
    const world = await worldOf(t, { pace })
    world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
    const submission = world.submission()
    const uploadId = await world.sent(submission)
    const calls = world.standIn.calls.length
    t.match(await world.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 60 * pace })
    t.equal(world.standIn.calls.length, calls, 'nothing is asked yet')
    const waits = [60, 600, 24 * 3600, 20 * 24 * 3600].map(async (seconds) => {
      const asked = { ...submission, createdAt: new Date(world.now().getTime() - seconds * pace * 1000) }
      const outcome = await world.gateway.poll(asked, uploadId, asked.createdAt)
      return outcome.kind === 'pending' ? Math.round(outcome.retryAfterSeconds / pace) : outcome
    })
    t.strictSame(await Promise.all(waits), [60, 300, 10_800, 10_800])
  }
})

t.test('no fault of the way is a decision', async (t) => {
  const page = '<html>maintenance</html>'
  for (const does of [
    { kind: 'answer', status: 503, body: page },
    { kind: 'answer', status: 200, body: page },
    { kind: 'answer', status: 200, body: '{"items":[]}' },
    { kind: 'cut' },
  ] as const) {
    const world = await worldOf(t)
    const submission = world.submission()
    const uploadId = await world.sent(submission)
    world.pass(60)
    world.standIn.faults({ on: 'updates', times: 1, does })
    t.match(await world.poll(submission, uploadId), { kind: 'unavailable', concerns: 'invoice' }, JSON.stringify(does))
    t.match(await world.poll(submission, uploadId), { kind: 'accepted' })
  }
  const world = await worldOf(t)
  const submission = world.submission()
  const uploadId = await world.sent(submission)
  world.standIn.replaceKey()
  world.pass(60)
  t.match(await world.poll(submission, uploadId), { kind: 'unauthorized', needs: 'user' })
})

t.test('all pages of what was said are read', async (t) => {
  const world = await worldOf(t, { mostOfAPage: 2 })
  world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
  const submission = world.submission({ toAdministration: true })
  const uploadId = await world.sent(submission)
  for (let count = 0; count < 6; count += 1) world.standIn.account.report(1001, 'Consegnato')
  world.standIn.account.report(1001, 'AccettatoDalDestinatario')
  world.pass(60)
  t.match(await world.poll(submission, uploadId), { kind: 'accepted' })
})

t.test('the identifier may come from the sent invoice alone; without it nothing is accepted', async (t) => {
  const world = await worldOf(t)
  const submission = world.submission()
  const uploadId = await world.sent(submission)
  const update = { id: 1, send_id: 1001, state: 'Consegnato', last_update: '2026-11-22T10:00:00', send: null }
  world.standIn.faults({
    on: 'updates',
    does: { kind: 'answer', status: 200, body: JSON.stringify([update, 'garbage']) },
  })
  world.pass(60)
  t.match(await world.poll(submission, uploadId), { kind: 'accepted', govId: '17000000001' })
  const without = JSON.stringify({ id: 1001, identifier: null })
  world.standIn.faults(
    { on: 'updates', does: { kind: 'answer', status: 200, body: JSON.stringify([update]) } },
    { on: 'sent', does: { kind: 'answer', status: 200, body: without } },
  )
  t.match(await world.poll(submission, uploadId), { kind: 'unavailable', reason: /IdentificativoSdI/ })
})

t.test('what was said is collected for the mailbox, with what an administration says to people', async (t) => {
  const world = await worldOf(t, { mostOfAPage: 3 })
  const { scope } = world.submission()
  world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
  const submission = world.submission({ toAdministration: true })
  await world.sent(submission)
  const { account } = world.standIn
  account.report(1001, 'Consegnato')
  account.report(1001, 'DecorrenzaTermini')
  account.report(1001, 'RifiutatoDalDestinatario', { description: 'Ordine sconosciuto' })
  const collected = await world.gateway.collect(scope, world.access(), null)
  if (collected.kind !== 'messages') throw new Error(collected.kind)
  t.strictSame(
    collected.messages.map(({ kind }) => kind),
    ['RC', 'DT', 'NE'],
  )
  t.strictSame(collected.until, world.now())
  const responses = collected.messages.map((message) => world.gateway.responseIn(message))
  t.match(responses, [null, null, { at: world.now(), code: 'EC02', reason: 'Ordine sconosciuto' }])
  for (const message of collected.messages) await world.mailbox.put(message)
  const mine = await world.mailbox.about(scope, 'sdi', ['invoicetronic attempt attempt-2'])
  t.equal(mine.length, 3)

  world.pass(3600)
  // SdI spoke before the last question, and is heard only now.
  const at = new Date(collected.until.getTime() - 3600_000)
  account.report(1001, 'AccettatoDalDestinatario', { at })
  const again = await world.gateway.collect(scope, world.access(), collected.until)
  if (again.kind !== 'messages') throw new Error(again.kind)
  const news: GovernmentMessage[] = []
  for (const message of again.messages) if ((await world.mailbox.put(message)) === 'stored') news.push(message)
  t.match(
    news.map((message) => world.gateway.responseIn(message)),
    [{ code: 'EC01', reason: null }],
  )
  world.pass(12 * 3600)
  const later = await world.gateway.collect(scope, world.access(), world.now())
  t.match(later, { kind: 'messages', messages: [] }, 'what is long known is not fetched again')
  world.standIn.faults({ on: 'updates', does: { kind: 'answer', status: 502, body: '<html>' } })
  t.match(await world.gateway.collect(scope, world.access(), null), { kind: 'unavailable', concerns: 'invoice' })
})

t.test('an update is collected though our clock is hours ahead', async (t) => {
  const world = await worldOf(t, { aheadSeconds: -7 * 3600 })
  const { scope } = world.submission()
  world.standIn.faults({ on: 'send', does: { kind: 'silent' } })
  await world.sent(world.submission())
  const first = await world.gateway.collect(scope, world.access(), null)
  if (first.kind !== 'messages') throw new Error(first.kind)
  t.same(first.messages, [])
  world.pass(60)
  world.standIn.account.report(1001, 'Consegnato')
  t.match(await world.gateway.collect(scope, world.access(), first.until), { messages: [{ kind: 'RC' }] })
})

t.test('a message that is none of ours says nothing', async (t) => {
  const world = await worldOf(t)
  const message = {
    channel: 'sdi',
    scope: null,
    messageId: 'x',
    references: [],
    kind: 'NE',
    receivedAt: world.now(),
  } as const
  for (const [text, mediaType] of [
    ['{', 'application/json'],
    ['[]', 'application/json'],
    ['<a/>', 'application/xml'],
  ] as const)
    t.equal(world.gateway.responseIn({ ...message, bytes: Buffer.from(text), mediaType }), null)
})

t.test('a key is tried without sending anything', async (t) => {
  const world = await worldOf(t, { signaturesLeft: 7 })
  t.strictSame(await world.gateway.check(world.access()), {
    kind: 'works',
    detail: 'Invoicetronic accepts the API key; the account has 1000 operations and 7 signatures left',
  })
  t.match(await world.gateway.check(world.access('ik_live_wrong')), { kind: 'refused', reason: /HTTP 401/ })
  world.standIn.account.operationsLeft = 0
  t.match(await world.gateway.check(world.access()), { kind: 'refused', reason: /no operations left/ })
  world.standIn.faults({ on: 'status', does: { kind: 'answer', status: 503 } })
  t.match(await world.gateway.check(world.access()), { kind: 'unknown', reason: /HTTP 503/ })
  t.equal(world.standIn.received.length, 0)
})
