import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import fc from 'fast-check'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { Quota } from '../../src/commands/use-cases/quota.js'
import { Refusal } from '../../src/domain/refusal.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { readConfig } from '../../src/host/settings/config.js'
import { Cleanup, Pools } from '../../src/host/start/stores.js'
import { DELIVERIES } from '../../src/processors/deliveries/lane.js'
import { PostgresGates } from '../../src/processors/work/postgres/gates.js'
import { PostgresWorkList } from '../../src/processors/work/postgres/work-list.js'
import { QuotaLedger, type Which } from '../../src/storage/quotas.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { inTransaction } from '../../src/storage/postgres/transaction.js'
import { VaultKeyRing } from '../../src/storage/vault/key-ring.js'
import { PostgresVault } from '../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../src/storage/vault/secrets-key.js'
import { migratedDatabase } from '../support/database.js'
import { BEGIN, HOSTILE, isUnaffected, type Owner } from '../support/neighbours.js'

async function open(t: Test, size = 10): Promise<pg.Pool> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size })
  t.teardown(() => pool.end())
  return pool
}

/** Each history has names of its own in the one database. */
const history = (() => {
  let count = 0
  return (): string => String((count += 1)).padStart(6, '0')
})()

t.test("an account's places in its plan are its own, also when stale ones are sought", async (t) => {
  const pool = await open(t)
  const ledger = new QuotaLedger(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }))
  const limits = { monthlyInvoices: { test: 3, production: 3 }, activeCompanies: 2 }
  await isUnaffected(
    (now) => {
      const run = history()
      // Every other subject exists; the claims of the others become stale.
      const exists = (id: string): boolean => /[02468]$/.test(id)
      const existing = (which: Which) => Promise.resolve('among' in which ? which.among.filter(exists) : [])
      const quota = new Quota({
        ledger,
        store: new MemoryEventStore(),
        existing: {
          invoices: (_scope, _month, which) => existing(which),
          activeCompanies: (_scope, which) => existing(which),
          companiesShown: () => Promise.resolve(),
        },
        clock: { now },
        plans: { free: limits },
      })
      return {
        perform: async (owner, { subject, isCompany }: { subject: number; isCompany: boolean }) => {
          const scope = { account: `acc_${run}${owner}`, environment: 'test' } as const
          const claim = isCompany
            ? quota.claimCompany(scope, 'free', `comp_${subject}`)
            : quota.claimInvoice(scope, 'free', `inv_${subject}`)
          return claim.then(
            () => 'claimed',
            (error: unknown) => (error instanceof Refusal ? error.message : Promise.reject(error)),
          )
        },
      }
    },
    fc.record({ subject: fc.nat(9), isCompany: fc.boolean() }),
    // Stale after two minutes; one search in ten seconds.
    { numRuns: 20, stepMs: 50_000, isInOrder: true },
  )
  t.pass()
})

t.test('a government that is away, or closes a lane, closes no other', async (t) => {
  const pool = await open(t)
  const act = fc.constantFrom('answered', 'away', 'away', 'close', 'ask')
  await isUnaffected(
    () => {
      const run = history()
      const gates = new PostgresGates(pool, () => 0.5)
      return {
        perform: async (owner, { act, seconds }: { act: string; seconds: number }, at) => {
          const government = `${run} ${owner}`
          const lane = `${government} lane`
          if (act === 'answered') await gates.answered(government, at)
          if (act === 'away') await gates.away(government, at, seconds)
          if (act === 'close') await gates.close(lane, new Date(at.getTime() + seconds * 1000))
          return gates.closedUntil({ name: lane, government }, at)
        },
      }
    },
    fc.record({ act, seconds: fc.nat(90) }),
    { numRuns: 15, isInOrder: true },
  )
  t.pass()
})

t.test('a secret is its own account’s, under any name, while keys are replaced', async (t) => {
  const pool = await open(t)
  const [before, after] = [7, 8].map((byte) => parseSecretsKey(Buffer.alloc(32, byte).toString('base64')))
  if (before === undefined || after === undefined) throw new Error('two keys are made')
  const act = fc.constantFrom('put', 'add', 'get', 'delete', 'renew', 'retire')
  // PostgreSQL holds no U+0000, and no half of a surrogate pair.
  const name = HOSTILE.map((text) => `x${text.toWellFormed().replaceAll('\0', '')}`)
  await isUnaffected(
    () => {
      const run = history()
      const ring = new VaultKeyRing(before, () => [after[0], ...before])
      const vault = new PostgresVault(pool, ring)
      return {
        perform: async (owner, { act, name }: { act: string; name: string }) => {
          const scope = { account: `acc_${run}${owner}`, environment: 'test' } as const
          if (act === 'put') await vault.put(scope, name, Buffer.from(`put ${owner} ${name}`))
          if (act === 'add')
            return Buffer.from(await vault.add(scope, name, Buffer.from(`added ${owner} ${name}`))).toString()
          if (act === 'delete') await vault.delete(scope, name)
          if (act === 'renew') ring.renew()
          if (act === 'retire') ring.renew(before[0])
          const secret = await vault.get(scope, name)
          return secret && Buffer.from(secret).toString()
        },
      }
    },
    fc.record({ act, name: fc.oneof(fc.constantFrom('a', 'b'), name) }),
    { numRuns: 15, isInOrder: true },
  )
  t.pass()
})

t.test('a connection is as new after every transaction, however it ended', async (t) => {
  const { url } = await migratedDatabase(t)
  const cleanup = new Cleanup()
  t.teardown(() => cleanup.run())
  const pool = new Pools({
    connectionString: url,
    secretsKeys: parseSecretsKey(Buffer.alloc(32, 7).toString('base64')),
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    cleanup,
    cut: new AbortController().signal,
  }).open('api', 1)
  const settings = async (): Promise<unknown> => {
    const { rows } = await pool.query(
      `SELECT name, setting FROM pg_settings WHERE name NOT IN ('transaction_read_only') ORDER BY name`,
    )
    const locks = await pool.query(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    const tables = await pool.query(`SELECT count(*) FROM pg_class WHERE relpersistence = 't'`)
    return [rows, locks.rows, tables.rows]
  }
  const fresh = await settings()
  const statement = fc.constantFrom(
    'SET LOCAL statement_timeout = 1',
    "SELECT set_config('synchronous_commit', 'off', true)",
    "SELECT set_config('enable_seqscan', 'off', true)",
    'SELECT pg_advisory_xact_lock(7)',
    'CREATE TEMPORARY TABLE mine (a int) ON COMMIT DROP',
    'SELECT 1 / 0',
    'SELECT $',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(statement, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (statements, isThrown) => {
        await inTransaction(pool, async (client) => {
          for (const text of statements) await client.query(text)
          if (isThrown) throw new Error('a fault of ours')
        }).catch(() => undefined)
        t.same(await settings(), fresh, statements.join('; '))
      },
    ),
    { numRuns: 30 },
  )
})

t.test('a lane is served as if it were alone', async (t) => {
  const source = { ...DELIVERIES, projection: 'none' }
  const pools = { beside: await open(t), alone: await open(t) }
  const piece = fc.record({ owner: fc.constantFrom<Owner>('one', 'other'), account: fc.nat(3), dueIn: fc.nat(40) })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 30 }), async (pieces) => {
      const run = history()
      const served = async (pool: pg.Pool, owners: readonly Owner[]): Promise<string[]> => {
        await pool.query('DELETE FROM processing.work')
        for (const [index, { owner, account, dueIn }] of pieces.entries())
          if (owners.includes(owner))
            await pool.query(
              `INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position)
               VALUES ($1, $2, $3, 'test', $4, $5, 1)`,
              [source.kind, `${run} ${index}`, `acc_${account}`, owner, new Date(BEGIN + dueIn * 1000)],
            )
        const list = new PostgresWorkList(pool)
        const mine: string[] = []
        const after: Record<Owner, string> = { one: '', other: '' }
        for (let second = 0; second <= 40; second += 10) {
          const lanes = owners.map((owner) => ({ name: owner, government: null, wanted: 3, after: after[owner] }))
          for (const claim of await list.claim(source, new Date(BEGIN + second * 1000), lanes)) {
            after[claim.lane as Owner] = claim.account
            if (claim.lane === 'one') mine.push(`${second} ${claim.key}`)
            await list.release(claim, { seen: 1n, dueAt: null, outages: 0, faults: 0 })
          }
        }
        return mine
      }
      t.strictSame(await served(pools.beside, ['one', 'other']), await served(pools.alone, ['one']))
    }),
    { numRuns: 12 },
  )
})
