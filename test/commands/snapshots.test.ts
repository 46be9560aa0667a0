import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import { acceptCredentials, deleteConnection, requestConnection } from '../../src/commands/connection.js'
import { amendCompany, createCompany, deactivateCompany } from '../../src/commands/company.js'
import { configureWebhook, removeWebhook } from '../../src/commands/webhook.js'
import { type CommandContext, type Decision, handle, load } from '../../src/commands/handle.js'
import { type Aggregate, fold } from '../../src/domain/aggregate.js'
import { numberSeries } from '../../src/domain/number-series.js'
import { company } from '../../src/domain/company.js'
import { connection, type ConnectionEvent } from '../../src/domain/connection.js'
import type { DomainEvent } from '../../src/domain/event.js'
import { webhook } from '../../src/domain/webhook.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { Snapshots } from '../../src/eventstore/snapshots.js'
import { companies } from '../../src/projections/companies.js'
import { connections } from '../../src/projections/connections.js'
import { rowOf } from '../../src/projections/engine/projection.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../support/database.js'

const { url } = await migratedDatabase(t)
const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
t.teardown(() => db.destroy())

const clock = { now: () => new Date('2026-03-31T09:30:00.000Z') }
const context: CommandContext = {
  account: 'acc_1',
  environment: 'test',
  actor: 'key:key_1',
  correlationId: 'req_1',
  causationId: 'req_1',
}
const facts = { companyId: 'comp_1', name: 'A', vatNumber: 'RO12', country: 'RO' as const, currency: 'EUR' }

/** Counts the events that are read from it. */
class CountingStore {
  readonly store: EventStore = new MemoryEventStore()
  read = 0

  constructor() {
    const readStream = this.store.readStream.bind(this.store)
    this.store.readStream = async (stream, from) => {
      const events = await readStream(stream, from)
      this.read += events.length
      return events
    }
  }
}

/**
 * A kind of stream that may grow, by what can happen to it, and all that is loaded of it with
 * snapshots.
 */
interface Kind {
  readonly name: string
  // Each decides on its own aggregate's states; here they are only passed on.
  readonly aggregate: Aggregate<never, never>
  readonly loaded: readonly Aggregate<unknown, DomainEvent>[]
  readonly step: fc.Arbitrary<(state: never) => Decision<never, string>>
}

function kind<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  rows: readonly unknown[],
  step: fc.Arbitrary<(state: State) => Decision<Event, string>>,
): Kind {
  return {
    name: aggregate.name,
    aggregate: aggregate as never,
    loaded: [aggregate, ...rows] as never,
    step: step as never,
  }
}

const requested = {
  connectionId: 'conn_1',
  companyId: 'comp_1',
  countryCode: 'RO',
  environment: 'production',
  canBeSetUp: true,
  isOpen: false,
} as const
/** What a processor puts on record of a connection, where it may. */
const happens =
  (...events: ConnectionEvent[]) =>
  (state: { readonly status: string }): Decision<ConnectionEvent, never> => ({
    kind: 'accept',
    events: ['none', 'deleted'].includes(state.status) ? [] : events,
  })
const text = fc.string({ maxLength: 8, unit: 'grapheme' }).filter((value) => !value.includes('\0'))

const KINDS: readonly Kind[] = [
  kind(
    company,
    [rowOf(companies)],
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(createCompany(facts)) },
      {
        weight: 20,
        arbitrary: fc
          .record(
            { name: text, currency: fc.constantFrom('EUR', 'RON'), contacts: fc.record({ phone: text }) },
            { requiredKeys: [] },
          )
          .map(amendCompany),
      },
      { weight: 1, arbitrary: fc.constant(deactivateCompany()) },
    ),
  ),
  kind(
    connection,
    [rowOf(connections)],
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(requestConnection(requested)) },
      { weight: 5, arbitrary: fc.constant(acceptCredentials()) },
      {
        weight: 5,
        arbitrary: text.map((errorMessage) => happens({ type: 'ConnectionExpired', data: { errorMessage } })),
      },
      { weight: 1, arbitrary: fc.constant(deleteConnection()) },
    ),
  ),
  kind(
    webhook,
    [],
    fc.oneof(
      fc.constant(removeWebhook()),
      fc
        .tuple(text, fc.option(fc.array(fc.constantFrom('invoice.created', 'invoice.error'))))
        .map(([url, events]) => configureWebhook({ url, events, secretName: 's' })),
    ),
  ),
]

/** What may befall snapshots between two loads. */
const MISHAPS = {
  lost: 'DELETE FROM operations.snapshot',
  edited: `UPDATE operations.snapshot SET state = replace(state, 'A', 'B') || ' '`,
  'with another revision': 'UPDATE operations.snapshot SET revision = greatest(0, revision - 1)',
  'of another version': 'UPDATE operations.snapshot SET version = 1000 + (random() * 1000000000)::integer',
  'of another history': `UPDATE operations.snapshot SET hash = repeat('0', 64)`,
} as const

const mishap = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(MISHAPS)) },
)

let streams = 0
for (const { name, aggregate, loaded, step } of KINDS) {
  t.test(`${name}: a state with snapshots is the state without, however damaged they are`, async (t) => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(step, mishap), { minLength: 5, maxLength: 20 }),
        async (every, steps) => {
          const store = new MemoryEventStore()
          const snapshots = new Snapshots(db, every)
          const stream = `testThing-${streams++}`
          for (const [decide, mishap] of steps) {
            await handle({ store, clock, snapshots }, context, aggregate, stream, decide)
            if (mishap !== null) await pool.query(`${mishap} WHERE stream = $1`, [stream])
            for (const each of loaded) {
              const short = await load(store, each, stream, snapshots)
              const { events, ...long } = await load(store, each, stream)
              assert.deepEqual({ ...short, events: [] }, { ...long, events: [] })
              if (short.events.length < events.length) found += 1
            }
          }
        },
      ),
      { numRuns: 25 },
    )
    t.ok(found > 100, `snapshots were of use ${found} times`)
  })
}

t.test('however long a stream is, a command reads no more of it than what came since the last snapshot', async (t) => {
  const counting = new CountingStore()
  const deps = { store: counting.store, clock, snapshots: new Snapshots(db) }
  await handle(deps, context, company, 'testCompany-long', createCompany(facts))
  const most: number[] = []
  for (let n = 0; n < 400; n++) {
    counting.read = 0
    await handle(deps, context, company, 'testCompany-long', amendCompany({ name: `name ${n}` }))
    most.push(counting.read)
  }
  t.ok(Math.max(...most) <= deps.snapshots.every + 1, `${Math.max(...most)} events at most`)
  t.match(await load(counting.store, company, 'testCompany-long', deps.snapshots), {
    state: { details: { name: 'name 399' } },
    revision: 400,
  })
})

t.test('a snapshot of events that a restored store no longer has is not believed', async (t) => {
  const snapshots = new Snapshots(db, 3)
  const stream = 'testCompany-restored'
  const write = async (names: readonly string[]) => {
    const store = new MemoryEventStore()
    const deps = { store, clock, snapshots }
    await handle(deps, context, company, stream, createCompany(facts))
    for (const name of names) await handle(deps, context, company, stream, amendCompany({ name }))
    return store
  }
  await write(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  const shorter = await write(['a', 'x'])
  t.match(await load(shorter, company, stream, snapshots), { state: { details: { name: 'x' } }, revision: 2 })
  await write(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  const without = { store: new MemoryEventStore(), clock }
  await handle(without, context, company, stream, createCompany({ ...facts, currency: 'RON' }))
  for (let n = 0; n < 12; n++) await handle(without, context, company, stream, amendCompany({ name: `n${n}` }))
  t.match(await load(without.store, company, stream, snapshots), {
    state: { details: { name: 'n11', currency: 'RON' } },
  })
  const restored = without.store
  await restored.erase(stream)
  t.match(await load(restored, company, stream, snapshots), { state: { status: 'none' }, revision: 'none' })
})

/**
 * The form of each version's states: a change of a state or its fold requires a higher version and
 * writes the new one here, so that no older snapshot is taken for one of today.
 */
const STATES: readonly (readonly [Aggregate<never, never>, version: number, readonly DomainEvent[], state: unknown])[] =
  [
    [
      company,
      6,
      [
        { type: 'CompanyCreated', data: { ...facts, registrationNumber: 'J1', contacts: { phone: '1' } } },
        { type: 'CompanyAmended', data: { name: 'B', address: { country: 'RO' } } },
        { type: 'CompanyDefaultsSet', data: { defaults: { taxRegime: 'RF19' } } },
        { type: 'CompanyNumberingSet', data: { numbering: { pattern: 'R-{0}', setAt: '2026-01-01T00:00:00.000Z' } } },
        { type: 'CompanyLogoSet', data: { letterhead: { accentColor: '#0b5c4a' } } },
        { type: 'CompanyDeactivated', data: {} },
      ],
      {
        status: 'inactive',
        companyId: 'comp_1',
        vatNumber: 'RO12',
        registrationNumber: 'J1',
        country: 'RO',
        details: { name: 'B', currency: 'EUR', contacts: { phone: '1' }, address: { country: 'RO' } },
        defaults: { taxRegime: 'RF19' },
        numbering: { pattern: 'R-{0}', setAt: '2026-01-01T00:00:00.000Z' },
        letterhead: { accentColor: '#0b5c4a' },
      },
    ],
    [
      numberSeries,
      1,
      [
        {
          type: 'NumberAssigned',
          data: { companyId: 'comp_1', series: 'R-#', counter: 7, number: 'R-7', invoiceId: 'inv_7' },
        },
        { type: 'NumberVoided', data: { counter: 7, number: 'R-7', invoiceId: 'inv_7' } },
      ],
      { last: { counter: 7, number: 'R-7', invoiceId: 'inv_7', isVoid: true } },
    ],
    [
      connection,
      3,
      [
        { type: 'ConnectionRequested', data: { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' } },
        { type: 'ConnectionActivated', data: { tokenExpiresAt: '2027-01-01T00:00:00.000Z' } },
        { type: 'TokenRefreshFailed', data: { errorMessage: 'away', nextTryAt: '2026-12-01T00:00:00.000Z' } },
        { type: 'AccessRefused', data: { errorMessage: 'HTTP 401' } },
        { type: 'ConnectionExpired', data: { errorMessage: 'gone' } },
      ],
      {
        status: 'expired',
        connectionId: 'conn_1',
        companyId: 'comp_1',
        countryCode: 'RO',
        tokenExpiresAt: '2027-01-01T00:00:00.000Z',
        lastErrorMessage: 'gone',
        codeHashes: [],
        authorizations: 0,
        refreshFailures: 1,
        nextTryAt: null,
        access: 'refused',
      },
    ],
    [
      webhook,
      2,
      [
        { type: 'WebhookConfigured', data: { url: 'u', events: null, secretName: 's' } },
        { type: 'WebhookRemoved', data: {} },
        { type: 'WebhookConfigured', data: { url: 'v', events: ['invoice.error'], secretName: 't' } },
        {
          type: 'WebhookSecretRotated',
          data: { secretName: 'u', previousSecretExpiresAt: '2027-01-01T00:00:00.000Z' },
        },
      ],
      {
        status: 'configured',
        url: 'v',
        events: ['invoice.error'],
        secretName: 'u',
        previousSecret: { name: 't', expiresAt: '2027-01-01T00:00:00.000Z' },
        epoch: 1,
      },
    ],
  ] as never

t.test('a state that changes its shape is of another version', (t) => {
  for (const [aggregate, version, events, state] of STATES) {
    t.strictSame([aggregate.snapshotVersion, fold(aggregate, events as never)], [version, state], aggregate.name)
  }
  t.end()
})
