import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { handle, load } from '../../../src/commands/handle.js'
import { redeliver } from '../../../src/commands/delivery.js'
import { delivery } from '../../../src/domain/delivery.js'
import { streamName, webhookStream } from '../../../src/domain/streams.js'
import { serviceSignature, webhook } from '../../../src/domain/webhook.js'
import { rebuildAll } from '../../../src/projections/engine/rebuild.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { waitFor } from '../../support/wait-for.js'
import { delivering } from './delivering.js'

t.test('pending deliveries go to the webhook that took the place of theirs, signed with its secret', async (t) => {
  const { receiver, account, invoice, settled, history, vault, clock, deliveries, running } = await delivering(t)
  const old = await receiver()
  old.answer = () => 500
  const { scope, secret } = await account(old.url(), ['invoice.created'])
  await invoice(scope)
  const failed = await waitFor('the first failure', async () =>
    (await deliveries(scope)).find((row) => row.attempts.length),
  )
  const [configuredFirst] = await running.store.readStream(webhookStream(scope))
  const newer = await receiver()
  const newSecret = await history.webhook(scope, vault, newer.url(), ['invoice.accepted'])
  clock.advance(60_000)
  const [row] = await settled(scope, 'succeeded')
  t.match(row, { id: failed.id, url: newer.url(), attempts: [{ statusCode: 500 }, { statusCode: 200 }] })
  const [request] = newer.received
  t.equal(request?.headers['x-service-signature'], serviceSignature(newSecret, request?.body ?? ''))
  t.not(request?.headers['x-service-signature'], serviceSignature(secret, request?.body ?? ''))
  t.equal(request?.body, old.received[0]?.body, 'the same bytes')
  const { secretName } = configuredFirst?.data as { secretName: string }
  await waitFor('the replaced secret is erased', async () => (await vault.get(scope, secretName)) === null)
})

t.test('deleting the webhook cancels what is pending, in every queue, also when a new one comes at once', async (t) => {
  const { receiver, account, invoice, settled, history, vault, clock, looked, running } = await delivering(t)
  const endpoint = await receiver()
  endpoint.answer = () => 500
  const { scope } = await account(endpoint.url())
  for (let n = 0; n < 30; n++) {
    const stream = await invoice(scope, `F-${n}`)
    await history.findings(scope, stream, { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } })
  }
  await waitFor('each queue has tried its first', () => endpoint.received.length === 30)
  await history.removeWebhook(scope)
  await history.webhook(scope, vault, endpoint.url())
  await settled(scope, 'cancelled', 60)
  clock.advance(24 * 3_600_000)
  await looked()
  t.equal(endpoint.received.length, 30, 'nothing more was sent')
  await waitFor('nothing waits', async () => (await running.pool.query('SELECT FROM read.outbox')).rowCount === 0)
  await waitFor('no work is left', async () => (await running.pool.query('SELECT FROM processing.work')).rowCount === 0)
  endpoint.answer = () => 200
  await invoice(scope, 'F-new')
  await settled(scope, 'succeeded', 1)
})

t.test('a delivery is sent again under its id, with all its retries before it', async (t) => {
  const { receiver, account, invoice, settled, clock, running, deliveries } = await delivering(t)
  const endpoint = await receiver()
  const { scope } = await account(endpoint.url(), ['invoice.created'])
  await invoice(scope)
  const [first] = await settled(scope, 'succeeded')
  if (!first) throw new Error('no delivery')
  endpoint.answer = () => 500
  const again = async (): Promise<void> => {
    const { state } = await load(running.store, webhook, webhookStream(scope))
    if (state.status !== 'configured') throw new Error('no webhook')
    const context = { ...scope, actor: 'operator', correlationId: 'req_test', causationId: 'req_test' } as const
    const stream = streamName(scope.environment, 'Delivery', first.id)
    await handle({ store: running.store, clock }, context, delivery, stream, redeliver(state, clock.now()))
  }
  await again()
  const row = await waitFor('a failure', async () =>
    (await deliveries(scope)).find(({ attempts }) => attempts.length === 2),
  )
  t.match(row, {
    id: first.id,
    status: 'pending',
    next_attempt_at: new Date(clock.now().getTime() + 60_000).toISOString(),
  })
  endpoint.answer = () => 200
  await again()
  const [last] = await settled(scope, 'succeeded')
  t.match(
    last?.attempts,
    [{ statusCode: 200 }, { statusCode: 500 }, { statusCode: 200 }],
    'at once, not after a minute',
  )
  t.equal(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size, 1)
})

t.test(
  'a store that was restored to an older point does not lose deliveries: all events are gone through again',
  async (t) => {
    const { receiver, account, invoice, settled, running, restart } = await delivering(t)
    const endpoint = await receiver()
    const { scope } = await account(endpoint.url(), ['invoice.created'])
    await invoice(scope)
    await settled(scope, 'succeeded')
    await running.pool.query('UPDATE processing.checkpoints SET position = 1000000')
    await restart()
    await invoice(scope)
    await waitFor('the read models have followed', () => running.progress.troubleOf('outbox') === 'restored')
    t.equal(endpoint.received.length, 1, 'nothing is sent by an outbox from before the restore')
    await rebuildAll(running, PROJECTIONS, new AbortController().signal)
    await settled(scope, 'succeeded', 2)
    t.equal(endpoint.received.length, 2, 'earlier deliveries are not scheduled again')
  },
)

t.test('two processes schedule and deliver on one database: each event once, in order', async (t) => {
  const { receiver, account, invoice, settled, history, start } = await delivering(t)
  start()
  const endpoint = await receiver()
  const { scope } = await account(endpoint.url())
  for (let n = 0; n < 20; n++) {
    const stream = await invoice(scope, `F-${n}`)
    await history.findings(scope, stream, { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } })
  }
  await settled(scope, 'succeeded', 40)
  t.equal(endpoint.received.length, 40)
  const delivered = new Set<string>()
  for (const { body } of endpoint.received) {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } }
    if (type === 'invoice.validated') t.ok(delivered.has(data.id), 'the creation came before')
    delivered.add(data.id)
  }
})

t.test('while two secrets overlap, receivers with either of them can verify; afterwards one signs', async (t) => {
  const { receiver, account, invoice, settled, history, vault, clock } = await delivering(t)
  const endpoint = await receiver()
  const { scope, secret: old } = await account(endpoint.url(), ['invoice.created'])
  const secret = await history.rotateSecret(scope, vault)
  await invoice(scope, 'F-1')
  await settled(scope, 'succeeded', 1)
  const verified = (by: string, { body, headers }: (typeof endpoint.received)[number]): boolean => {
    try {
      return new Webhook(by).verify(body, headers as Record<string, string>) !== undefined
    } catch {
      return false
    }
  }
  const [during] = endpoint.received
  if (!during) throw new Error('nothing came')
  t.strictSame([verified(old, during), verified(secret, during)], [true, true], 'by Standard Webhooks')
  t.equal(during.headers['x-service-signature'], serviceSignature(secret, during.body))
  t.equal(during.headers['x-service-signature-previous'], serviceSignature(old, during.body))

  clock.advance(24 * 3_600_000)
  await invoice(scope, 'F-2')
  await settled(scope, 'succeeded', 2)
  const after = endpoint.received[1]
  t.equal(after?.headers['x-service-signature'], serviceSignature(secret, after?.body ?? ''))
  t.notOk(Object.hasOwn(after?.headers ?? {}, 'x-service-signature-previous'))
  t.notMatch(after?.headers['webhook-signature'], / /)
})
