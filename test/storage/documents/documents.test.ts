import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { migratedDatabase } from '../../support/database.js'

const scope: Scope = { account: 'acc_a', environment: 'test' }

async function open(t: Test) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  return { pool, documents: new PostgresDocuments(pool) }
}

void t.test('a document comes back as it was put, under its SHA-256', async (t) => {
  const { documents } = await open(t)
  const bytes = new TextEncoder().encode('<Invoice>ș</Invoice>')
  const reference = await documents.put(scope, bytes, 'application/xml')
  t.same(reference, {
    sha256: '295012f791de074546bdb86fb34ec9a8ebd64f09e6240b43dc4b48a0cd4c59f9',
    size: bytes.length,
    mediaType: 'application/xml',
  })
  t.same(Buffer.from((await documents.get(scope, reference.sha256)) ?? []), Buffer.from(bytes))
})

void t.test('every byte survives, of an empty document and of a large one', async (t) => {
  const { documents } = await open(t)
  for (const bytes of [new Uint8Array(), randomBytes(8 * 1024 * 1024)]) {
    const { sha256 } = await documents.put(scope, bytes, 'application/pdf')
    t.ok(Buffer.from(bytes).equals((await documents.get(scope, sha256)) ?? Buffer.from('none')))
  }
})

void t.test('a part of a larger buffer is stored as that part', async (t) => {
  const { documents } = await open(t)
  const { sha256, size } = await documents.put(
    scope,
    new Uint8Array(Buffer.from('abcdef')).subarray(2, 4),
    'text/plain',
  )
  t.equal(size, 2)
  t.equal(Buffer.from((await documents.get(scope, sha256)) ?? []).toString(), 'cd')
})

void t.test('the same document put many times at once is one document', async (t) => {
  const { pool, documents } = await open(t)
  const bytes = Buffer.from('the same')
  const references = await Promise.all(Array.from({ length: 20 }, () => documents.put(scope, bytes, 'application/xml')))
  t.equal(new Set(references.map(({ sha256 }) => sha256)).size, 1)
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM documents.document')
  t.equal(rows[0]?.count, '1')
})

void t.test('another account, and the other environment, find nothing and erase nothing', async (t) => {
  const { documents } = await open(t)
  const { sha256 } = await documents.put(scope, Buffer.from('mine'), 'text/plain')
  for (const foreign of [
    { account: 'acc_b', environment: 'test' },
    { account: 'acc_a', environment: 'production' },
  ] satisfies Scope[]) {
    t.equal(await documents.get(foreign, sha256), null)
    await documents.erase(foreign, sha256)
  }
  t.ok(await documents.get(scope, sha256))
})

void t.test('an erased document is gone, and erasing it again is no error', async (t) => {
  const { documents } = await open(t)
  const { sha256 } = await documents.put(scope, Buffer.from('old'), 'text/plain')
  await documents.erase(scope, sha256)
  await documents.erase(scope, sha256)
  t.equal(await documents.get(scope, sha256), null)
})

void t.test('a row that was tampered with is never returned; putting the document again repairs it', async (t) => {
  const { pool, documents } = await open(t)
  const { sha256 } = await documents.put(scope, Buffer.from('total 100.00'), 'text/plain')
  await pool.query('UPDATE documents.document SET content = $1', [Buffer.from('total 900.00')])
  await t.rejects(documents.get(scope, sha256), { name: 'DocumentDamaged' })
  await documents.put(scope, Buffer.from('total 100.00'), 'text/plain')
  t.equal(Buffer.from((await documents.get(scope, sha256)) ?? []).toString(), 'total 100.00')
})
