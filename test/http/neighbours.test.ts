import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import fc from 'fast-check'
import t from 'tap'
import type { Scope } from '../../src/domain/event.js'
import { FailedAuthentications } from '../../src/http/api/failed-authentications.js'
import { RateLimit } from '../../src/http/api/rate-limit.js'
import { FailedTries, Sessions } from '../../src/http/console/sessions.js'
import { OwnerLanes } from '../../src/http/owner-lanes.js'
import { Shares } from '../../src/http/shares.js'
import { Sockets } from '../../src/http/sockets.js'
import { StaticContent } from '../../src/http/static-content.js'
import { parseSecretsKey } from '../../src/storage/vault/secrets-key.js'
import { HOSTILE, isUnaffected, type Owner, scopeOf, VERSION } from '../support/neighbours.js'

t.test('the limit of requests counts for each account apart', async (t) => {
  await isUnaffected(
    (now) => {
      const taken = new Map<string, number>()
      const counter = {
        take: async ({ account }: Scope, start: Date, wanted: number, limit: number) => {
          const key = `${account} ${start.getTime()}`
          const before = taken.get(key) ?? 0
          const granted = Math.min(wanted, limit - before)
          taken.set(key, before + granted)
          return Promise.resolve({ granted, taken: before + granted })
        },
      }
      const limit = new RateLimit(counter as never, { now }, 12)
      return { perform: (owner, requests: number) => limit.take(scopeOf(owner), requests) }
    },
    fc.integer({ min: 1, max: 5 }),
  )
  t.pass()
})

t.test('failed authentications of another network count for nothing', async (t) => {
  await isUnaffected(
    (now) => {
      const failed = new FailedAuthentications({ now }, 2)
      return { perform: (owner, last: number) => failed.record(`192.0.${owner === 'one' ? 1 : 2}.${last}`) }
    },
    fc.integer({ min: 1, max: 2 }),
  )
  t.pass()
})

t.test('the share of an account is its own', async (t) => {
  await isUnaffected(
    () => {
      const shares = new Shares(20, 10)
      const held: Record<Owner, number[]> = { one: [], other: [] }
      return {
        perform: (owner, amount: number) => {
          if (amount > 0) {
            const shortage = shares.take(owner, amount)
            if (shortage === null) held[owner].push(amount)
            // An owner whose share is used up may learn that everybody's is.
            return shortage === null
          }
          const back = held[owner].pop()
          if (back !== undefined) shares.give(owner, back)
          return back
        },
      }
    },
    fc.integer({ min: 0, max: 8 }),
  )
  t.pass()
})

t.test('work of an account waits for no work of another', async (t) => {
  await isUnaffected(() => {
    const lanes = new OwnerLanes(1)
    const turns = { one: 0, other: 0 }
    return {
      perform: (owner, pauses: number) => {
        const mine = (turns[owner] += 1)
        return lanes.run(owner, async () => {
          const begun = turns[owner]
          for (let n = 0; n < pauses; n++) await Promise.resolve()
          return [mine, begun]
        })
      },
    }
  }, VERSION)
  t.pass()
})

/** A connection as far as the limits look at it. */
class Line extends EventEmitter {
  isClosed = false

  constructor(readonly remoteAddress: string) {
    super()
  }

  destroy(): void {
    this.isClosed = true
    this.emit('close')
  }
}

/** Opens and uses the connections of owners. */
function lines(sockets: Sockets) {
  const made: Record<Owner, Line[]> = { one: [], other: [] }
  const as = (line: Line): Socket => line as unknown as Socket
  const address = { one: '198.51.100.1', other: '203.0.113.1' }
  return {
    open(owner: Owner, isKnown: boolean): void {
      const line = new Line(address[owner])
      made[owner].push(line)
      sockets.opened(as(line))
      if (isKnown && !line.isClosed) sockets.recognised(as(line))
    },
    leave(owner: Owner, number: number): void {
      made[owner][number]?.destroy()
    },
    stillOpen: (owner: Owner): readonly boolean[] => made[owner].map(({ isClosed }) => !isClosed),
  }
}

const LIMITS = { perAddress: 3, isProxy: () => false, onOverflow: () => undefined }

t.test('connections of another address close none, while there is room', async (t) => {
  await isUnaffected(
    () => {
      const { open, leave, stillOpen } = lines(new Sockets({ ...LIMITS, total: 1_000 }))
      return {
        perform: (owner, { act, number, isKnown }: { act: string; number: number; isKnown: boolean }) => {
          if (act === 'open') open(owner, isKnown)
          else leave(owner, number)
          return stillOpen(owner)
        },
      }
    },
    fc.record({ act: fc.constantFrom('open', 'open', 'leave'), number: fc.nat(8), isKnown: fc.boolean() }),
  )
  t.pass()
})

t.test('strangers close no connection of a client with a key, however many they open', (t) => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (strangers) => {
      const { open, stillOpen } = lines(new Sockets({ ...LIMITS, perAddress: 1_000, total: 6 }))
      let clients = 0
      for (const isStranger of strangers) {
        if (isStranger) open('other', false)
        else if (clients++ < 4) open('one', true)
      }
      t.notOk(stillOpen('one').includes(false))
    }),
    { numRuns: 60 },
  )
  t.end()
})

t.test('a session of the console is begun, renewed and ended for its own browser', async (t) => {
  const keys = parseSecretsKey(Buffer.alloc(32, 7).toString('base64'))
  const act = fc.constantFrom('begin', 'find', 'renew', 'end', 'notice')
  await isUnaffected(
    () => {
      let count = 0
      const random = (size: number): Uint8Array => Buffer.alloc(size, (count += 1))
      const bearer = (name: string) => ({ user: { name, role: 'operator' as const }, bound: name })
      const sessions = new Sessions(keys, random, bearer)
      const cookies: Record<Owner, string> = { one: '', other: '' }
      const notices: Record<Owner, string> = { one: '', other: '' }
      return {
        perform: (owner, { act, text }: { act: string; text: string }, at) => {
          const now = at.getTime()
          if (act === 'begin') cookies[owner] = sessions.begin({ name: owner, role: 'operator' }, now).cookie
          const found = sessions.find(cookies[owner], notices[owner], now)
          // What someone makes up, or has of another, opens nothing.
          if (sessions.find(text, text, now) !== null) return 'a made-up session'
          if (found === null) return null
          if (act === 'renew') cookies[owner] = sessions.renewed(found, now) ?? cookies[owner]
          if (act === 'notice') notices[owner] = sessions.noticed(found, { kind: 'done', text })
          if (act === 'end') sessions.end(found, now)
          const { user, begunAt, usedAt, notice } = found
          return { user, begunAt, usedAt, notice }
        },
      }
    },
    fc.record({ act, text: HOSTILE }),
    { stepMs: 20 * 60_000 },
  )
  t.pass()
})

t.test('failed attempts to sign in count for their own address', async (t) => {
  await isUnaffected(
    () => {
      const tries = new FailedTries()
      return {
        perform: (owner, count: number, at) => {
          const address = owner === 'one' ? '198.51.100.1' : '203.0.113.1'
          // The minute, and the limit of 100 in all, are everybody's.
          for (let n = 0; n < count; n++) tries.note(address, at.getTime())
          return tries.waitFor(address, at.getTime()) > 0
        },
      }
    },
    fc.integer({ min: 0, max: 2 }),
    { stepMs: 1_000 },
  )
  t.pass()
})

t.test('content is that of its own page in every coding, however little is remembered', async (t) => {
  const step = fc.record({ page: VERSION, accepted: fc.constantFrom('br', 'gzip', 'br;q=0.1, gzip', '*', 'identity') })
  await isUnaffected(
    () => {
      const statics = new StaticContent(200)
      const app = fastify()
      app.get('/:owner/:page', async (request, reply) => {
        const { owner, page } = request.params as Record<string, string>
        return statics.send(request, reply, { content: `${owner} ${page} `.repeat(400) })
      })
      return {
        perform: async (owner, { page, accepted }: { page: number; accepted: string }) => {
          const headers = { 'accept-encoding': accepted }
          const { rawPayload, headers: sent } = await app.inject({ url: `/${owner}/${page}`, headers })
          const coding = sent['content-encoding']
          const plain =
            coding === 'br' ? brotliDecompressSync(rawPayload) : coding === 'gzip' ? gunzipSync(rawPayload) : rawPayload
          return [coding, sent.etag, plain.toString()]
        },
      }
    },
    step,
    { numRuns: 20 },
  )
  t.pass()
})
