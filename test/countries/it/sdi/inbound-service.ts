import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InboundDoor } from '../../../../src/countries/gateway/inbound-door.js'
import type { Mailbox } from '../../../../src/countries/gateway/mailbox.js'

/** A door on a real socket, as far as a government's calls need it. */
interface InboundService {
  readonly url: string
  stop(): Promise<void>
}

/** Opens a door; a throw is answered with 503, as the service does it. */
export async function openDoor(
  door: InboundDoor,
  mailbox: Pick<Mailbox, 'put' | 'expecting'>,
  now: () => Date,
): Promise<InboundService> {
  const server = createServer((request, response) => {
    void answer(request).then(({ status, contentType, body }) =>
      response.writeHead(status, { 'content-type': contentType }).end(body),
    )
  })
  const answer = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const contentType = headers['content-type'] ?? ''
    try {
      return await door.receive({ body: Buffer.concat(chunks), contentType, headers }, mailbox, now())
    } catch (error) {
      return { status: 503, contentType: 'text/plain', body: String(error) }
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${door.path}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
