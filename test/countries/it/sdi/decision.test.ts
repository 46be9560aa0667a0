import t from 'tap'
import { italy } from '../../../../src/countries/it/index.js'
import type { PollOutcome } from '../../../../src/countries/gateway/gateway.js'
import type { FaultKind, Notice } from '../../../standins/sdi/options.js'
import { consumer } from '../sound-invoice.js'
import { ADMINISTRATION, worldOf } from './world.js'

/** What an outcome says, without its document. */
function described(outcome: PollOutcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return `accepted: ${outcome.govMessage}`
    case 'rejected':
      return `rejected: ${outcome.errorMessage}`
    default:
      return outcome.kind
  }
}

t.test('a file is taken, and its receipt accepts the invoice', async (t) => {
  const { sdi, gateway, submission, sent, poll } = await worldOf(t)
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  t.match(await gateway.submit(invoice), {
    kind: 'submitted',
    uploadId: '16000000001 IT01879020517_C0000.xml',
    govEndpoint: sdi.settings['SDI_URL'],
  })
  t.match(await gateway.find(invoice), { kind: 'known', uploadId: '16000000001 IT01879020517_C0000.xml' })
  t.same(await poll(invoice, '16000000001 IT01879020517_C0000.xml'), { kind: 'pending', retryAfterSeconds: 300 })
  t.equal(await sdi.deliver(), 1)
  const decision = await poll(invoice, '16000000001 IT01879020517_C0000.xml')
  t.match(decision, { kind: 'accepted', govId: '16000000001', govMessage: 'Ricevuta di consegna' })
  const receipt = decision.kind === 'accepted' ? decision.receipt : null
  t.same(Buffer.from(receipt?.bytes ?? []), sdi.register.due[0]?.notice.file, 'byte for byte')
  t.same(sdi.received[0]?.bytes, Buffer.from(invoice.xml), 'what was sent')
  t.match(await sent(submission()), /^16000000002 IT01879020517_C0001.xml$/)
})

t.test('what each notification means', async (t) => {
  const world = await worldOf(t)
  const RC = 'accepted: Ricevuta di consegna'
  const AT = 'accepted: Attestazione di avvenuta trasmissione con impossibilità di recapito'
  const EC01 = 'accepted: Notifica di esito: EC01 (accettazione)'
  const EC02 = 'rejected: Esito: EC02 (rifiuto): CIG errato'
  const DT = 'accepted: Notifica di decorrenza termini'
  const table: readonly (readonly ['private' | 'public', readonly Notice[], string])[] = [
    ['private', ['RC'], RC],
    ['private', ['MC'], 'accepted: Ricevuta di impossibilità di recapito'],
    ['private', ['AT'], AT],
    ['private', [], 'pending'],
    ['public', ['RC'], 'pending'],
    ['public', ['MC'], 'pending'],
    ['public', ['MC', 'RC'], 'pending'],
    ['public', ['MC', 'AT'], AT],
    ['public', ['MC', 'AT zip'], AT],
    ['public', ['RC', 'EC01'], EC01],
    ['public', ['RC', 'EC02'], EC02],
    ['public', ['RC', 'DT'], DT],
    ['public', ['EC01', 'RC'], EC01],
    ['public', ['EC01', 'EC02'], EC01],
    ['public', ['EC02', 'EC01'], EC02],
    ['public', ['RC', 'DT', 'EC02'], DT],
  ]
  for (const [to, notices, expected] of table) {
    const invoice = world.submission(to === 'public' ? { invoice: { customer: ADMINISTRATION } } : {})
    t.equal(
      described(await world.decided(invoice, { kind: 'decide', notices })),
      expected,
      `${to}: ${notices.join(', ')}`,
    )
  }
})

t.test('SdI rejects a file', async (t) => {
  const world = await worldOf(t)
  const errors = [
    { code: '00305', description: '1.4.1.1.2 <IdCodice> non valido' },
    { code: '00102', description: 'File non integro (firma non valida) : 00102\r' },
    { code: '00200', description: "File non conforme al formato : cvc-pattern-valid: Value 'x' is not\n facet-valid" },
  ]
  const decision = await world.decided(world.submission(), { kind: 'reject', errors })
  t.equal(
    described(decision),
    'rejected: 00305: 1.4.1.1.2 <IdCodice> non valido\n' +
      '00102: File non integro (firma non valida)\n' +
      "00200: File non conforme al formato : cvc-pattern-valid: Value 'x' is not facet-valid",
  )
  const document = decision.kind === 'rejected' ? decision.document : null
  t.match(Buffer.from(document?.bytes ?? []).toString(), /<types:RicevutaScarto/)
  t.equal(document?.mediaType, 'application/xml')
  const explained = italy.invoicing?.explain(described(decision).slice('rejected: '.length))
  t.match(explained?.errorTranslated, /VAT number/)
  t.match(explained?.errorTranslated, /signature/)
})

t.test('what is undelivered to a consumer is issued', async (t) => {
  const world = await worldOf(t)
  const decision = await world.decided(world.submission({ invoice: { customer: consumer } }))
  t.equal(described(decision), 'accepted: Ricevuta di impossibilità di recapito')
})

t.test('a duplicate is rejected with its code', async (t) => {
  const world = await worldOf(t)
  const number = 'F-77'
  t.match(await world.decided(world.submission({ invoice: { number } })), { kind: 'accepted' })
  t.match(await world.decided(world.submission({ invoice: { number } })), {
    kind: 'rejected',
    errorMessage: '00404: Fattura duplicata (IdentificativoSdI 16000000001)',
  })
})

t.test('a rejection that comes after a delivery contradicts SdI itself', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission({ invoice: { customer: ADMINISTRATION } })
  t.match(await world.decided(invoice, { kind: 'decide', notices: ['RC'] }), { kind: 'pending' })
  await world.sdi.report('16000000001', [{ code: '00300', description: '1.1.1.2 <IdCodice> non valido' }])
  t.equal(world.mailbox.messages.length, 2)
  const uploadId = '16000000001 IT01879020517_C0000.xml'
  t.match(await world.poll(invoice, uploadId), { kind: 'pending' })
  await world.sdi.report('16000000001', 'DT')
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
})

t.test('notifications that come twice, or before the answer, count once', async (t) => {
  const world = await worldOf(t)
  world.sdi.faults({ on: 'notification', does: { kind: 'twice' } })
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  await world.sdi.deliver()
  t.equal(world.mailbox.messages.length, 1)
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
  const early: FaultKind = { kind: 'early' }
  world.sdi.faults({ on: 'file', does: early })
  const next = world.submission()
  t.match(await world.poll(next, await world.sent(next)), { kind: 'accepted', govId: '16000000002' })
})

t.test('a notification that we could not keep is sent again', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  const put = world.mailbox.put.bind(world.mailbox)
  world.mailbox.put = () => Promise.reject(new Error('no database'))
  t.equal(await world.sdi.deliver(), 0)
  t.match(await world.poll(invoice, uploadId), { kind: 'pending' })
  world.mailbox.put = put
  t.equal(await world.sdi.deliver(), 1)
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
})

t.test('while nothing comes, polls become rarer, and after five days a warning is logged', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const uploadId = await world.sent(invoice)
  const waits = async () => world.poll(invoice, uploadId)
  t.same(await waits(), { kind: 'pending', retryAfterSeconds: 300 })
  world.pass(3600)
  t.same(await waits(), { kind: 'pending', retryAfterSeconds: 3600 })
  world.pass(2 * 24 * 3600)
  t.same(await waits(), { kind: 'pending', retryAfterSeconds: 6 * 3600 })
  t.same(world.warnings, [])
  world.pass(3 * 24 * 3600)
  t.match(await waits(), { kind: 'pending' })
  t.match(world.warnings, [/not reported the outcome of a file for five days/])
  world.sdi.faults()
  await world.sdi.deliver()
  t.match(await waits(), { kind: 'accepted' }, 'late, and as good as ever')
})
