import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import { newApiKey } from '../../../src/domain/api-key.js'
import { hashApiKey } from '../../../src/domain/api-key.js'
import { KeyRing } from '../../../src/http/api/key-ring.js'
import { KeyUsage } from '../../../src/http/api/key-usage.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { HOSTILE, isUnaffected, type Owner } from '../../support/neighbours.js'
import { waitFor } from '../../support/wait-for.js'
import { Client, startTestService } from './test-service.js'

const random = (size: number): Uint8Array => randomBytes(size)
const unknownKeys = (count: number): string[] => Array.from({ length: count }, () => newApiKey('test', random))

/** A key ring that counts its queries. */
async function countingRing(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t)
  let queries = 0
  const db = new Kysely<ReadModels>({
    dialect: new PostgresDialect({ pool: service.pool }),
    log: () => {
      queries += 1
    },
  })
  return { service, ring: new KeyRing(db, service.clock), queries: () => queries }
}

t.test('a key that is unknown costs no query each time', async (t) => {
  const { ring, queries } = await countingRing(t)
  const [key = ''] = unknownKeys(1)
  const begin = performance.now()
  for (let n = 0; n < 1_000; n++) t.equal(await ring.principalOf(key), null)
  const halfSeconds = (performance.now() - begin) / 500
  t.ok(queries() <= 1 + halfSeconds, `${queries()} queries in ${halfSeconds} half seconds`)
})

t.test('many keys at once take few queries, one after another, and each gets its own answer', async (t) => {
  const { service, ring, queries } = await countingRing(t)
  const { test, live, id } = await service.account()
  const keys = unknownKeys(1_000)
  keys[700] = test.key
  keys[701] = live.key
  const [first, ...rest] = await Promise.all([...keys, test.key].map((key) => ring.principalOf(key)))
  t.equal(first, null)
  t.match(rest[699], { scope: { account: id, environment: 'test' } })
  t.match(rest[700], { scope: { account: id, environment: 'production' } })
  t.match(rest[999], { scope: { account: id, environment: 'test' } })
  t.equal(rest.filter((principal) => principal !== null).length, 3)
  t.ok(queries() <= 4, `${queries()} queries`)
})

t.test('callers that wait for a failing query get its error, and the next call queries again', async (t) => {
  const { service, ring } = await countingRing(t)
  const { test } = await service.account()
  await service.pool.query('ALTER SCHEMA read RENAME TO away')
  const answers = await Promise.allSettled([test.key, ...unknownKeys(3)].map((key) => ring.principalOf(key)))
  t.strictSame(
    answers.map(({ status }) => status),
    Array(4).fill('rejected'),
  )
  await service.pool.query('ALTER SCHEMA away RENAME TO read')
  t.ok(await ring.principalOf(test.key))
})

t.test('a key that was tried before it existed works as soon as it is created', async (t) => {
  const next: Uint8Array[] = []
  const planned = (size: number): Uint8Array => (size === 32 ? next.shift() : undefined) ?? randomBytes(size)
  const service = await startTestService(t, { random: planned })
  const { test } = await service.account()
  const other = await service.secondApp()
  for (let n = 0; n < 3; n++) {
    const bytes = randomBytes(32)
    const key = newApiKey('test', () => bytes)
    const [here, there] = [new Client(service.app, key), new Client(other, key)]
    t.same([(await here.get('/v1/companies')).status, (await there.get('/v1/companies')).status], [401, 401])
    next.push(bytes)
    const created = await test.post('/v1/api-keys', { name: 'New' })
    t.equal(created.body['data']?.['key'], key)
    t.equal((await here.get('/v1/companies')).status, 200, 'at once in this process')
    const works = async (): Promise<boolean> => (await there.get('/v1/companies')).status === 200
    t.ok(await waitFor('it works in another', works, 1_000), 'within a second in another')
  }
})

t.test('a key is what it is, regardless of the keys that others present, create and revoke', async (t) => {
  const service = await startTestService(t)
  const own = async () => {
    const { test, live } = await service.account()
    const second = await test.post('/v1/api-keys', { name: 'Second' })
    const revoked = await test.post('/v1/api-keys', { name: 'Revoked' })
    await test.delete(`/v1/api-keys/${revoked.body['data']?.['id']}`)
    const keys = [test.key, live.key, ...[second, revoked].map(({ body }) => String(body['data']?.['key']))]
    return { keys, second: String(second.body['data']?.['id']) }
  }
  const keys: Record<Owner, Awaited<ReturnType<typeof own>>> = { one: await own(), other: await own() }
  const step = fc.record({ key: fc.oneof(fc.nat(3), HOSTILE), act: fc.constantFrom('use', 'use', 'create', 'revoke') })
  await isUnaffected(
    () => {
      const ring = new KeyRing(service.deps.db, service.clock)
      return {
        perform: (owner, { key, act }: { key: number | string; act: string }) => {
          const mine = keys[owner]
          const presented = typeof key === 'string' ? key : (mine.keys[key] ?? '')
          if (act === 'create') ring.created(presented)
          if (act === 'revoke') ring.revoked(mine.second)
          return ring.principalOf(presented)
        },
      }
    },
    step,
    { numRuns: 25 },
  )
  t.pass()
})

t.test('the last use of a key is its own', async (t) => {
  const service = await startTestService(t)
  let runs = 0
  await isUnaffected(
    (now) => {
      const run = (runs += 1)
      const usage = new KeyUsage(service.deps.db, { now }, service.app.log)
      const idOf = (owner: Owner, key: number): string => `key_${hashApiKey(`${run} ${owner} ${key}`).slice(0, 22)}`
      return {
        perform: async (owner, key: number) => {
          usage.used(idOf(owner, key))
          await usage.flush()
          const ids = [0, 1, 2].map((each) => idOf(owner, each))
          const { rows } = await service.pool.query<{ last_used_at: string }>(
            'SELECT last_used_at FROM operations.api_key_usage WHERE key_id = $1',
            [ids[key]],
          )
          return rows.map(({ last_used_at }) => new Date(last_used_at).toISOString())
        },
      }
    },
    fc.nat(2),
    { numRuns: 15 },
  )
  t.pass()
})
