import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'

/** The socket of a stand-in, on this machine. */
export class LocalServer {
  #server: Server | null = null
  #port: number

  /**
   * @param options `tls`: with it, over TLS; `port`: any by default; `now`: the clock that dates
   *   answers
   */
  constructor(
    private readonly options: { readonly port?: number; readonly tls?: ServerOptions; readonly now?: () => Date },
    private readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ) {
    this.#port = options.port ?? 0
  }

  /** Listens; after `stop`, on the same port again. */
  async start(): Promise<void> {
    const { tls, now } = this.options
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      response.on('error', () => undefined)
      if (now !== undefined) response.setHeader('date', now().toUTCString())
      this.serve(request, response).catch((error: unknown) => response.destroy(error as Error))
    }
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
    this.#server = server
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
  }

  /** Refuses connections from now on. */
  async stop(): Promise<void> {
    const server = this.#server
    if (server === null) return
    this.#server = null
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  get port(): number {
    return this.#port
  }

  get address(): string {
    return `${this.options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${this.#port}`
  }
}

/** What a stand-in answers. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Answers, once. */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}
