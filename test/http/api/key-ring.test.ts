import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import { newApiKey } from '../../../src/domain/api-key.js'
import { KeyRing } from '../../../src/http/api/key-ring.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
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
