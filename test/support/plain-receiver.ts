import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A request that came over plain HTTP. */
export interface PlainRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Exactly the bytes that came. */
  readonly body: string
}

/** A receiver of webhooks on a developer's own machine. */
interface PlainReceiver {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  readonly base: string
  readonly received: PlainRequest[]
}

/**
 * Listens until the test ends. `answer` gives the status of each answer, and headers besides;
 * default 200.
 */
export async function plainReceiver(
  t: Pick<Test, 'teardown'>,
  answer: (request: PlainRequest) => { status: number; headers?: Record<string, string>; body?: string } = () => ({
    status: 200,
  }),
): Promise<PlainReceiver> {
  const received: PlainRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const seen = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      const { status, headers = {}, body = '' } = answer(seen)
      received.push(seen)
      response.writeHead(status, headers).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
