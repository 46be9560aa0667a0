import type { IncomingMessage } from 'node:http'

/** The body is too large; the rest of it was not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The sender disconnected, or took too long, before the body was complete. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

/** Reads a body of at most `maxBytes`. Throws `BodyTooLarge` and `BrokenOff`. */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) {
        chunks.push(chunk)
        return
      }
      request.pause()
      reject(new BodyTooLarge())
    })
    request.once('end', () => {
      resolve(Buffer.concat(chunks, size))
    })
    const broke = (): void => {
      reject(new BrokenOff())
    }
    request.once('error', broke).once('close', broke)
  })
}
