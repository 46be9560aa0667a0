import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import type pg from 'pg'
import type { Test } from 'tap'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { Sealing, type SealingDeps } from '../../../src/audit/seals/sealing.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { openAccount } from '../../../src/commands/use-cases/open-account.js'
import { webhook } from '../../../src/domain/webhook.js'
import type { Environment } from '../../../src/domain/event.js'
import { streamName } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { random } from '../../../src/domain/random.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'

/** A clock that a test sets. */
class SetClock {
  #now = new Date('2026-11-23T10:00:00.000Z')

  now(): Date {
    return this.#now
  }

  advance(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000)
  }
}

/** A new key that signs seals. */
export const newSigner = () => keySigner(generateKeyPairSync('ed25519').privateKey)

/** A store with events, and what seals them. */
export interface SealedHistory {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly clock: SetClock
  /** What was logged, one JSON text per line. */
  readonly log: string[]
  /** Appends so many events to a stream of its own. */
  write(environment: Environment, count: number): Promise<string>
  /** An account, whose stream is sealed too. */
  account(): Promise<string>
  sealing(changes?: Partial<SealingDeps>): Sealing
}

/** A database of its own, and a store in memory unless another is given. */
export async function sealedHistory(t: Test, store: EventStore = new MemoryEventStore()): Promise<SealedHistory> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  const clock = new SetClock()
  const log: string[] = []
  const signer = newSigner()
  let written = 0
  return {
    store,
    pool,
    clock,
    log,
    async write(environment, count) {
      const stream = streamName(environment, 'Webhook', `acc_${String(++written).padStart(22, '0')}`)
      const context = {
        account: 'acc_1',
        environment,
        actor: 'operator',
        correlationId: 'c',
        causationId: 'c',
      } as const
      const data = { url: 'https://receiver.example', events: null, secretName: 'webhook/1' }
      for (let index = 0; index < count; index++)
        await handle({ store, clock }, context, webhook, stream, () => accept({ type: 'WebhookConfigured', data }))
      return stream
    },
    async account() {
      return (await openAccount({ store, clock, random }, { name: 'Test', plan: 'free' })).accountId
    },
    sealing: (changes) =>
      new Sealing({
        store,
        clock,
        pool,
        log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
        signer,
        everyMinutes: 60,
        timeStamper: null,
        ...changes,
      }),
  }
}
