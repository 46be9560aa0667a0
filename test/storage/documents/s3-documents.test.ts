import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { isOutage } from '../../../src/eventstore/outage.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { deleteObjects, moveDocuments } from '../../../src/storage/documents/document-moves.js'
import type { ObjectStore } from '../../../src/storage/documents/object-store.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { parseS3Address } from '../../../src/storage/documents/s3/address.js'
import { S3Objects } from '../../../src/storage/documents/s3/s3-objects.js'
import { S3_CREDENTIALS, S3StandIn } from '../../standins/s3.js'
import { migratedDatabase } from '../../support/database.js'
import { setEnvironment } from '../../support/environment.js'

setEnvironment(t, S3_CREDENTIALS)
const scope: Scope = { account: 'acc_a', environment: 'test' }
const LATER = (): Date => new Date(Date.now() + 1_000)

async function open(t: Test, encryption: ConstructorParameters<typeof S3Objects>[1] = null) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const server = new S3StandIn()
  await server.start()
  t.teardown(() => server.stop())
  const objects = new S3Objects(parseS3Address(server.url), encryption)
  t.teardown(() => objects.close())
  const documents = new PostgresDocuments(pool, objects)
  const put = async (text: string | Uint8Array, at: Scope = scope): Promise<string> =>
    (await documents.put(at, Buffer.from(text), 'application/xml')).sha256
  const get = async (sha256: string, at: Scope = scope): Promise<string | null> => {
    const bytes = await documents.get(at, sha256)
    return bytes && Buffer.from(bytes).toString()
  }
  const count = async (query: string): Promise<number> =>
    (await pool.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${query}`)).rows[0]?.n ?? -1
  return { pool, server, objects, documents, put, get, count, move: () => moveDocuments(pool, objects, LATER(), null) }
}

void t.test('documents move to the bucket, byte for byte, and are read, put and erased as before', async (t) => {
  const { pool, server, objects, documents, put, get, count, move } = await open(t)
  const large = randomBytes(3 * 1024 * 1024)
  const [first, empty, big] = [await put('<Invoice/>'), await put(''), await put(large)]
  t.same({ ...(await move()), bytes: 0 }, { documents: 3, bytes: 0, damaged: [], next: null })
  t.equal(server.objects.size, 3)
  t.match([...server.objects.keys()].join('\n'), new RegExp(`^clearway/test/acc_a/${first}/[0-9a-f-]{36}$`, 'm'))
  t.equal(await count('documents.document WHERE content IS NOT NULL'), 0)
  t.equal(await count('documents.object_to_delete'), 0)
  t.equal(await get(first), '<Invoice/>')
  t.equal(await get(empty), '')
  t.ok(large.equals((await documents.get(scope, big)) ?? Buffer.of()))

  t.equal(await put('<Invoice/>'), first)
  t.match(await move(), { documents: 0 })
  t.equal(await count('documents.document'), 3, 'the same document is one row, wherever its bytes are')

  for (const foreign of [
    { account: 'acc_b', environment: 'test' },
    { account: 'acc_a', environment: 'production' },
  ] satisfies Scope[]) {
    t.equal(await get(first, foreign), null)
    await documents.erase(foreign, first)
  }
  t.equal(await get(first), '<Invoice/>')
  await documents.erase(scope, first)
  await documents.erase(scope, first)
  t.equal(await get(first), null)
  t.equal(await deleteObjects(pool, objects), 1)
  t.equal(server.objects.size, 2)
})

void t.test('the server checks the sum, and encrypts as it is asked to', async (t) => {
  const { server, objects, put, move } = await open(t, { algorithm: 'aws:kms', keyId: 'key-7' })
  await put('<Invoice/>')
  await move()
  t.match(
    [...server.objects.values()],
    [{ encryption: 'aws:kms', encryptionKey: 'key-7', mediaType: 'application/xml' }],
  )
  await t.rejects(objects.put('a', Buffer.from('changed on the way'), 'text/plain', 'f'.repeat(64)), {
    message: /^s3:\/\/documents\/clearway did not answer as expected: BadDigest/,
  })
  t.notOk(server.objects.has('clearway/a'))
})

void t.test(
  'an object that was replaced, shortened or lengthened is never returned; one that is gone is missing',
  async (t) => {
    const { server, put, get, move } = await open(t)
    const sha256 = await put('total 100.00')
    await move()
    const [key = ''] = server.objects.keys()
    const kept = server.objects.get(key)
    if (kept === undefined) throw new Error('nothing was moved')
    for (const bytes of ['total 900.00', 'total 100.0', 'total 100.000']) {
      server.objects.set(key, { ...kept, bytes: Buffer.from(bytes) })
      await t.rejects(get(sha256), { name: 'DocumentDamaged' }, bytes)
    }
    server.objects.delete(key)
    t.equal(await get(sha256), null)
  },
)

void t.test('a server that does not answer loses nothing, and is an outage', async (t) => {
  const { pool, server, objects, put, get, count, move } = await open(t)
  const sha256 = await put('<Invoice/>')
  for (const fault of ['busy', 'cut'] as const) {
    server.fault = fault
    const error: unknown = await move().then(
      () => null,
      (reason: unknown) => reason,
    )
    t.ok(isOutage(error), fault)
  }
  t.equal(await get(sha256), '<Invoice/>', 'it is still in the database')
  server.fault = null
  t.match(await move(), { documents: 1 })
  server.fault = 'cut'
  await t.rejects(get(sha256), { name: 'ObjectStoreUnavailable' })
  server.fault = null
  t.equal(await get(sha256), '<Invoice/>')
  t.equal(await count('documents.object_to_delete WHERE due_at > now()'), 2, 'what the tries may have left')
  await pool.query('UPDATE documents.object_to_delete SET due_at = now()')
  t.equal(await deleteObjects(pool, objects), 2)
  t.equal(server.objects.size, 1)
})

/** An object store in which something happens when an object has arrived. */
function after(objects: ObjectStore, event: () => Promise<void>): ObjectStore {
  return {
    name: objects.name,
    put: async (...object) => {
      await objects.put(...object)
      await event()
    },
    get: (key, size) => objects.get(key, size),
    delete: (key) => objects.delete(key),
    close: () => undefined,
  }
}

void t.test('what is erased, moved by another or dies while it moves leaves no object behind', async (t) => {
  const { pool, server, objects, documents, put, get, count, move } = await open(t)
  const sha256 = await put('<Invoice/>')
  const erasing = after(objects, () => documents.erase(scope, sha256))
  t.match(await moveDocuments(pool, erasing, LATER(), null), { documents: 0 })
  t.equal(await get(sha256), null)
  await deleteObjects(pool, objects)
  t.equal(server.objects.size, 0)

  await put('<Invoice/>')
  const overtaken = after(objects, async () => {
    await move()
  })
  t.match(await moveDocuments(pool, overtaken, LATER(), null), { documents: 0 })
  await deleteObjects(pool, objects)
  t.equal(server.objects.size, 1)
  t.equal(await get(sha256), '<Invoice/>')

  await put('<Other/>')
  const dying = after(objects, () => Promise.reject(new Error('the process died')))
  await t.rejects(moveDocuments(pool, dying, LATER(), null), /died/)
  t.equal(server.objects.size, 2)
  await pool.query('UPDATE documents.object_to_delete SET due_at = now()')
  await deleteObjects(pool, objects)
  t.equal(server.objects.size, 1)

  const slow = after(objects, async () => {
    await pool.query('UPDATE documents.object_to_delete SET due_at = now()')
    await deleteObjects(pool, objects)
  })
  t.match(await moveDocuments(pool, slow, LATER(), null), { documents: 0 }, 'its object was deleted meanwhile')
  t.equal(await count('documents.document WHERE content IS NOT NULL'), 1)
})

void t.test('many documents move in parts, and a damaged one does not keep the others', async (t) => {
  const { pool, objects, put, get, count } = await open(t)
  const all = await Promise.all(Array.from({ length: 95 }, (_, n) => put(`<Invoice>${n}</Invoice>`)))
  const [damaged = ''] = all
  await pool.query('UPDATE documents.document SET content = $2 WHERE sha256 = $1', [damaged, Buffer.from('x')])
  let next = null
  const found: string[] = []
  let parts = 0
  do {
    const moved = await moveDocuments(pool, objects, LATER(), next)
    found.push(...moved.damaged)
    next = moved.next
    parts += 1
  } while (next !== null)
  t.equal(parts, 3)
  t.same(found, [damaged])
  t.equal(await count('documents.document WHERE object IS NULL'), 1)
  for (const [n, sha256] of all.entries()) if (n > 0) t.equal(await get(sha256), `<Invoice>${n}</Invoice>`)
  const without = new PostgresDocuments(pool)
  await t.rejects(without.get(scope, all[1] ?? ''), { message: /is in an object store: set DOCUMENTS_URL/ })
})

void t.test('an address names the bucket and no credentials', (t) => {
  t.same(parseS3Address('s3://invoices/a/b/?region=eu-central-1'), {
    bucket: 'invoices',
    prefix: 'a/b',
    region: 'eu-central-1',
    endpoint: undefined,
    pathStyle: false,
  })
  t.same(parseS3Address('s3://b.c-d?endpoint=https%3A%2F%2Fs3.example.com&pathStyle=true'), {
    bucket: 'b.c-d',
    prefix: '',
    region: undefined,
    endpoint: 'https://s3.example.com',
    pathStyle: true,
  })
  for (const [url, message] of [
    ['s3://', /is not the address of a bucket/],
    ['s3://user:secret@bucket', /is not the address of a bucket/],
    ['https://bucket', /is not the address of a bucket/],
    ['s3://bucket?key=secret', /has the unknown part key/],
    ['s3://bucket?pathStyle=yes', /another pathStyle/],
    ['s3://bucket?endpoint=ftp://x', /no web address/],
    ['s3://bucket?endpoint=https://u:secret@x', /has credentials in its endpoint/],
  ] as const) {
    t.throws(() => parseS3Address(url), { name: 'StartupError', message }, url)
    t.throws(() => parseS3Address(url), { message: /^DOCUMENTS_URL (?!.*secret)/ })
  }
  t.end()
})
