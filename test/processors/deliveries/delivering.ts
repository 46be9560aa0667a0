import pino from 'pino'
import type { Test } from 'tap'
import type { DeliveryEvent } from '../../../src/domain/delivery.js'
import type { Scope } from '../../../src/domain/event.js'
import { streamName } from '../../../src/domain/streams.js'
import { systemTimers } from '../../../src/domain/timers.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { HttpsSender, type HttpsSenderSettings } from '../../../src/processors/deliveries/sender.js'
import { DeliveryLanes } from '../../../src/processors/deliveries/lane.js'
import { DeliveryScheduler } from '../../../src/processors/deliveries/scheduler.js'
import { postgresPorts } from '../../../src/processors/ports.js'
import { WebhookHistory } from '../../../src/processors/deliveries/webhook-history.js'
import type { WorkList } from '../../../src/processors/work/work-list.js'
import { Worker } from '../../../src/processors/work/worker.js'
import { WakeUpSignal } from '../../../src/processors/work/wake-up-signal.js'
import type { DeliveryRow } from '../../../src/projections/deliveries.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { runningProjections, type Running } from '../../projections/running.js'
import { CERTIFICATE, Receiver } from '../../standins/receiver.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'

/**
 * Stands still until it is moved; begins in the present, which receivers compare signatures
 * with.
 */
class TestClock {
  #now = new Date()

  now(): Date {
    return this.#now
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

/** Deliveries under way, with all that a test changes or reads. */
export interface Delivering {
  readonly running: Running
  readonly clock: TestClock
  readonly vault: PostgresVault
  readonly history: History
  readonly workList: WorkList
  /** Another process beside the one that runs. */
  start(): void
  /** Stops what runs, and starts again. */
  restart(): Promise<void>
  receiver(): Promise<Receiver>
  /** An account with its webhook. */
  account(url: string, events?: readonly string[]): Promise<{ readonly scope: Scope; readonly secret: string }>
  /** A new invoice; answers its stream. */
  invoice(scope: Scope, number?: string): Promise<string>
  /** Comes back when the processors have looked for work at the clock's present time. */
  looked(): Promise<void>
  /** The rows of the read model, oldest first. */
  deliveries(scope: Scope): Promise<readonly DeliveryRow[]>
  /** Waits until as many deliveries as named have that status. */
  settled(scope: Scope, status: string, count?: number): Promise<readonly DeliveryRow[]>
  events(row: DeliveryRow): Promise<readonly DeliveryEvent[]>
}

/**
 * The real processors of the webhooks on real projections, sending to real sockets; only the clock
 * stands still. No invoice changes without a request.
 */
export async function delivering(
  t: Test,
  sending: Partial<HttpsSenderSettings> = {},
  store?: EventStore,
): Promise<Delivering> {
  const running = await runningProjections(t, store)
  const clock = new TestClock()
  const vault = new PostgresVault(running.pool, parseSecretsKey(Buffer.alloc(32, 7).toString('base64')))
  const sender = new HttpsSender({ allowPrivateNetwork: true, ca: CERTIFICATE.cert, ...sending })
  const history = new History(running.store, clock)
  const log = pino({ level: 'silent' })
  const ports = postgresPorts(running.pool)
  const shared = { store: running.store, ...ports, timers: systemTimers, clock, vault, sender, log }
  const start = (): (() => Promise<void>) => {
    const deps = { ...shared, webhooks: new WebhookHistory(running.store) }
    const wakeUpSignal = new WakeUpSignal(systemTimers)
    const worker = new Worker({ ...deps, jobs: [new DeliveryLanes(deps)], wakeUpSignalOf: () => wakeUpSignal })
    const stopListening = running.progress.onProgress('outbox', () => {
      wakeUpSignal.send()
    })
    const stopping = new AbortController()
    const working = Promise.all([worker.run(stopping.signal), new DeliveryScheduler(deps).run(stopping.signal)])
    return async () => {
      stopping.abort()
      await working
      stopListening()
    }
  }
  const processes = [start()]
  const receivers: Receiver[] = []
  t.teardown(async () => {
    // Requests that hang end with their receivers.
    const stopped = Promise.all(processes.map((stop) => stop()))
    for (const receiver of receivers) await receiver.close()
    await stopped
    await sender.close()
  })
  const deliveries = async (scope: Scope): Promise<readonly DeliveryRow[]> => {
    const { rows } = await running.pool.query<DeliveryRow>(
      'SELECT * FROM read.deliveries WHERE account = $1 AND environment = $2 ORDER BY created_at, id',
      [scope.account, scope.environment],
    )
    return rows
  }
  return {
    running,
    clock,
    vault,
    history,
    workList: ports.workList,
    start() {
      processes.push(start())
    },
    async restart() {
      await Promise.all(processes.splice(0).map((stop) => stop()))
      processes.push(start())
    },
    async receiver() {
      const receiver = await Receiver.listen()
      receivers.push(receiver)
      return receiver
    },
    async account(url, events) {
      const scope = await history.account()
      return { scope, secret: await history.webhook(scope, vault, url, events ?? null) }
    },
    async invoice(scope, number = 'F-1') {
      return (await history.invoice(scope, acceptedInvoice(number))).stream
    },
    async looked() {
      const probe = await Receiver.listen()
      const scope = await history.account()
      await history.webhook(scope, vault, probe.url(), ['invoice.created'])
      await history.invoice(scope, acceptedInvoice('F-1'))
      await waitFor('the probe', () => probe.received.length === 1)
      await probe.close()
    },
    deliveries,
    settled: (scope, status, count = 1) =>
      waitFor(`${count} deliveries are ${status}`, async () => {
        const rows = (await deliveries(scope)).filter((row) => row.status === status)
        return rows.length === count && rows
      }),
    async events(row) {
      const events = await running.store.readStream(streamName(row.environment, 'Delivery', row.id))
      return events.map(({ type, data }) => ({ type, data }) as DeliveryEvent)
    },
  }
}
