import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { waitFor } from './wait-for.js'

interface Teardown {
  teardown(handler: () => void): void
}

/** A client that sends exactly the given bytes and keeps all that comes back. */
export class RawClient {
  readonly socket: Socket
  received = ''
  closed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')))
    // A reset connection is closed, too.
    socket.on('error', () => undefined)
    socket.on('close', () => (this.closed = true))
  }

  /**
   * `from`: the local address, 127.0.0.1 or another of the loopback network. Closed when the test
   * ends.
   */
  static async connect(t: Teardown, port: number, from = '127.0.0.1'): Promise<RawClient> {
    const client = new RawClient(connect({ port, host: '127.0.0.1', localAddress: from }))
    t.teardown(() => client.socket.destroy())
    await once(client.socket, 'connect')
    return client
  }

  send(text: string | Buffer): this {
    this.socket.write(text)
    return this
  }

  /** Statuses of all answers so far, also of 100. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  }

  /** All that came until the answers have so many statuses. */
  async answers(count = 1, limitMs?: number): Promise<string> {
    await waitFor(
      `${count} answers`,
      () => this.statuses.length >= count && this.received.includes('\r\n\r\n'),
      limitMs,
    )
    return this.received
  }

  async closing(limitMs?: number): Promise<void> {
    await waitFor('the connection is closed', () => this.closed, limitMs)
  }
}

/** A request's line and headers, with the empty line. */
export function head(method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
