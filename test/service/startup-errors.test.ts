import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { StartupError } from '../../src/storage/startup-error.js'
import { call } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import {
  type Ended,
  freePort,
  runMain,
  startProcess,
  stopProcess,
  temporaryDataDir,
} from '../support/running-service.js'
import { startHere } from '../support/service-here.js'

/** How the service refuses to start, as `main.ts` shows it; without the process. */
async function refusal(t: Test, env: Readonly<Record<string, string>>): Promise<Ended> {
  try {
    await startHere(t, env)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return { status: 1, stdout: '', stderr: error.message }
  }
  return { status: null, stdout: 'it started', stderr: '' }
}

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

t.test('a port for messages of governments without authentication', async (t) => {
  const env = { DATA_DIR: temporaryDataDir(t), PORT: '0', INBOUND_PORT: '0' }
  isOneSentence(t, await refusal(t, env), /^INBOUND_PORT .* INBOUND_TLS_CLIENT_CA, INBOUND_TOKEN/)
})

t.test('an address that this machine has not', async (t) => {
  isOneSentence(t, await refusal(t, { DATA_DIR: temporaryDataDir(t), HOST: '192.0.2.1' }), /HOST/)
})

t.test('a data directory that another service holds, which continues unharmed', async (t) => {
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
  isOneSentence(t, await refusal(t, { DATA_DIR: dataDir, PORT: '0' }), /PostgreSQL 12/)
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
  isOneSentence(t, await refusal(t, { DATA_DIR: join(parent, 'file'), PORT: '0' }), /DATA_DIR|directory/)
})

t.test('a data directory that holds something else', async (t) => {
  const dataDir = temporaryDataDir(t)
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'photo.jpg'), 'x')
  isOneSentence(t, await refusal(t, { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }), /move it away/)
})

t.test('a DATABASE_URL where no server answers, without its password', async (t) => {
  const port = await freePort()
  const ended = await refusal(t, {
    DATABASE_URL: `postgresql://clearway:hunter2@127.0.0.1:${port}/clearway`,
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    PORT: '0',
  })
  isOneSentence(t, ended, /DATABASE_URL/)
  t.notMatch(ended.stderr, /hunter2/)
})

t.test('a vault whose key is lost, or is another one; the key comes back, or the secrets are given up', async (t) => {
  const dataDir = temporaryDataDir(t)
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  const keyFile = join(dataDir, 'secrets.key')
  const first = await startHere(t, env)
  const key = first.demo.testKey
  const configured = await call(first.url, key, 'POST', '/v1/webhooks', { url: 'https://receiver.example/hook' })
  t.equal(configured.status, 200)
  await first.stop()
  const right = readFileSync(keyFile, 'utf8')

  rmSync(keyFile)
  isOneSentence(t, await refusal(t, env), /secrets\.key.* missing.* 1 secret.*backup/)
  t.notOk(existsSync(keyFile), 'no other key takes its place')
  const other = Buffer.alloc(32, 9).toString('base64')
  const foreign = await refusal(t, { ...env, SECRETS_KEY: other })
  isOneSentence(t, foreign, /SECRETS_KEY .*1 secret/)
  t.notOk(foreign.stderr.includes(other))
  writeFileSync(keyFile, other, { mode: 0o600 })
  isOneSentence(t, await refusal(t, env), /secrets\.key .*1 secret.*backup/)

  writeFileSync(keyFile, right, { mode: 0o600 })
  const second = await startHere(t, { ...env, SECRETS_KEY: `${other},${right.trim()}` })
  await second.stop()
  rmSync(keyFile)
  t.match(await runCli(['secrets', 'discard'], env), { status: 0, stdout: /1 secret/ })
  await startHere(t, env)
  t.ok(existsSync(keyFile), 'an empty vault gets a new key')
})

t.test('a command on a data directory without a database', async (t) => {
  const elsewhere = join(temporaryDataDir(t), 'data')
  const ended = await runCli(['accounts', 'create', '--name', 'x', '--json'], { DATA_DIR: elsewhere })
  isOneSentence(t, ended, /no database in .*data;.* DATA_DIR/)
  t.ok(ended.stderr.includes(elsewhere), 'names the directory')
  t.notOk(existsSync(elsewhere), 'nothing was made there')
})

t.test('a command on a database that no service uses right now says which one it is', async (t) => {
  const dataDir = await usedDataDir(t)
  const ended = await runCli(['accounts', 'create', '--name', 'x', '--json'], { DATA_DIR: dataDir })
  t.equal(ended.status, 0)
  t.match(ended.stderr, /no service runs on the data directory/)
  t.ok(ended.stderr.includes(dataDir))
})

t.test('a setting that can not be', async (t) => {
  isOneSentence(t, await refusal(t, { PORT: 'many' }), /PORT is "many", but must be a port number/)
})

async function usedDataDir(t: Test): Promise<string> {
  const dataDir = temporaryDataDir(t)
  const service = await startHere(t, { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' })
  await service.stop()
  return dataDir
}
