import t from 'tap'
import type { FaultKind } from '../../../standins/access-point/options.js'
import { sendsNothingWithoutLease } from '../../gateway/lost-lease.js'
import { instanceOf, worldOf } from './world.js'

const MINUTE = 60
const HOUR = 3600

t.test('a lost answer: the status shows it, and nothing is sent again', async (t) => {
  const lost: readonly FaultKind[] = [
    { kind: 'lost' },
    { kind: 'answer-after', status: 200, body: '<html><body>Welcome</body></html>' },
    { kind: 'answer-after', status: 200, body: '{"sendingSuccess":' },
    { kind: 'answer-after', status: 502, body: 'Bad Gateway' },
    { kind: 'answer-after', status: 504, body: '' },
    {
      kind: 'answer-after',
      status: 200,
      body: '{"sendingSuccess":true,"sbdhInstanceIdentifier":"00000000-0000-4000-8000-000000000000"}',
    },
  ]
  for (const does of lost) {
    const world = await worldOf(t)
    const invoice = world.submission()
    world.accessPoint.faults({ on: 'submit', times: 1, does })
    t.match(await world.gateway.submit(invoice), { kind: 'unavailable', reason: String })
    t.match(await world.another().find(invoice), { kind: 'known' }, JSON.stringify(does))
    t.match(await world.restored().find(invoice), { kind: 'known' }, 'also when the ledger is lost')
    t.equal(world.accessPoint.deliveries.length, 1)
  }
})

t.test(
  'a submission that the access point never got is made again, under the same id, when that is certain',
  async (t) => {
    const world = await worldOf(t)
    const { accessPoint, gateway, uploads } = world
    const invoice = world.submission()
    accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'cut' } })
    t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'government' })
    t.match(await gateway.find(invoice), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 300 })
    world.pass(5 * MINUTE)
    t.same(await gateway.find(invoice), { kind: 'unknown' })
    t.match(await gateway.submit(invoice), { kind: 'submitted' })
    t.same(new Set(accessPoint.received.map(({ instanceId }) => instanceId)).size, 1)
    t.match(await uploads.find(invoice.scope, invoice.attemptId), { uploadId: / delivered / })

    const unsent = world.submission()
    await accessPoint.stop()
    t.match(await gateway.submit(unsent), { kind: 'unavailable', concerns: 'government' })
    t.equal(await uploads.find(unsent.scope, unsent.attemptId), null, 'nothing was sent')
    t.match(await gateway.find(unsent), { kind: 'unavailable' }, 'who does not answer does not say that there is none')
    await accessPoint.start()
    t.same(await gateway.find(unsent), { kind: 'unknown' })
  },
)

t.test('a worker that has lost its lease sends nothing', async (t) => {
  const { accessPoint, gateway, submission, uploads } = await worldOf(t)
  const ended = { lost: new AbortController().signal, isHeld: () => false }
  t.match(await gateway.submit(submission(), ended), { kind: 'unavailable', concerns: 'invoice' })
  await sendsNothingWithoutLease(t, submission(), { gateway, uploads, received: accessPoint.received })
})

t.test(
  'two under one id, which a paused worker can bring about: the status knows none, the history does',
  async (t) => {
    const world = await worldOf(t)
    const { accessPoint } = world
    const invoice = world.submission()
    const upload = await world.uploaded(invoice)
    await world.uploaded(invoice)
    const id = instanceOf(upload)
    t.equal(
      accessPoint.deliveries.filter(({ instanceId }) => instanceId === id).length,
      2,
      'the stand-in is as careless',
    )
    world.pass(10 * MINUTE)
    t.match(await world.restored().find(invoice), { kind: 'known', uploadId: id })
    t.match(await world.poll(invoice, id), { kind: 'pending' })
    world.pass(HOUR)
    t.match(await world.poll(invoice, id), { kind: 'accepted', govId: id })
  },
)

t.test('an access point that has forgotten the document, or keeps no history', async (t) => {
  const world = await worldOf(t, { history: false })
  const delivered = world.submission()
  world.accessPoint.faults({ on: 'submit', does: { kind: 'forgotten' } })
  const upload = await world.uploaded(delivered)
  t.match(await world.poll(delivered, upload), { kind: 'pending' })
  world.pass(HOUR)
  t.match(await world.poll(delivered, upload), { kind: 'accepted' }, 'its report said that it was delivered')
  t.match(await world.poll(delivered, instanceOf(upload)), { kind: 'unavailable', concerns: 'invoice' })

  const old = world.submission()
  world.pass(HOUR)
  t.same(await world.gateway.find(old), { kind: 'unknown' })
})
