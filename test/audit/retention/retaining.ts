import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { pino } from 'pino'
import { accept, handle } from '../../../src/commands/handle.js'
import { configureWebhook } from '../../../src/commands/webhook.js'
import { placeHold, releaseHold } from '../../../src/commands/hold.js'
import { deliveryIdOf } from '../../../src/commands/delivery.js'
import { delivery, type DeliveryEvent } from '../../../src/domain/delivery.js'
import type { Scope } from '../../../src/domain/event.js'
import type { HoldKind } from '../../../src/domain/hold.js'
import { eventId } from '../../../src/domain/ids.js'
import { type Observer, UNOBSERVED } from '../../../src/domain/observer.js'
import { streamName, webhookStream } from '../../../src/domain/streams.js'
import { webhook } from '../../../src/domain/webhook.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { rebuild } from '../../../src/projections/engine/rebuild.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { changeHolds } from '../../../src/audit/retention/hold-lock.js'
import { LogStreams } from '../../../src/audit/retention/log-streams.js'
import type { SealSigner } from '../../../src/audit/seals/signing.js'
import { RetentionReport } from '../../../src/audit/retention/report.js'
import { retain } from '../../../src/audit/retention/retain.js'
import { allRows } from '../../projections/all-rows.js'
import { connectedCompany, sampleInvoice } from '../../http/api/samples.js'
import { type Answer, type Client, startTestService } from '../../http/api/test-service.js'
import { waitFor } from '../../support/wait-for.js'

const log = pino({ level: 'silent' })
const COUNTED_BY_NONE: Pick<Observer, 'happened'> = UNOBSERVED
const TIMES = { testDays: 30, liveYears: 10 }

/** The store, with some of it otherwise. */
export function storeWith(store: EventStore, changes: Partial<EventStore>): EventStore {
  return {
    append: (stream, revision, events) => store.append(stream, revision, events),
    readStream: (stream, from) => store.readStream(stream, from),
    subscribe: (options) => store.subscribe(options),
    eventAt: (position) => store.eventAt(position),
    head: () => store.head(),
    erase: (stream) => store.erase(stream),
    close: () => store.close(),
    ...changes,
  }
}

/** The API with two accounts, a clock of its own, and the end of retention. */
export async function prepareErased(t: Test) {
  const service = await startTestService(t)
  const { pool, clock, deps } = service
  const { store } = deps
  const account = await service.account('unlimited')
  const other = await service.account('unlimited')
  await connectedCompany(account.test)
  await connectedCompany(other.test)

  const settle = async (): Promise<void> => {
    const head = await store.head()
    await waitFor(
      'the read models have caught up',
      () =>
        deps.freshness.waitFor(
          head ?? 0n,
          PROJECTIONS.map(({ name }) => name),
        ),
      30_000,
    )
  }
  const post = (
    client: Client,
    changes: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Answer> => client.post('/v1/invoices', sampleInvoice(changes), headers)
  const invoice = async (client: Client, changes: Record<string, unknown>, headers = {}): Promise<string> => {
    const { status, body } = await post(client, changes, headers)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return String(body['data']?.['id'])
  }
  const begin = ({
    dryRun = false,
    store: through = store,
    pool: by = pool,
    waitsForSeals = false,
    times = TIMES,
    signer = null as SealSigner | null,
    observer = COUNTED_BY_NONE,
  } = {}) => {
    const report = new RetentionReport()
    const base = {
      store: through,
      pool: by,
      clock,
      log,
      documents: deps.documents,
      times,
      waitsForSeals,
      signer,
      observer,
    }
    const parts = retain({ ...base, logs: new LogStreams(base) }, report, { dryRun, isStopped: () => false })
    return { report, parts }
  }
  const toEnd = async ({ report, parts }: ReturnType<typeof begin>): Promise<RetentionReport> => {
    let part = await parts.next()
    while (part.done !== true) part = await parts.next()
    return report
  }
  const run = async (given: Parameters<typeof begin>[0] = {}): Promise<RetentionReport> => {
    await settle()
    return toEnd(begin(given))
  }
  const context = (scope: Scope | { account: string; environment: null }) =>
    ({ ...scope, actor: 'operator', correlationId: 'test', causationId: 'test' }) as const
  const hold = async (decide: typeof placeHold, accountId: string, kind: HoldKind, id: string): Promise<void> => {
    const command = decide({ kind, id, reason: 'Case 1', operator: 'ann' })
    const about = context({ account: accountId, environment: null })
    await changeHolds({ store, pool, clock }, about, accountId, command)
  }
  const rebuildAll = async ({ beforeFlip }: { beforeFlip?: () => Promise<void> } = {}): Promise<void> => {
    let first = true
    for (const projection of PROJECTIONS) {
      const stopping = new AbortController().signal
      const through = storeWith(store, {
        async *subscribe(options) {
          for await (const message of store.subscribe(options)) {
            // All is folded; the flip comes next. The look for a restore reads all streams.
            const isFolded = message.kind === 'caughtUp' && options.streamPrefixes !== undefined
            if (isFolded && first && beforeFlip && projection.name === 'invoices') {
              first = false
              await beforeFlip()
            }
            yield message
          }
        },
      })
      await rebuild({ store: through, pool, log }, projection, stopping)
    }
  }
  const same = async (t: Test, why: string): Promise<void> => {
    await settle()
    const before = await allRows(pool)
    await rebuildAll()
    t.same(before, await allRows(pool), why)
  }
  return {
    service,
    account,
    other,
    settle,
    post,
    invoice,
    run,
    /** A run of which each part is asked for. */
    begin,
    toEnd,
    same,
    rebuildAll,
    customer: sampleInvoice()['customer'] as Record<string, unknown>,
    /** Made so many milliseconds before now. */
    async invoiceAt(client: Client, at: number, changes: Record<string, unknown>): Promise<string> {
      clock.advance(at)
      const id = await invoice(client, changes)
      clock.advance(-at)
      return id
    },
    hold: (accountId: string, kind: HoldKind, id: string) => hold(placeHold, accountId, kind, id),
    release: (accountId: string, kind: HoldKind, id: string) => hold(releaseHold as never, accountId, kind, id),
    /** The database's clock is the real one: as if the documents had been put long ago. */
    ageDocuments: () => pool.query("UPDATE documents.document SET stored_at = now() - interval '40 days'"),
    async documents(): Promise<number> {
      const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM documents.document')
      return rows[0]?.count ?? -1
    },
    /** Every row of the database that holds one of these texts. */
    async dump(texts: readonly string[]): Promise<readonly { table: string; text: string }[]> {
      const { rows: tables } = await pool.query<{ name: string }>(
        `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema)'`,
      )
      const found = await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)
          return rows
            .filter(({ text }) => texts.some((each) => text.includes(each)))
            .map(({ text }) => ({ table: name, text }))
        }),
      )
      return found.flat()
    },
    /** A run that fails at its so-manieth step outside; true: it needed fewer. */
    async runThatDies(steps: number): Promise<boolean> {
      await settle()
      let left = steps
      const dying = <T extends object>(whole: T, names: readonly string[]): T =>
        new Proxy(whole, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return (...given: unknown[]): unknown => {
              if (names.includes(String(name)) && --left < 0) throw new Error('died')
              return Reflect.apply(value, target, given)
            }
          },
        })
      try {
        await run({ store: dying(store, ['erase', 'append']), pool: dying(pool, ['query', 'connect']) })
        return true
      } catch (error) {
        if ((error as Error).message !== 'died') throw error
        return false
      }
    },
    async webhook(scope: Scope): Promise<void> {
      const command = { url: 'https://receiver.example/', events: null, secretName: `webhook/${randomUUID()}` }
      await handle({ store, clock }, context(scope), webhook, webhookStream(scope), configureWebhook(command as never))
    },
    /** A delivery about a connection that was accepted. */
    async takenDelivery(scope: Scope, connectionId: string): Promise<string> {
      const subject = streamName(scope.environment, 'Connection', connectionId)
      const [requested] = await store.readStream(subject)
      const announced = eventId(requested?.id ?? '')
      const deliveryId = deliveryIdOf(scope, announced)
      const at = clock.now().toISOString()
      const url = 'https://receiver.example/'
      const stream = streamName(scope.environment, 'Delivery', deliveryId)
      const scheduled = { deliveryId, eventId: announced, subject, revision: 0, kind: 'connection.active', body: '{}' }
      const taken = { subject, url, attempt: { at, statusCode: 200, error: null, durationMs: 3 } }
      const events: DeliveryEvent[] = [
        {
          type: 'DeliveryScheduled',
          data: { ...scheduled, invoiceId: null, connectionId, url, epoch: 1, nextAttemptAt: at },
        },
        { type: 'DeliverySucceeded', data: taken },
      ]
      await handle({ store, clock }, context(scope), delivery, stream, () => accept(...events))
      return deliveryId
    },
    /** A delivery of the invoice's creation that has failed once. */
    async failedDelivery(scope: Scope, id: string): Promise<string> {
      const subject = streamName(scope.environment, 'Invoice', id)
      const [created] = await store.readStream(subject)
      const about = { deliveryId: deliveryIdOf(scope, eventId(created?.id ?? '')), eventId: eventId(created?.id ?? '') }
      const at = clock.now().toISOString()
      const url = 'https://receiver.example/'
      const events: DeliveryEvent[] = [
        {
          type: 'DeliveryScheduled',
          data: {
            ...about,
            subject,
            revision: 0,
            kind: 'invoice.created',
            invoiceId: id,
            connectionId: null,
            url,
            epoch: 1,
            nextAttemptAt: at,
            body: '{}',
          },
        },
        {
          type: 'DeliveryFailed',
          data: { subject, url, attempt: { at, statusCode: 500, error: 'HTTP 500', durationMs: 3 } },
        },
      ]
      const stream = streamName(scope.environment, 'Delivery', about.deliveryId)
      await handle({ store, clock }, context(scope), delivery, stream, () => accept(...events))
      return about.deliveryId
    },
  }
}
