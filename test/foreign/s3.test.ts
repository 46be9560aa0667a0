import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { createPool } from '../../src/storage/postgres/pool.js'
import { deleteObjects, moveDocuments } from '../../src/storage/documents/document-moves.js'
import { PostgresDocuments } from '../../src/storage/documents/postgres-documents.js'
import { parseS3Address } from '../../src/storage/documents/s3/address.js'
import { S3Objects } from '../../src/storage/documents/s3/s3-objects.js'
import { S3_CREDENTIALS } from '../standins/s3.js'
import { migratedDatabase } from '../support/database.js'
import { setEnvironment } from '../support/environment.js'
import { waitFor } from '../support/wait-for.js'
import { goPrograms } from './programs.js'

setEnvironment(t, S3_CREDENTIALS)

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The server of S3 by Versity, over a folder with one bucket. */
t.test('documents move to a server of S3 by others, and come back', { timeout: 120_000 }, async (t) => {
  const programs = goPrograms(t, 'documents in a server of S3')
  if (programs === null) return
  const folder = t.testdir({ documents: {} })
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const server = spawn(join(programs, 'versitygw'), ['--port', address, '--quiet', 'posix', folder], {
    env: {
      ...process.env,
      ROOT_ACCESS_KEY: S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
    stdio: 'ignore',
  })
  t.teardown(() => server.kill('SIGKILL'))
  await waitFor('the server', () =>
    fetch(`http://${address}/`).then(
      () => true,
      () => false,
    ),
  )
  mkdirSync(join(folder, 'documents'), { recursive: true })
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const of = (bucket: string): S3Objects =>
    new S3Objects(parseS3Address(`s3://${bucket}/clearway?endpoint=http://${address}&pathStyle=true`), null)
  const objects = of('documents')
  t.teardown(() => objects.close())
  const documents = new PostgresDocuments(pool, objects)
  const scope = { account: 'acc_a', environment: 'production' } as const
  const contents = [Buffer.from('<Invoice/>'), Buffer.of(), randomBytes(5 * 1024 * 1024)]
  const later = new Date(Date.now() + 60_000)
  const put = (bytes: Buffer) => documents.put(scope, bytes, 'application/xml')
  const [small = Buffer.of(), ...others] = contents
  const first = await put(small)
  const nowhere = of('another-bucket')
  t.teardown(() => nowhere.close())
  await t.rejects(moveDocuments(pool, nowhere, later, null), {
    name: 'ObjectStoreUnavailable',
    message: /NoSuchBucket/,
  })
  const references = [first, ...(await Promise.all(others.map(put)))]
  t.match(await moveDocuments(pool, objects, later, null), { documents: 3 })
  const { rows } = await pool.query('SELECT 1 FROM documents.document WHERE content IS NOT NULL')
  t.equal(rows.length, 0)
  for (const [n, { sha256 }] of references.entries())
    t.ok(contents[n]?.equals((await documents.get(scope, sha256)) ?? Buffer.from('none')), `document ${n}`)
  await t.rejects(objects.put('a', Buffer.from('changed on the way'), 'text/plain', 'f'.repeat(64)), {
    name: 'ObjectStoreUnavailable',
  })
  t.equal(await objects.get('a', 100), null)
  await documents.erase(scope, first.sha256)
  t.equal(await deleteObjects(pool, objects), 1)
  t.equal(await documents.get(scope, first.sha256), null)
})
