import t from 'tap'
import pg from 'pg'
import { migrate } from '../../../src/storage/postgres/migrate.js'
import { migrations } from '../../../src/storage/migrations/index.js'
import { StartupError } from '../../../src/storage/startup-error.js'
import { freshDatabase, migratedDatabase } from '../../support/database.js'

const first = { name: '0001-first', sql: 'CREATE TABLE first (a int)' }
const second = { name: '0002-second', sql: 'CREATE TABLE second (b int); INSERT INTO second VALUES (1)' }

void t.test('the released migrations apply to an empty database, and once only', async (t) => {
  const { url } = await freshDatabase(t)
  t.same(
    await migrate(url),
    migrations.map(({ name }) => name),
  )
  t.same(await migrate(url), [])
})

void t.test('a later release applies only what is new', async (t) => {
  const { url } = await freshDatabase(t)
  t.same(await migrate(url, [first]), ['0001-first'])
  t.same(await migrate(url, [first, second]), ['0002-second'])
})

void t.test('services that start at the same moment apply each migration once', async (t) => {
  const { url } = await freshDatabase(t)
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url, [first, second])))
  t.same(applied.flat().sort(), ['0001-first', '0002-second'])
})

void t.test('a migration that fails leaves nothing behind and can be fixed', async (t) => {
  const { url } = await freshDatabase(t)
  const broken = { name: '0002-second', sql: 'CREATE TABLE second (b int); INSERT INTO nowhere VALUES (1)' }
  await t.rejects(migrate(url, [first, broken]), { name: 'StartupError', message: /0002-second failed and was undone/ })
  t.same(await migrate(url, [first, second]), ['0002-second'])
})

void t.test('an edited migration is refused', async (t) => {
  const { url } = await freshDatabase(t)
  await migrate(url, [first, second])
  const edited = { ...first, sql: 'CREATE TABLE first (a bigint)' }
  await t.rejects(migrate(url, [edited, second]), { name: 'StartupError', message: /0001-first was edited/ })
})

void t.test('a database of a newer release is refused', async (t) => {
  const { url } = await freshDatabase(t)
  await migrate(url, [first, second])
  await t.rejects(migrate(url, [first]), { name: 'StartupError', message: /newer release \(it has 0002-second/ })
})

void t.test('migrations out of order are a mistake of the code', async (t) => {
  const { url } = await freshDatabase(t)
  await t.rejects(migrate(url, [second, first]), /not in the order/)
})

void t.test('an unreachable database is reported in one sentence, without the password', async (t) => {
  const { url } = await freshDatabase(t)
  const missing = url.replace(/\/test_\w+/, '/nowhere')
  await t.rejects(migrate(missing), { name: 'StartupError', message: /database "nowhere"\) has no such database/ })

  const error = await migrate('postgresql://alice:very-secret@127.0.0.1:1/db').catch((error: unknown) => error)
  t.ok(error instanceof StartupError)
  t.match(String(error), /127\.0\.0\.1:1, database "db": ECONNREFUSED/)
  t.notMatch(String(error), /very-secret|alice/)
})

void t.test('a test gets a migrated database of its own', async (t) => {
  const one = await migratedDatabase(t)
  const other = await migratedDatabase(t)
  t.not(one.url, other.url)
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  t.teardown(() => client.end())
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM storage.migration')
  t.equal(Number(rows[0]?.count), migrations.length)
})
