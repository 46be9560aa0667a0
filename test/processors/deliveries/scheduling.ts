import pino from 'pino'
import type pg from 'pg'
import type { Test } from 'tap'
import type { PipelineFinding } from '../../../src/commands/invoice.js'
import type { DeliveryEvent } from '../../../src/domain/delivery.js'
import { systemClock } from '../../../src/domain/clock.js'
import { systemTimers } from '../../../src/domain/timers.js'
import type { Scope } from '../../../src/domain/event.js'
import { categoryPrefixes, webhookStream } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { DeliveryScheduler, type SchedulerDeps } from '../../../src/processors/deliveries/scheduler.js'
import { postgresPorts } from '../../../src/processors/ports.js'
import type { ProcessorPorts } from '../../../src/processors/processors.js'
import { WebhookHistory } from '../../../src/processors/deliveries/webhook-history.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { migratedDatabase } from '../../support/database.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'

/** A finding of the pipeline that webhooks deliver. */
export const VALIDATED: PipelineFinding = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } }

/** A process that schedules when it is its turn. */
interface SchedulingProcess {
  /** Becomes the leader, if there is none. */
  lead(): void
  /** Stops at once, wherever it is. */
  stop(): Promise<void>
  /** Stops after everything that was written. */
  resign(): Promise<void>
}

/** A store and a scheduler that works on it on request. */
export interface Scheduling {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly deps: Omit<SchedulerDeps, 'webhooks'> & ProcessorPorts
  readonly vault: PostgresVault
  readonly history: History
  /** The log, one JSON text per line. */
  readonly log: string[]
  process(changes?: Partial<SchedulerDeps>): SchedulingProcess
  /** An account without a webhook. */
  account(): Promise<Scope>
  /** `events`: subscribed kinds; null: all. */
  configure(scope: Scope, events: readonly string[] | null): Promise<void>
  remove(scope: Scope): Promise<void>
  /** A new invoice; answers its stream. */
  invoice(scope: Scope): Promise<string>
  validate(scope: Scope, stream: string): Promise<void>
  /**
   * Every delivery of the scope: its subject and kind, in the order in which they were scheduled.
   */
  scheduled(scope: Scope): Promise<readonly string[]>
  /** Comes back when the leading process has passed everything that was written. */
  passed(): Promise<void>
}

/** Processes that schedule deliveries on one database; nothing is sent and nothing is shown. */
export async function scheduling(t: Test): Promise<Scheduling> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 10 })
  const store = new MemoryEventStore()
  const vault = new PostgresVault(pool, parseSecretsKey(Buffer.alloc(32, 7).toString('base64')))
  const history = new History(store)
  const log: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) })
  const deps = { store, ...postgresPorts(pool), timers: systemTimers, vault, clock: systemClock, log: logger }
  let written = 0n
  const wrote = async (stream: string): Promise<void> => {
    written = (await store.readStream(stream)).at(-1)?.position ?? written
  }
  const passed = async (): Promise<void> => {
    await waitFor(`the scheduler has passed ${written}`, async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM processing.checkpoints WHERE name = 'delivery-scheduler' AND position >= $1`,
        [written.toString()],
      )
      return rowCount === 1
    })
  }
  const processes: SchedulingProcess[] = []
  t.teardown(async () => {
    for (const process of processes) await process.stop()
    await store.close()
    await pool.end()
  })
  return {
    store,
    pool,
    deps,
    vault,
    history,
    log,
    process(changes) {
      const scheduler = new DeliveryScheduler({ ...deps, webhooks: new WebhookHistory(store), ...changes })
      let stopping = new AbortController()
      let working = Promise.resolve()
      const process: SchedulingProcess = {
        lead() {
          stopping = new AbortController()
          working = scheduler.run(stopping.signal)
        },
        async stop() {
          stopping.abort()
          await working
        },
        async resign() {
          await passed()
          await process.stop()
        },
      }
      processes.push(process)
      return process
    },
    account: () => history.account(),
    async configure(scope, events) {
      await history.webhook(scope, vault, 'https://receiver.example/hook', events)
      await wrote(webhookStream(scope))
    },
    async remove(scope) {
      await history.removeWebhook(scope)
      await wrote(webhookStream(scope))
    },
    async invoice(scope) {
      const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
      await wrote(stream)
      return stream
    },
    async validate(scope, stream) {
      await history.findings(scope, stream, VALIDATED)
      await wrote(stream)
    },
    async scheduled(scope) {
      const found: string[] = []
      const ending = new AbortController()
      const options = { after: null, streamPrefixes: categoryPrefixes('Delivery'), signal: ending.signal }
      for await (const message of store.subscribe(options)) {
        if (message.kind === 'caughtUp') break
        for (const event of message.events) {
          const { type, data } = event as unknown as DeliveryEvent
          if (type !== 'DeliveryScheduled' || event.metadata.account !== scope.account) continue
          found.push(`${data.subject} ${data.kind}`)
        }
      }
      ending.abort()
      return found
    },
    passed,
  }
}
