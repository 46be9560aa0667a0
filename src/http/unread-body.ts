import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How long, and how much, of a body that nobody wants is taken after the answer. */
export interface Lingering {
  readonly ms: number
  /** Without a byte for so long, it is over. */
  readonly idleMs: number
  readonly bytes: number
}

/**
 * Answers at once, whatever of the request's body is still to come, and closes the connection
 * then. Many clients send all of a body before they read: answered and closed before that, they
 * would see a broken pipe in place of the answer. So the rest is taken and thrown away for a
 * moment, after the answer has gone out.
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
    // A small body comes with its headers: it is there after one turn, and the connection can be
    // kept.
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
 * Whether all of the request has arrived. `complete` alone does not tell: of a request without a
 * body it becomes true a moment later.
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
