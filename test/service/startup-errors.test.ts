import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  type Ended,
  freePort,
  runMain,
  startProcess,
  stopProcess,
  temporaryDataDir,
} from '../support/running-service.js'

/** One clear sentence that names the remedy, a status, and nothing else. */
function isOneSentence(t: Test, { status, stdout, stderr }: Ended, expected: RegExp): void {
  const message = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{"level":30'))
    .join('\n')
  t.equal(status, 1)
  t.match(message, expected)
  t.equal(message.split('\n').length, 1, `one line: ${message}`)
  t.notMatch(message, / at .*\.js:\d+|node:internal/, 'no stack trace')
  t.equal(stdout, '')
}

t.test('a port that is taken', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const port = address !== null && typeof address !== 'string' ? address.port : 0
  isOneSentence(t, await runMain({ DATA_DIR: temporaryDataDir(t), PORT: String(port) }), /PORT/)
})

t.test('an address that this machine has not', async (t) => {
  isOneSentence(t, await runMain({ DATA_DIR: temporaryDataDir(t), HOST: '192.0.2.1' }), /HOST/)
})

t.test('a data directory that another service holds, which goes on unharmed', async (t) => {
  const dataDir = temporaryDataDir(t)
  const service = await startProcess({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' })
  t.teardown(() => stopProcess(service))
  isOneSentence(t, await runMain({ DATA_DIR: dataDir, PORT: '0' }), /in use by process \d+.*DATA_DIR/)
  const ready = await fetch(`${service.url}/ready`)
  t.equal(ready.status, 200)
  t.equal(await stopProcess(service), 0)
})

t.test('a data directory of another PostgreSQL version', async (t) => {
  const dataDir = await usedDataDir(t)
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '12\n')
  isOneSentence(t, await runMain({ DATA_DIR: dataDir, PORT: '0' }), /PostgreSQL 12/)
})

t.test('a corrupt data directory', async (t) => {
  const dataDir = await usedDataDir(t)
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  writeFileSync(control, Buffer.alloc(readFileSync(control).length, 7))
  isOneSentence(
    t,
    await runMain({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }),
    /restore|backup|corrupt|damaged/i,
  )
})

t.test('a data directory that is a file', async (t) => {
  const parent = temporaryDataDir(t)
  writeFileSync(join(parent, 'file'), '')
  isOneSentence(t, await runMain({ DATA_DIR: join(parent, 'file'), PORT: '0' }), /DATA_DIR|directory/)
})

t.test('a data directory that holds something else', async (t) => {
  const dataDir = temporaryDataDir(t)
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'photo.jpg'), 'x')
  isOneSentence(t, await runMain({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }), /move it away/)
})

t.test('a DATABASE_URL where nobody answers, without its password', async (t) => {
  const port = await freePort()
  const ended = await runMain({
    DATABASE_URL: `postgresql://clearway:hunter2@127.0.0.1:${port}/clearway`,
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    PORT: '0',
  })
  isOneSentence(t, ended, /DATABASE_URL/)
  t.notMatch(ended.stderr, /hunter2/)
})

t.test('a setting that can not be', async (t) => {
  isOneSentence(t, await runMain({ PORT: 'many' }), /PORT is "many", but must be a port number/)
})

async function usedDataDir(t: Test): Promise<string> {
  const dataDir = temporaryDataDir(t)
  const service = await startProcess({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' })
  t.equal(await stopProcess(service), 0)
  return dataDir
}
