import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import t from 'tap'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../src/storage/documents/postgres-documents.js'
import { runCli } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'

t.test('replay, seal, export, verify: from the command line, on a store and offline', async (t) => {
  const { url } = await migratedDatabase(t)
  const folder = mkdtempSync(join(tmpdir(), 'clearway-audit-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const keyFile = join(folder, 'seal.key')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const env = { DATABASE_URL: url, SEAL_KEY_FILE: keyFile, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }

  const store = new PostgresEventStore({ connectionString: url })
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 2 })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  const history = new History(store)
  const { account } = await history.account()
  const scope = { account, environment: 'production' } as const
  const { id, stream } = await history.invoice(scope, acceptedInvoice('C-1'))
  const document = await new PostgresDocuments(pool).put(scope, Buffer.from('<Invoice/>'), 'application/xml')
  await history.findings(
    scope,
    stream,
    { type: 'InvoiceValidated', data: { rulesChecked: 300, format: 'UBL 2.1 CIUS-RO' } },
    { type: 'InvoiceConverted', data: { format: 'UBL 2.1 CIUS-RO', document } },
  )

  // Side by side: most of a command's time is the start of its process.
  const [sealed, key, replay, earlier, unknown] = await Promise.all([
    runCli(['seal', '--json'], env),
    runCli(['seal', 'key'], env),
    runCli(['audit', 'replay', id], env),
    runCli(['audit', 'replay', id, '--at', '2020-01-01', '--json'], env),
    runCli(['audit', 'replay', 'inv_1111111111111111111111'], env),
  ])
  t.equal(sealed.status, 0, sealed.stderr)
  const sealFile = join(folder, 'seal.json')
  writeFileSync(sealFile, sealed.stdout)
  const publicKey = join(folder, 'seal.pub')
  writeFileSync(publicKey, key.stdout)

  t.match(replay, { status: 0, stdout: new RegExp(`Invoice C-1 .*was received.*\\n.*status created`) })
  t.match(replay.stdout, document.sha256)
  t.match(JSON.parse(earlier.stdout), { invoiceId: id, state: null, steps: [], broken: null })
  t.match(unknown, { status: 1, stdout: '', stderr: /^There is no invoice inv_1{22} in either environment/ })

  const file = join(folder, 'invoice.zip')
  const [exported, inWords, nowhere] = await Promise.all([
    runCli(['audit', 'export', '--invoice', id, '-o', file, '--json'], env),
    runCli(['audit', 'export', '--invoice', id, '-o', join(folder, 'words.zip')], env),
    runCli(['audit', 'export', '--invoice', id, '-o', join(folder, 'no', 'x.zip')], env),
  ])
  t.equal(exported.status, 0, exported.stderr)
  t.match(JSON.parse(exported.stdout), { counts: { events: 3, documents: 1, seals: 1, proofs: 3 } })
  t.match(inWords.stdout, 'words.zip: 3 events in 1 stream, 1 document, 3 proofs by 1 seal.\n')
  t.equal(statSync(file).mode & 0o777, 0o600, 'for its owner only')
  t.ok(unzipSync(readFileSync(file))['README.txt'])
  t.match(nowhere, { status: 1, stderr: /cannot be written: its folder does not exist\.\n$/ })

  const [offline, live, noFile] = await Promise.all([
    runCli(['audit', 'verify', file, '--public-key', publicKey], {}),
    runCli(['audit', 'verify', '--public-key', publicKey, '--seal', sealFile, '--json'], env),
    runCli(['audit', 'verify', join(folder, 'none.zip')], {}),
  ])
  t.match(offline, { status: 0, stdout: /No changes were found/ })
  t.match(noFile, { status: 1, stderr: /none\.zip cannot be read: the file does not exist\.\n$/ })
  t.match(JSON.parse(live.stdout), { sound: true, findings: [] }, live.stderr)
  await pool.query('DELETE FROM eventstore.events WHERE stream = $1 AND revision = 1', [stream])
  const broken = await runCli(['audit', 'verify'], env)
  t.equal(broken.status, 1)
  t.match(broken.stdout, `deleted: ${stream}@1`)
})
