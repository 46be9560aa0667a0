import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { dataDirectory, isRoot, query, recordingLog } from './support.js'

const log = recordingLog()
const asRoot = { skip: isRoot ? false : 'only root can be another user' }

/** What PostgreSQL says to another process of the user that it runs as itself. */
async function asks(connectionString: string, user: { uid: number; gid: number }): Promise<string> {
  const [row] = await query(connectionString, "SELECT current_setting('unix_socket_directories') AS directory")
  const socket = `${String(row?.['directory'])}/.s.PGSQL.5432`
  const child = fork(join(import.meta.dirname, 'stranger.js'), [String(user.uid), String(user.gid), socket], {
    // Nothing of the test runner's, which would write its notes as that user.
    execArgv: [],
    env: {},
  })
  const [answer] = (await once(child, 'message')) as [string]
  return answer
}

void t.test('another process of the user that PostgreSQL runs as is not let in', asRoot, async (t) => {
  const dataDir = dataDirectory(t)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  t.teardown(() => postgres.stop())
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  t.not(uid, 0)
  t.equal(await asks(postgres.connectionString, { uid, gid }), 'refused')
  t.equal(await asks(postgres.connectionString, { uid: 0, gid: 0 }), 'in', 'whom the service runs as is')
})

void t.test('a data directory that trusted everybody is closed at the next start', asRoot, async (t) => {
  const dataDir = dataDirectory(t)
  const before = await startEmbeddedPostgres({ dataDir, log })
  await query(before.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await before.stop()
  writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  t.teardown(() => postgres.stop())
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  t.equal(await asks(postgres.connectionString, { uid, gid }), 'refused')
  t.same(await query(postgres.connectionString, 'SELECT answer FROM kept'), [{ answer: 42 }])
})

void t.test('the operating system says who comes; there is no other way in', async (t) => {
  const postgres = await startEmbeddedPostgres({ dataDir: dataDirectory(t), log })
  t.teardown(() => postgres.stop())
  const rules = await query(
    postgres.connectionString,
    'SELECT type, user_name, auth_method, error FROM pg_hba_file_rules',
  )
  t.same(rules, [{ type: 'local', user_name: ['clearway'], auth_method: 'peer', error: null }])
})
