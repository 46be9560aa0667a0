import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGunzip, type Gunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { type ApiError, bodyTooSlow, unacceptableBody, unsupportedCoding } from '../errors.js'

/** Largest request body, in bytes: as sent, and decompressed. */
export const BODY_LIMIT = 12 * 1024 * 1024

/** How fast a body must arrive. */
export interface BodyPace {
  /** During this time any pace is allowed. */
  readonly graceMs: number
  /** The least average pace after that. */
  readonly bytesPerSecond: number
  /** After this time it must be complete. */
  readonly longestMs: number
}

const CHECK_EVERY_MS = 1_000

/** Requests whose client waits for "100 Continue" before it sends its body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/**
 * Registers a request with `Expect: 100-continue`, which the app handles like any other: its
 * client gets "100 Continue" when its body is wanted, else the error.
 */
export function letWait(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response)
}

/**
 * Reads a request's body, decompressed, into memory: at most `BODY_LIMIT` bytes of it, on the wire
 * and decompressed, counted as they arrive. Throws the error: 400 (incomplete, not gzip), 408 (too
 * slow), 413, 415 (another coding), 429 and 503 (no room).
 */
export function readBody(request: FastifyRequest, source: IncomingMessage, pace: BodyPace): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gunzip = decoderOf(request.headers['content-encoding'])
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > BODY_LIMIT) throw bodyTooLarge()
    waiting.get(request.raw)?.writeContinue()

    const chunks: Buffer[] = []
    const begin = performance.now()
    let received = 0
    let size = 0

    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > BODY_LIMIT) {
        fail(bodyTooLarge())
        return
      }
      try {
        request.place?.arrived(chunk.length)
      } catch (refusal) {
        fail(refusal)
        return
      }
      chunks.push(chunk)
    }
    const done = (): void => {
      stop()
      try {
        request.place?.complete()
        resolve(Buffer.concat(chunks, size))
      } catch (refusal) {
        reject(refusal)
      }
    }
    const fail = (error: unknown): void => {
      stop()
      request.place?.dropBody()
      chunks.length = 0
      reject(error)
    }
    const onData = (chunk: Buffer): void => {
      received += chunk.length
      if (received > BODY_LIMIT) fail(bodyTooLarge())
      else if (!gunzip) take(chunk)
      else if (!gunzip.write(chunk)) source.pause()
    }
    const onEnd = (): void => {
      // The source closes now, which is no longer an error.
      source.off('error', onBroken).off('close', onBroken)
      if (!gunzip || received === 0) done()
      else gunzip.end()
    }
    const onBroken = (): void => {
      fail(unacceptableBody(400, 'The request could not be read; check its body and headers'))
    }
    const resume = (): void => {
      source.resume()
    }
    const onGunzipped = (): void => {
      // Bytes after the compressed data are an error.
      if (source.readableEnded && gunzip?.bytesWritten === received) done()
      else fail(brokenGzip())
    }
    const timer = source.complete
      ? null
      : setInterval(() => {
          if (isTooSlow(performance.now() - begin, received, pace)) fail(bodyTooSlow())
        }, CHECK_EVERY_MS)
    const stop = (): void => {
      if (timer) clearInterval(timer)
      source.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      gunzip?.off('data', take).off('end', onGunzipped).off('drain', resume).destroy()
    }

    gunzip
      ?.on('data', take)
      .on('end', onGunzipped)
      .on('drain', resume)
      .on('error', () => {
        fail(brokenGzip())
      })
    source.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
    source.resume()
  })
}

function isTooSlow(ms: number, received: number, { graceMs, bytesPerSecond, longestMs }: BodyPace): boolean {
  return ms > longestMs || (ms > graceMs && received < (ms / 1000) * bytesPerSecond)
}

/** null: the body is not compressed. */
function decoderOf(coding: string | undefined): Gunzip | null {
  switch (coding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    default:
      throw unsupportedCoding(coding ?? '')
  }
}

function bodyTooLarge(): ApiError {
  return unacceptableBody(413, `The body is larger than ${BODY_LIMIT / 1024 / 1024} MiB`)
}

function brokenGzip(): ApiError {
  return unacceptableBody(400, 'The body is not gzip data, as its Content-Encoding states')
}
