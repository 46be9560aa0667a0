import { createHash, createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { type Cursor, Cursors, type Paged } from '../../../src/http/api/cursor.js'
import { ApiError } from '../../../src/http/errors.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const secret = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const cursors = (...bytes: number[]): Cursors => new Cursors(parseSecretsKey(bytes.map(secret).join()))
const scope: Scope = { account: 'acc_1', environment: 'test' }
const place: Cursor = { createdAt: '2026-03-31T09:30:00.123Z', id: 'inv_2WnKc7yTq4XbR9vLz0HdSm' }
const refused = (read: () => unknown): void => void t.throws(read, ApiError)

t.test(
  'a cursor survives its journey through every process of its deployment, and a change of its secret',
  async (t) => {
    const text = cursors(1).encode('inv', scope, place)
    t.match(text, /^[\w-]{40,80}$/)
    t.same(cursors(1).decode('inv', scope, text), place)
    t.same(cursors(2, 1).decode('inv', scope, text), place)
    t.equal(cursors(1).decode('inv', scope, undefined), null)
  },
)

t.test('a cursor of another list, account, environment or deployment is none', async () => {
  const text = cursors(1).encode('inv', scope, place)
  refused(() => cursors(2).decode('inv', scope, text))
  refused(() => cursors(1).decode('dlv', scope, text))
  refused(() => cursors(1).decode('inv', { ...scope, account: 'acc_2' }, text))
  refused(() => cursors(1).decode('inv', { ...scope, environment: 'production' }, text))
  // An id of another list, though sealed for this one.
  refused(() => cursors(1).decode('dlv', scope, cursors(1).encode('dlv', scope, place)))
})

t.test('no other text is a cursor', async () => {
  const text = cursors(1).encode('inv', scope, place)
  const other = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.constantFrom(`${text}=`, `${text} `, ` ${text}`, `${text}.`, text.slice(1), text.slice(0, -1), text + text, ''),
    fc
      .tuple(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'ABCxyz019-_ +/=é'))
      .map(([at, letter]) => text.slice(0, at) + letter + text.slice(at + 1)),
  )
  fc.assert(
    fc.property(other, (text_) => {
      if (text_ === text) return
      try {
        cursors(1).decode('inv', scope, text_)
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return
        throw error
      }
      throw new Error(`taken for a cursor: ${text_}`)
    }),
    { numRuns: 5_000 },
  )
})

t.test('what is sealed is judged all the same', async () => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 1), '', 'clearway page cursors', 32))
  const sealed = (list: Paged, text: string): string => {
    const seal = createHmac('sha256', key).update(`${list} acc_1 test ${text}`).digest().subarray(0, 16)
    return Buffer.concat([seal, Buffer.from(text)]).toString('base64url')
  }
  t.same(
    cursors(1).decode('inv', scope, sealed('inv', `${Date.parse(place.createdAt).toString(36)}.${place.id}`)),
    place,
  )
  // The year 117,800; beyond all time; no time; no id; more than an id.
  for (const text of [
    `${(3.65e15).toString(36)}.${place.id}`,
    `zzzzzzzzzz.${place.id}`,
    `.${place.id}`,
    `1.inv_`,
    `1.${place.id}' OR true`,
    `1.${place.id}\n`,
  ]) {
    refused(() => cursors(1).decode('inv', scope, sealed('inv', text)))
  }
})

t.test("changed and forged cursors give neither a fault nor another's rows", async (t) => {
  const service = await startTestService(t)
  const [mine, theirs] = [await service.account('unlimited'), await service.account('unlimited')]
  const cursorOf = new Map<string, string>()
  for (const { id, test } of [mine, theirs]) {
    await connectedCompany(test)
    for (let n = 0; n < 3; n++) await test.post('/v1/invoices', sampleInvoice({ externalId: `${id}-${n}` }))
    const page = await test.get('/v1/invoices?limit=1')
    cursorOf.set(id, page.body['nextCursor'] as unknown as string)
  }
  const [own, foreign] = [cursorOf.get(mine.id) ?? '', cursorOf.get(theirs.id) ?? '']
  const forge = (time: string, id: string): string => {
    const forged = `${time}.${id}`
    const sum = createHash('sha256').update(`invoices ${forged}`).digest('hex').slice(0, 8)
    return Buffer.from(`${forged}.${sum}`).toString('base64url')
  }
  const bytes = Buffer.from(own, 'base64url')
  const changed = fc.oneof(
    fc.constantFrom(own, foreign, '', forge((3.65e15).toString(36), place.id), forge('zzzzzzzzzz', place.id)),
    fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(byte, at)
      return copy.toString('base64url')
    }),
    fc.nat({ max: own.length }).map((at) => own.slice(0, at) + foreign.slice(at)),
    fc.string({ maxLength: 400 }),
  )
  await fc.assert(
    fc.asyncProperty(changed, fc.constantFrom('/v1/invoices', '/v1/webhooks/deliveries'), async (cursor, path) => {
      const answer = await mine.test.get(`${path}?cursor=${encodeURIComponent(cursor)}`)
      if (answer.status === 200) {
        const rows = [...(answer.body['data'] as Json)]
        if (cursor === own && rows.every((row) => String(row['externalId']).startsWith(mine.id))) return
      } else if (answer.status === 400 && cursor !== own) return
      else if (answer.status === 400 && path !== '/v1/invoices') return
      throw new Error(`${cursor}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }),
    { numRuns: 1_000 },
  )
  t.equal((await mine.test.get(`/v1/invoices?cursor=${own}`)).body['data']?.length, 2)
  const restarted = mine.test.on(await service.secondApp())
  t.equal((await restarted.get(`/v1/invoices?cursor=${own}`)).status, 200, 'the cursor is good in another process')
})
