import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { fileError } from '../../../src/storage/embedded-postgres/file-error.js'
import { operatingUser } from '../../../src/storage/embedded-postgres/operating-user.js'
import { lastProblemOf } from '../../../src/storage/embedded-postgres/server-log.js'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { secretsKeyOf } from '../../../src/storage/vault/secrets-key.js'
import { dataDirectory, isRoot, query, recordingLog, serversIn } from './support.js'

const log = recordingLog()
const roots = { uid: 0, gid: 0 }
const asRoot = isRoot ? {} : { skip: 'not root: PostgreSQL runs as this user' }

/** A directory in which a service has run and was stopped. */
async function usedDirectory(t: Test): Promise<string> {
  const dataDir = dataDirectory(t)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await postgres.stop()
  return dataDir
}

async function refusal(t: Test, dataDir: string, message: RegExp): Promise<void> {
  await t.rejects(startEmbeddedPostgres({ dataDir, log }), { name: 'StartupError', message })
  t.same(serversIn(dataDir), [], 'nothing is left running')
}

void t.test('a database of another PostgreSQL version is left alone', async (t) => {
  const dataDir = await usedDirectory(t)
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  const right = readFileSync(file)
  writeFileSync(file, '15\n')
  await refusal(t, dataDir, /was created by PostgreSQL 15, but this release contains PostgreSQL 17; start it with/)
  writeFileSync(file, right)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  t.same(await query(postgres.connectionString, 'SELECT 1 AS one'), [{ one: 1 }], 'and the directory is free again')
  await postgres.stop()
})

void t.test('a directory that holds something else is left alone', async (t) => {
  const dataDir = dataDirectory(t)
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'all my work')
  await refusal(t, dataDir, /is not empty but contains no PostgreSQL database/)
  t.equal(readFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'utf8'), 'all my work')
})

void t.test('an empty directory in the place of the database is a first start', async (t) => {
  const dataDir = dataDirectory(t)
  mkdirSync(join(dataDir, 'postgres'))
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await postgres.stop()
  t.same(serversIn(dataDir), [])
})

void t.test('a damaged database is reported with the words of PostgreSQL', async (t) => {
  const dataDir = await usedDirectory(t)
  truncateSync(join(dataDir, 'postgres', 'global', 'pg_control'), 100)
  await refusal(t, dataDir, /does not start on .*: could not read file "global\/pg_control": read 100 of .*backup/)
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '')
  await refusal(t, dataDir, /is damaged \(PG_VERSION can't be understood\)/)
})

void t.test('DATA_DIR that is a file', async (t) => {
  const dataDir = join(dataDirectory(t), 'file')
  writeFileSync(dataDir, '')
  await t.rejects(startEmbeddedPostgres({ dataDir, log }), { name: 'StartupError', message: /which is a file/ })
  await t.rejects(startEmbeddedPostgres({ dataDir: join(dataDir, 'below'), log }), { name: 'StartupError' })
})

void t.test('what the file system refuses becomes a sentence with a remedy', async (t) => {
  const sentence = (code: string) => String(fileError('/data', Object.assign(new Error('low-level'), { code })))
  t.match(
    sentence('EACCES'),
    /^StartupError: The data directory \/data can't be written by this user; make it writable/,
  )
  t.match(sentence('EROFS'), /read-only file system/)
  t.match(sentence('ENOSPC'), /The disk that holds the data directory \/data is full/)
  t.match(sentence('ENAMETOOLONG'), /shorter path/)
  t.match(sentence('EIO'), /^Error: low-level/, 'what is not understood is not dressed up')
})

void t.test('EMBEDDED_POSTGRES_USER', asRoot, async (t) => {
  t.throws(() => operatingUser('no-such-user', roots), {
    name: 'StartupError',
    message: /does not exist on this machine/,
  })
  t.throws(() => operatingUser('root', roots), { name: 'StartupError', message: /must not be root/ })
  const daemon = operatingUser('daemon', roots) ?? roots
  t.match(operatingUser('nobody', daemon), { name: 'nobody' }, 'the setting wins')
  t.match(operatingUser(undefined, daemon), { ...daemon, name: 'daemon' }, 'then who owns the database')
  const nameless = { uid: 471_147, gid: 471_147 }
  t.ok(
    ['postgres', 'nobody'].includes(operatingUser(undefined, nameless)?.name ?? ''),
    'PostgreSQL works for no user without a name',
  )

  const dataDir = dataDirectory(t)
  for (const user of ['nobody', undefined, 'daemon']) {
    const postgres = await startEmbeddedPostgres({ dataDir, log, user })
    t.same(await query(postgres.connectionString, 'SELECT 1 AS one'), [{ one: 1 }], `as ${user ?? 'its owner'}`)
    await postgres.stop()
  }
})

void t.test('what root does in the directory of another user leaves it to that user', asRoot, async (t) => {
  const dataDir = dataDirectory(t)
  const daemon = operatingUser('daemon', roots) ?? roots
  chownSync(dataDir, daemon.uid, daemon.gid)
  secretsKeyOf(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await postgres.stop()
  for (const name of readdirSync(dataDir)) t.equal(statSync(join(dataDir, name)).uid, daemon.uid, name)
})

void t.test('a full disk', async (t) => {
  const dataDir = dataDirectory(t)
  const mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', dataDir]).status === 0
  if (!mounted) {
    t.pass('left out: a small file system can be mounted by root only')
    return
  }
  t.teardown(() => {
    spawnSync('umount', [dataDir])
  })
  await refusal(t, dataDir, /The disk that holds the data directory .* is full; free at least 50 MB/)
})

void t.test('the line that states why PostgreSQL failed is found among the others', async (t) => {
  const output = `2026-03-01 10:00:00.000 UTC [7] LOG:  starting PostgreSQL
2026-03-01 10:00:00.001 UTC [7] FATAL:  could not create shared memory segment: No space left on device
2026-03-01 10:00:00.002 UTC [7] DETAIL:  Failed system call was shm_open.
2026-03-01 10:00:00.003 UTC [7] LOG:  database system is shut down`
  t.equal(lastProblemOf(output), 'could not create shared memory segment: No space left on device')
  t.equal(
    lastProblemOf('initdb: error: could not access directory "/x": Permission denied'),
    'could not access directory "/x": Permission denied',
  )
  t.equal(lastProblemOf('sh: 1: postgres: not found\n'), 'sh: 1: postgres: not found')
  t.equal(lastProblemOf('\n'), null)
})
