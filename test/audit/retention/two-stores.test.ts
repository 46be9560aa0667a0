import t from 'tap'
import { isErased } from '../../../src/eventstore/moving/is-erased.js'
import { randomPrefix, eventStoreDbUrl } from '../../eventstore/eventstoredb/store.js'
import { setEnvironment } from '../../support/environment.js'
import { prepareErased, storeWith } from './retaining.js'

const attachments = [
  { filename: 'terms.pdf', mimeType: 'application/pdf', content: Buffer.from('terms').toString('base64') },
]

t.test('what is erased with the events in EventStoreDB is gone from both stores', { timeout: 120_000 }, async (t) => {
  // As the settings of the whole run would have it.
  setEnvironment(t, { EVENTSTORE_URL: await eventStoreDbUrl(t), EVENTSTORE_STREAM_PREFIX: randomPrefix() })
  const world = await prepareErased(t)
  const { service, account, run } = world
  const { clock, deps } = service
  const { store } = deps
  const customer = { ...world.customer, name: 'Quince Quixote Kft' }
  const ids = [
    await world.invoice(account.test, { customer, attachments }),
    await world.invoice(account.test, { customer, attachments }),
  ]
  const streams = ids.map((id) => `testInvoice-${id}`)
  await world.ageDocuments()
  clock.advance(20 * 86_400_000)
  const young = await world.invoice(account.test, {})
  clock.advance(11 * 86_400_000)
  await world.settle()

  let erased = 0
  const erasing = storeWith(store, {
    erase: async (stream) => {
      await store.erase(stream)
      erased += 1
      if (erased === streams.length) throw new Error('cut off')
    },
  })
  await t.rejects(run({ store: erasing }), { message: 'cut off' })
  for (const stream of streams) t.strictSame(await store.readStream(stream), [], 'its events are gone')
  t.not((await world.dump(['Quince Quixote'])).length, 0, 'its rows are not')
  t.equal(await world.documents(), 1)

  t.match(await run(), { finished: 1, total: 0 })
  for (const [index, stream] of streams.entries()) {
    t.ok(await isErased(store, stream), 'nothing can be added')
    t.equal((await account.test.get(`/v1/invoices/${ids[index] ?? ''}`)).status, 404)
  }
  t.strictSame(await world.dump(['Quince Quixote', ...ids]), [], 'nothing is left in PostgreSQL')
  t.equal(await world.documents(), 0)
  t.equal((await account.test.get(`/v1/invoices/${young}`)).status, 200)
  await world.same(t, 'live tables equal a rebuild')
  t.match(await run(), { finished: 0, total: 0 })
})
