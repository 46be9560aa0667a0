import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How long, and how much, of an unwanted body is read after the answer. */
export interface Lingering {
  readonly ms: number
  /** It ends after this time without a byte. */
  readonly idleMs: number
  readonly bytes: number
}

/**
 * Answers at once, even if the request's body is incomplete, and then closes the connection. Many
 * clients send all of a body before they read: if the connection were closed before that, they
 * would see a broken pipe instead of the answer. So the rest is read and discarded for a moment,
 * after the answer was sent.
 */
export function closeOnUnreadBodies(app: FastifyInstance, lingering: Lingering): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (!hasBody(raw)) {
      done(null, payload)
      return
    }
    raw.resume()
    if (isComplete(raw)) {
      done(null, payload)
      return
    }
    // A small body arrives with its headers: it is complete after one turn, and the connection can
    // be kept.
    setImmediate(() => {
      done(null, isComplete(raw) ? payload : closing(reply, payload, raw, lingering))
    })
  })
}

function closing(reply: FastifyReply, payload: unknown, raw: IncomingMessage, lingering: Lingering): unknown {
  void reply.header('connection', 'close')
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  void reply.header('content-length', String(Buffer.byteLength(payload)))
  return Readable.from(withRest(payload, raw, lingering))
}

/**
 * Whether all of the request has arrived. `complete` alone does not show it: for a request without
 * a body it becomes true a moment later.
 */
export function isComplete(raw: IncomingMessage): boolean {
  return !hasBody(raw) || raw.complete !== false
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * The payload, and an end that waits for the rest of the body: the connection is closed with it.
 */
async function* withRest(payload: string | Buffer, raw: IncomingMessage, lingering: Lingering): AsyncGenerator<Buffer> {
  yield Buffer.from(payload)
  await restOf(raw, lingering)
}

function restOf(raw: IncomingMessage, { ms, idleMs, bytes }: Lingering): Promise<void> {
  return new Promise((resolve) => {
    let taken = 0
    const end = (): void => {
      clearTimeout(longest)
      clearTimeout(idle)
      resolve()
    }
    const longest = setTimeout(end, ms)
    const idle = setTimeout(end, idleMs)
    raw.on('data', (chunk: Buffer) => {
      taken += chunk.length
      idle.refresh()
      if (taken > bytes) end()
    })
    raw.once('end', end).once('close', end).once('error', end)
    if (raw.complete || raw.destroyed) end()
  })
}
