import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { sampleCompany } from '../../http/api/samples.js'
import { prepareErased } from './retaining.js'

const ATTACHED = Buffer.from('terms of trade, the same with each invoice').toString('base64')
const attachment = { filename: 'terms.pdf', mimeType: 'application/pdf', content: ATTACHED }

t.test('test invoices of 30 days leave nothing behind but the record', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, run, dump, same } = world
  const { account, other } = world
  const customer = { customer: { ...world.customer, name: 'Quince Quixote Kft' } }
  const old = await world.invoice(
    account.test,
    { ...customer, attachments: [attachment] },
    { 'idempotency-key': 'k-1' },
  )
  const others = await world.invoice(other.test, { attachments: [attachment] })
  const live = (await account.test.get(`/v1/events?limit=1`)).body['nextCursor']
  service.clock.advance(2 * 86_400_000)
  const young = await world.invoice(account.test, { attachments: [attachment] })
  const held = await world.invoiceAt(account.test, -2 * 86_400_000, {})
  await world.hold(account.id, 'invoice', held)
  await world.ageDocuments()

  service.clock.advance(28 * 86_400_000 + 1)
  const dry = await run({ dryRun: true })
  t.match(dry.erased.test, { invoices: 2 }, 'of this account and the other')
  t.equal((await account.test.get(`/v1/invoices/${old}`)).status, 200, 'a dry run erases nothing')
  t.match(dry.named, [{ id: held, because: 'hold' }])

  const report = await run()
  t.match(report.erased.test, { invoices: 2, deliveries: 0 })
  t.equal(report.kept.hold, 1)
  for (const path of ['', '/events', '/documents', '/responses']) {
    t.equal((await account.test.get(`/v1/invoices/${old}${path}`)).status, 404, path)
  }
  t.equal((await account.test.get(`/v1/invoices/${young}`)).status, 200)
  t.equal((await account.test.get(`/v1/invoices/${held}`)).status, 200, 'a hold keeps it')
  t.equal((await other.test.get(`/v1/invoices/${others}`)).status, 404)

  const found = await dump(['Quince Quixote', old])
  t.same(
    [...new Set(found.map(({ table }) => table))].sort(),
    ['eventstore.erased', 'eventstore.events'],
    'only tombstones and the record',
  )
  t.ok(
    found.every(({ text }) => !text.includes('Quince')),
    'and nothing of what it said',
  )
  t.equal((await account.test.get(`/v1/invoices/${young}/documents/attachment-1`)).status, 200, 'shared, so it stays')
  const after = await account.test.get(`/v1/events?cursor=${encodeURIComponent(String(live))}`)
  t.equal(after.status, 200, 'a cursor at an erased event stays valid')
  const again = await world.post(account.test, {}, { 'idempotency-key': 'k-1' })
  t.equal(again.status, 201, 'its key is free again')
  t.not(again.body['data']?.['id'], old)
  await same(t, 'the tables are as if it had never been')
  t.match(await run(), { total: 0 }, 'a second run finds nothing')
})

t.test('a run that dies between any two steps is finished by the next', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, run, same } = world
  const ids = await Promise.all([1, 2, 3].map(() => world.invoice(world.account.test, { attachments: [attachment] })))
  await world.ageDocuments()
  service.clock.advance(31 * 86_400_000)
  for (let steps = 1; steps < 40; steps++) {
    const ended = await world.runThatDies(steps)
    if (ended) break
  }
  const last = await run()
  t.equal(last.total, 0)
  for (const id of ids) t.equal((await world.account.test.get(`/v1/invoices/${id}`)).status, 404)
  t.equal(await world.documents(), 0)
  await same(t, 'live tables equal a rebuild')
})

t.test('a rebuild under way does not bring back what is erased meanwhile', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, run, same, rebuildAll } = world
  const id = await world.invoice(world.account.test, {})
  await world.ageDocuments()
  service.clock.advance(31 * 86_400_000)
  await rebuildAll({ beforeFlip: () => run().then(() => undefined) })
  t.equal((await world.account.test.get(`/v1/invoices/${id}`)).status, 404)
  await same(t, 'live tables equal a rebuild')
})

t.test('an account on hold keeps everything; released, it goes', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, run } = world
  const id = await world.invoice(world.account.test, {})
  await world.hold(world.account.id, 'account', world.account.id)
  service.clock.advance(31 * 86_400_000)
  t.match(await run(), { kept: { hold: 1 }, total: 0 })
  await world.release(world.account.id, 'account', world.account.id)
  t.match(await run(), { total: 1 })
  t.equal((await world.account.test.get(`/v1/invoices/${id}`)).status, 404)
})

t.test(
  'deliveries go with their invoice, and what they said of the receiver stays',
  { timeout: 120_000 },
  async (t) => {
    const world = await prepareErased(t)
    const { service, run, same } = world
    const scope: Scope = { account: world.account.id, environment: 'test' }
    await world.webhook(scope)
    const id = await world.invoice(world.account.test, {})
    const delivery = await world.failedDelivery(scope, id)
    const trouble = (): Promise<unknown> => world.account.test.get('/v1/webhooks').then(({ body }) => body['data'])
    await world.settle()
    service.clock.advance(31 * 86_400_000)
    const before = await trouble()
    t.match((await run()).erased.test, { invoices: 1, deliveries: 1 })
    t.equal((await world.account.test.get(`/v1/webhooks/deliveries/${delivery}`)).status, 404)
    await world.settle()
    t.same(await trouble(), before, 'as far as it was known')
    await same(t, 'live tables equal a rebuild')
  },
)

t.test(
  'deliveries of an invoice that its read model lacks are not erased without it',
  { timeout: 120_000 },
  async (t) => {
    const world = await prepareErased(t)
    const { account, service, run } = world
    const scope: Scope = { account: account.id, environment: 'test' }
    const id = await world.invoice(account.test, {})
    const delivery = await world.failedDelivery(scope, id)
    await world.settle()
    await service.pool.query('DELETE FROM read.invoices WHERE id = $1', [id])
    service.clock.advance(31 * 86_400_000)
    t.match(await run(), { total: 0, named: [{ kind: 'deliveries', id: delivery, because: 'in_use' }] })
    await world.rebuildAll()
    t.match((await run()).erased.test, { invoices: 1, deliveries: 1 })
    await world.same(t, 'live tables equal a rebuild')
  },
)

t.test('a logo is kept as long as its company or an invoice names it', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { account, service, run } = world
  const company = sampleCompany({ vatNumber: 'RO14399840' })
  const id = String((await account.test.post('/v1/companies', company)).body['data']?.['id'])
  const image = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
  const set = await account.test.send('PUT', `/v1/companies/${id}/logo`, {
    content: Buffer.from(image).toString('base64'),
  })
  t.equal(set.status, 200)
  await world.ageDocuments()
  service.clock.advance(31 * 86_400_000)
  await run()
  t.equal(await world.documents(), 1, 'an active company names it')
  await account.test.delete(`/v1/companies/${id}`)
  await run()
  t.match((await account.test.get(`/v1/companies/${id}/logo`)).body['data'], { mimeType: 'image/svg+xml' })
  service.clock.advance(31 * 86_400_000)
  t.match((await run()).erased.test, { companies: 1 })
  t.equal(await world.documents(), 0)
  await world.same(t, 'live tables equal a rebuild')
})
