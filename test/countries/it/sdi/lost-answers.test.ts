import t from 'tap'
import { memoryFileNumbers } from '../../gateway/memory-file-numbers.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'
import type { FaultKind } from '../../../standins/sdi/options.js'
import { ADMINISTRATION, worldOf } from './world.js'

const HOUR = 3600
const LOST: FaultKind = { kind: 'lost' }
const SAME_NAME = [{ code: '00002', description: 'Nome file duplicato' }]

t.test('a lost answer: the notification contains the number', async (t) => {
  const { sdi, gateway, submission, poll } = await worldOf(t)
  const invoice = submission()
  sdi.faults({ on: 'file', times: 1, does: LOST })
  t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'government', retryAfterSeconds: 30 })
  t.same(await gateway.find(invoice), { kind: 'unknown' }, 'SdI takes the name once, so that it may be sent again')
  await sdi.deliver()
  const known = await gateway.find(invoice)
  t.match(known, {
    kind: 'known',
    uploadId: '16000000001 IT01879020517_C0000.xml',
    govEndpoint: sdi.settings['SDI_URL'],
  })
  t.match(await poll(invoice, '16000000001 IT01879020517_C0000.xml'), { kind: 'accepted', govId: '16000000001' })
  t.same(await gateway.find(invoice), known, 'the ledger knows it from now on')
  t.equal(sdi.received.length, 1)
})

t.test('a lost answer: the second sending is refused, and the first one decides', async (t) => {
  const { sdi, gateway, submission, sent, poll, pass, warnings } = await worldOf(t)
  const invoice = submission()
  sdi.faults({ on: 'file', times: 1, does: LOST })
  await gateway.submit(invoice)
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  const uploadId = await sent(invoice)
  t.equal(uploadId, '16000000002 IT01879020517_C0000.xml repeated', 'under the same name')
  const [first] = sdi.register.due.splice(0, 1)
  await sdi.deliver()
  for (const hours of [0, 2, 24, 240]) {
    pass(hours * HOUR)
    t.match(await poll(invoice, uploadId), { kind: 'pending' }, 'SdI says that it has the first')
  }
  t.equal(warnings.length, 1, 'and after five days a warning is logged')
  if (first !== undefined) sdi.register.due.push(first)
  await sdi.deliver()
  t.match(await poll(invoice, uploadId), { kind: 'accepted', govId: '16000000001' })
  t.same(sdi.register.issued, ['16000000001'], 'issued once')
})

t.test('a lost answer: the first one is rejected for what it says', async (t) => {
  const { sdi, gateway, submission, sent, poll } = await worldOf(t)
  const invoice = submission()
  const errors = [{ code: '00311', description: '1.1.4 <CodiceDestinatario> non valido' }]
  sdi.faults({ on: 'file', times: 1, does: LOST })
  await gateway.submit(invoice)
  const uploadId = await sent(invoice)
  sdi.register.due.shift()
  await sdi.report('16000000001', errors)
  t.match(await poll(invoice, uploadId), {
    kind: 'rejected',
    errorMessage: '00311: 1.1.4 <CodiceDestinatario> non valido',
  })
})

t.test('a lost call: the second sending is the first that arrives', async (t) => {
  const { sdi, gateway, submission, sent, poll } = await worldOf(t)
  for (const does of [{ kind: 'cut' }, { kind: 'answer', status: 502 }, { kind: 'error', code: 'EI02' }] as const) {
    const invoice = submission()
    sdi.faults({ on: 'file', times: 1, does })
    t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'government' })
    t.same(await gateway.find(invoice), { kind: 'unknown' })
    const uploadId = await sent(invoice)
    await sdi.deliver()
    t.match(await poll(invoice, uploadId), { kind: 'accepted' })
  }
})

t.test('both answers are lost, and only the refusal of the second comes', async (t) => {
  const { sdi, gateway, submission, poll } = await worldOf(t)
  const invoice = submission()
  sdi.faults({ on: 'file', times: 2, does: LOST })
  await gateway.submit(invoice)
  await gateway.submit(invoice)
  const [first] = sdi.register.due.splice(0, 1)
  await sdi.deliver()
  const uploadId = '16000000002 IT01879020517_C0000.xml repeated'
  t.match(await gateway.find(invoice), { kind: 'known', uploadId }, 'a third sending would add nothing')
  t.match(await poll(invoice, uploadId), { kind: 'pending' })
  if (first !== undefined) sdi.register.due.push(first)
  await sdi.deliver()
  t.match(await poll(invoice, uploadId), { kind: 'accepted', govId: '16000000001' })
})

t.test('two workers send it at once, and the stream has the one that SdI refused', async (t) => {
  const { sdi, submission, sent, poll, pass } = await worldOf(t)
  const invoice = submission()
  const first = await sent(invoice)
  await sent(invoice)
  const second = '16000000002 IT01879020517_C0000.xml'
  const [receipt] = sdi.register.due.splice(0, 1)
  await sdi.deliver()
  pass(2 * HOUR)
  t.match(await poll(invoice, second), { kind: 'pending' }, 'the ledger knows of another sending')
  if (receipt !== undefined) sdi.register.due.push(receipt)
  await sdi.deliver()
  t.match(await poll(invoice, second), { kind: 'accepted', govId: '16000000001' })
  t.match(await poll(invoice, first), { kind: 'accepted', govId: '16000000001' })
})

t.test('nothing is sent when the hold is lost before the first byte', async (t) => {
  const { sdi, gateway, submission, uploads } = await worldOf(t)
  const invoice = submission()
  let looks = 0
  const hold = { lost: new AbortController().signal, isHeld: () => (looks += 1) < 2 }
  t.match(await gateway.submit(invoice, hold), { kind: 'unavailable', concerns: 'invoice' })
  t.equal(sdi.received.length, 0)
  t.equal(await uploads.find(invoice.scope, invoice.attemptId), null, 'certainly not sent')
})

t.test('a name that SdI knows from elsewhere', async (t) => {
  const { sdi, submission, sent, poll, pass } = await worldOf(t)
  const invoice = submission()
  sdi.faults({ on: 'file', does: { kind: 'reject', errors: SAME_NAME } })
  const uploadId = await sent(invoice)
  await sdi.deliver()
  t.same(
    await poll(invoice, uploadId),
    { kind: 'pending', retryAfterSeconds: HOUR },
    'perhaps a first one is still announced',
  )
  pass(HOUR)
  t.match(await poll(invoice, uploadId), { kind: 'rejected', errorMessage: '00002: Nome file duplicato' })
})

t.test('after a restore names come again: each document knows its own notifications', async (t) => {
  const world = await worldOf(t)
  const { sdi, poll } = world
  const lost = world.submission()
  await world.sent(lost)
  const restored = world.restored({ uploads: new MemoryUploads(), fileNumbers: memoryFileNumbers() })
  world.pass(600)
  const other = world.submission()
  const outcome = await restored.submit(other)
  t.match(outcome, { kind: 'submitted', uploadId: '16000000002 IT01879020517_C0000.xml' })
  await sdi.deliver()
  t.equal(world.mailbox.messages.length, 2, 'the receipt of the first, the refusal of the second')
  const uploadId = outcome.kind === 'submitted' ? outcome.uploadId : ''
  world.pass(2 * HOUR)
  t.match(await poll(other, uploadId), { kind: 'rejected', errorMessage: /^00002/ }, 'the hash is another')
  const repeated = await restored.submit(lost)
  t.match(await restored.poll(lost, repeated.kind === 'submitted' ? repeated.uploadId : '', lost.createdAt), {
    kind: 'pending',
  })
})

t.test('after a restore a lost submission is found by its own receipt', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  await world.sent(invoice)
  await world.sdi.deliver()
  const restored = world.restored({ uploads: new MemoryUploads() })
  t.match(await restored.find(invoice), { kind: 'known', uploadId: '16000000001 IT01879020517_C0000.xml' })
})

t.test('to an administration: the outcome names the invoice', async (t) => {
  const world = await worldOf(t)
  const { sdi, gateway } = world
  const invoice = world.submission({ invoice: { customer: ADMINISTRATION } })
  sdi.faults({ on: 'file', times: 1, does: { kind: 'lost' } })
  await gateway.submit(invoice)
  sdi.register.due.splice(0)
  const other = {
    number: 'F-99',
    issueDate: '2026-11-21',
    recipient: { code: 'UFXH7Q', name: 'Comune' },
    hasPec: false,
    key: '',
  }
  await sdi.report('16000000001', 'EC02', { invoice: other })
  t.same(await gateway.find(invoice), { kind: 'unknown' }, 'of another invoice under the same name')
  await sdi.report('16000000001', 'EC01')
  t.match(await gateway.find(invoice), { kind: 'known', uploadId: '16000000001 IT01879020517_C0000.xml' })
})

t.test('what was received long before the first sending is of another file', async (t) => {
  const world = await worldOf(t)
  const { sdi, gateway } = world
  const invoice = world.submission({ invoice: { customer: ADMINISTRATION } })
  sdi.faults({ on: 'file', times: 1, does: { kind: 'lost' } })
  await gateway.submit(invoice)
  sdi.register.due.splice(0)
  await sdi.report('16000000001', 'RC', { receivedAt: new Date('2026-10-01T10:00:00Z') })
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  await sdi.report('16000000001', 'RC')
  t.match(await gateway.find(invoice), { kind: 'known' })
})

t.test('what went another way is known as well', async (t) => {
  const { gateway, submission, uploads, now } = await worldOf(t)
  const invoice = submission()
  const { scope, attemptId } = invoice
  await uploads.begin({ scope, country: 'IT', attemptId, sha256: '', begunAt: now() })
  await uploads.taken(scope, attemptId, '4711')
  t.match(await gateway.find(invoice), { kind: 'known', uploadId: '4711' })
})
