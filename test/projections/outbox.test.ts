import fc from 'fast-check'
import t from 'tap'
import {
  recordAttempt,
  redeliver,
  replay,
  scheduleDelivery,
  type ScheduleDelivery,
} from '../../src/commands/delivery.js'
import { fold } from '../../src/domain/aggregate.js'
import { delivery, type DeliveryEvent } from '../../src/domain/delivery.js'
import type { RecordedEvent } from '../../src/domain/event.js'
import type { ConfiguredWebhook } from '../../src/domain/webhook.js'
import { outbox, type OutboxRow } from '../../src/projections/outbox.js'

const AT = new Date('2026-03-31T09:30:00.000Z')
const url = 'https://example.com/hooks'
const CONFIGURED: ConfiguredWebhook = {
  status: 'configured',
  url,
  events: null,
  secretName: 's',
  previousSecret: null,
  epoch: 0,
}
const SUBJECT = 'testInvoice-inv_1'
const EVENTS = 6

const commandFor = (revision: number): ScheduleDelivery => ({
  deliveryId: `dlv_${revision}`,
  subject: SUBJECT,
  revision,
  eventId: `evt_${revision}`,
  kind: 'invoice.created',
  invoiceId: 'inv_1',
  connectionId: null,
  url,
  epoch: 0,
  nextAttemptAt: AT.toISOString(),
  body: '{}',
})

/** The deliveries of one subject and their queue, as commands and read model make them. */
class Subject {
  readonly #streams = new Map<number, DeliveryEvent[]>()
  row: OutboxRow | null = null

  do(what: 'schedule' | 'attempt' | 'fail' | 'redeliver' | 'replay', revision: number): void {
    const head = Number(this.row?.delivery_id.slice('dlv_'.length))
    // Only the head of the queue is ever attempted.
    const of = what === 'attempt' || what === 'fail' ? head : revision
    if (Number.isNaN(of)) return
    const stream = this.#streams.get(of) ?? []
    const state = fold(delivery, stream)
    const attempt = { at: AT.toISOString(), statusCode: null, error: what === 'fail' ? 'no' : null, durationMs: 1 }
    const decide = {
      schedule: scheduleDelivery(commandFor(of)),
      attempt: recordAttempt({ url, attempt, endedAt: AT }),
      fail: recordAttempt({ url, attempt, endedAt: AT }),
      redeliver: redeliver(CONFIGURED, AT),
      replay: replay(commandFor(of), CONFIGURED, AT),
    }[what]
    const decision = decide(state)
    if (decision.kind === 'reject') return
    for (const event of decision.events) {
      stream.push(event)
      this.row = outbox.evolve(this.row, {
        ...event,
        stream: `testDelivery-dlv_${of}`,
        position: 1n,
        metadata: { account: 'acc_1', environment: 'test' },
      } as unknown as RecordedEvent<DeliveryEvent>)
    }
    this.#streams.set(of, stream)
  }
}

const doing = fc.array(
  fc.tuple(
    fc.constantFrom('attempt' as const, 'fail' as const, 'redeliver' as const, 'replay' as const),
    fc.nat({ max: EVENTS - 1 }),
  ),
  { maxLength: 60 },
)

t.test('after any requests for repetition the deliveries of a subject wait in the order of its events', async (t) => {
  fc.assert(
    fc.property(doing, (steps) => {
      const subject = new Subject()
      for (let revision = 0; revision < EVENTS; revision++) subject.do('schedule', revision)
      for (const [what, revision] of steps) {
        subject.do(what, revision)
        const order = (subject.row?.pending ?? []).map((entry) => entry.revision ?? -1)
        t.strictSame(
          order,
          [...order].sort((one, other) => one - other),
        )
        t.equal(subject.row?.delivery_id, subject.row?.pending[0]?.id)
      }
    }),
  )
})

t.test('a replay of all of it sends all of it, once, in order', async (t) => {
  fc.assert(
    fc.property(doing, fc.boolean(), (steps, repeated) => {
      const subject = new Subject()
      for (let revision = 0; revision < EVENTS; revision += 2) subject.do('schedule', revision)
      for (const [what, revision] of steps) if (what !== 'replay') subject.do(what, revision)
      for (let times = repeated ? 2 : 1; times > 0; times--) {
        for (let revision = 0; revision < EVENTS; revision++) subject.do('replay', revision)
      }
      t.strictSame(
        subject.row?.pending.map(({ id }) => id),
        Array.from({ length: EVENTS }, (_, revision) => `dlv_${revision}`),
      )
    }),
  )
})

t.test('a delivery whose place is unknown goes to the end', async (t) => {
  const first = { type: 'DeliveryScheduled', data: { ...commandFor(3) } }
  const old = { type: 'RedeliveryRequested', data: { ...commandFor(0), revision: null } }
  const metadata = { account: 'acc_1', environment: 'test' }
  const rowOf = (row: OutboxRow | null, event: object, id: string) =>
    outbox.evolve(row, { ...event, stream: `testDelivery-${id}`, position: 1n, metadata } as never)
  const row = rowOf(rowOf(null, first, 'dlv_3'), old, 'dlv_0')
  t.strictSame(
    row?.pending.map(({ id }) => id),
    ['dlv_3', 'dlv_0'],
  )
})
