import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../support/certificate.js'

/** One certificate for all receivers of a test file. */
export const CERTIFICATE = selfSigned('receiver.test')

/** A request that the receiver got, and its answer. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Exactly the bytes that came. */
  readonly body: string
  /** The answer's status; null: none was given. */
  readonly answered: number | null
}

/** A status, or another reaction of the receiver to the request. */
type Answer = number | ((response: ServerResponse) => void)

/** A client's webhook endpoint on real sockets. */
export class Receiver {
  readonly received: Received[] = []
  /** Decides the answers; 200 to everything by default. */
  answer: (request: Received, earlier: number) => Answer = () => 200
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const seen = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
        const answer = this.answer({ ...seen, answered: null }, this.received.length)
        this.received.push({ ...seen, answered: typeof answer === 'number' ? answer : null })
        if (typeof answer === 'number') response.writeHead(answer).end()
        else answer(response)
      })
      response.on('error', () => undefined)
    })
    server.on('tlsClientError', () => undefined)
  }

  static async listen(port = 0): Promise<Receiver> {
    const server = createServer({ key: CERTIFICATE.key, cert: CERTIFICATE.cert })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new Receiver(server)
  }

  /** When the next connection comes; its handshake follows. */
  async connection(): Promise<void> {
    await once(this.#server, 'connection')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  url(host = '127.0.0.1'): string {
    return `https://${host}:${this.port}/hooks`
  }

  /** The events that came, as their kinds. */
  kinds(): readonly string[] {
    return this.received.map(({ headers }) => String(headers['x-service-event']))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
