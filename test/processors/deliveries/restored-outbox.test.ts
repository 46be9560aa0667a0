import { randomUUID } from 'node:crypto'
import pino from 'pino'
import t, { type Test } from 'tap'
import type { Anchor } from '../../../src/eventstore/anchor.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { DeliveryLanes, laneOf } from '../../../src/processors/deliveries/lane.js'
import { WebhookHistory } from '../../../src/processors/deliveries/webhook-history.js'
import { postgresPorts } from '../../../src/processors/ports.js'
import { MemoryVault } from '../../simulation/memory/vault.js'
import { eventToAppend } from '../../eventstore/events.js'
import { runningProjections } from '../../projections/running.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const SCOPE = { account: 'acc_1', environment: 'test' } as const

/** An account's lane, and in the outbox a delivery that is due, of which no event is there. */
async function prepareLane(t: Test) {
  const { pool, store, stop } = await runningProjections(t)
  const ports = postgresPorts(pool)
  const kept = eventToAppend()
  await store.append('testDelivery-kept', 'none', [kept])
  await stop()
  await pool.query(`INSERT INTO read.outbox VALUES ('testInvoice-1', 'acc_1', 'test', 'dlv_1', $1, 0, '[]', 1)`, [
    NOW.toISOString(),
  ])
  const read: string[] = []
  const lanes = new DeliveryLanes({
    ...ports,
    store: {
      append: (stream, expected, events, options) => store.append(stream, expected, events, options),
      readStream: (stream, from) => {
        read.push(stream)
        return store.readStream(stream, from)
      },
      subscribe: (options) => store.subscribe(options),
      eventAt: (position) => store.eventAt(position),
      head: () => store.head(),
      erase: (stream) => store.erase(stream),
      close: () => store.close(),
    },
    clock: { now: () => NOW },
    timers: systemTimers,
    vault: new MemoryVault(() => NOW.getTime()),
    webhooks: new WebhookHistory(store),
    sender: { send: () => Promise.reject(new Error('it was sent')), close: () => Promise.resolve() },
    log: pino({ level: 'silent' }),
  })
  const { signal } = new AbortController()
  const lease = {
    stillMine: () => Promise.resolve(true),
    isHeld: () => true,
    lost: signal,
    signal,
    enter: () => Promise.resolve(false),
  }
  const claim = { kind: 'deliveries', key: laneOf(SCOPE), ...SCOPE, lane: '', position: 1n, token: '1' } as const
  return {
    pool,
    restores: ports.restores,
    reads: (stream: string) => read.includes(stream),
    rest: () => ports.outbox.rest(SCOPE),
    run: () => lanes.advance({ ...claim, outages: 0, faults: 0 }, lease),
    restOn: (anchor: Anchor) =>
      pool.query(`UPDATE projections.checkpoints SET position = 1, anchor = $1 WHERE name = 'outbox'`, [
        JSON.stringify(anchor),
      ]),
    kept: { stream: 'testDelivery-kept', revision: 0, id: kept.id },
  }
}

t.test('an outbox that rests on a lost event sends nothing, and the restore is noted', async (t) => {
  const lane = await prepareLane(t)
  await lane.restOn({ ...lane.kept, id: randomUUID() })
  t.same(await lane.run(), { seen: 0n, nextLook: new Date(NOW.getTime() + 5_000), outage: false })
  t.equal(await lane.restores.count(), 1)
  t.notOk(lane.reads('testDelivery-dlv_1'), 'the delivery was not begun')
})

t.test('nor does one from before a restore that another has found', async (t) => {
  const lane = await prepareLane(t)
  await lane.restOn(lane.kept)
  await lane.restores.note(0, 'another process', 'an event')
  t.match(await lane.rest(), { isVoid: true })
  t.same(await lane.run(), { seen: 0n, nextLook: new Date(NOW.getTime() + 5_000), outage: false })
  t.equal(await lane.restores.count(), 1)
  t.notOk(lane.reads('testDelivery-dlv_1'))
})

t.test('one that the store bears out is worked on', async (t) => {
  const lane = await prepareLane(t)
  await lane.restOn(lane.kept)
  await lane.run()
  t.equal(await lane.restores.count(), 0)
  t.ok(lane.reads('testDelivery-dlv_1'))
})
