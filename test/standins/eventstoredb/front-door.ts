import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

interface Connection {
  readonly outside: Socket
  readonly inside: Socket
}

/**
 * The port that clients know. It passes bytes to and from the gRPC server behind it, so that
 * connections can be cut, one or all, and frozen, below all layers that could answer.
 */
export class FrontDoor {
  readonly #connections = new Set<Connection>()
  readonly #server: Server
  #inside = 0
  #frozen = false

  constructor() {
    this.#server = createServer({ noDelay: true }, (outside) => this.#enter(outside))
  }

  /** Opens the port; 0 selects a free one. Returns the port. */
  async open(port: number, inside: number): Promise<number> {
    this.#inside = inside
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Cuts the connection that the gRPC server knows under this peer, `127.0.0.1:port`. */
  cut(peer: string): void {
    for (const connection of this.#connections) {
      if (peer.endsWith(`:${connection.inside.localPort}`)) close(connection)
    }
  }

  cutAll(): void {
    for (const connection of this.#connections) close(connection)
  }

  /** Lets nothing more through in either direction; the system still accepts connections. */
  freeze(): void {
    this.#frozen = true
    for (const connection of this.#connections) separate(connection)
  }

  thaw(): void {
    this.#frozen = false
    for (const connection of this.#connections) join(connection)
  }

  /** Closes the port and cuts what is left. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.cutAll()
    await closed
  }

  #enter(outside: Socket): void {
    const inside = connect({ port: this.#inside, host: '127.0.0.1', noDelay: true })
    const connection = { outside, inside }
    this.#connections.add(connection)
    for (const socket of [outside, inside]) {
      // A reset is an end like any other here.
      socket.on('error', () => close(connection))
      socket.on('close', () => {
        close(connection)
        this.#connections.delete(connection)
      })
    }
    if (!this.#frozen) join(connection)
  }
}

function join({ outside, inside }: Connection): void {
  outside.pipe(inside)
  inside.pipe(outside)
}

function separate({ outside, inside }: Connection): void {
  outside.unpipe(inside)
  inside.unpipe(outside)
  outside.pause()
  inside.pause()
}

function close({ outside, inside }: Connection): void {
  outside.destroy()
  inside.destroy()
}
