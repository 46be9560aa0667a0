import { connect, createServer } from 'node:net'
import type { AddressInfo, NetConnectOpts, Server, Socket } from 'node:net'

/** A TCP proxy before a server, to cut its connections at the worst moments. */
export class Proxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #target: NetConnectOpts
  #away = false
  #silent = false
  #lose: { readonly request: string; times: number } | null = null
  #before: { readonly request: string; readonly work: () => Promise<void> } | null = null
  #received = 0

  private constructor(target: NetConnectOpts) {
    this.#target = target
    this.#server = createServer((client) => this.#join(client))
  }

  static async start(target: NetConnectOpts): Promise<Proxy> {
    const proxy = new Proxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Cuts everything and refuses all connections, until `comeBack`. */
  goAway(): void {
    this.#away = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /**
   * Passes on nothing any more and says nothing, like a network that swallows packets, until
   * `comeBack`.
   */
  fallSilent(): void {
    this.#silent = true
  }

  comeBack(): void {
    this.#away = false
    this.#silent = false
  }

  /**
   * Passes on the next request that contains the text, waits for its answer, and cuts the
   * connection instead of giving it. `times`: so many such requests.
   */
  loseNextAnswer(request: string, times = 1): void {
    this.#lose = { request, times }
  }

  /** Does this before it passes on the next request that contains the text. */
  beforeRequest(request: string, work: () => Promise<void>): void {
    this.#before = { request, work }
  }

  /** Bytes that the server has answered. */
  get received(): number {
    return this.#received
  }

  async close(): Promise<void> {
    this.goAway()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(client: Socket): void {
    const server = connect(this.#target)
    let lose = false
    for (const socket of [client, server]) {
      // A proxy that waits for more to pass on makes every round trip slow.
      socket.setNoDelay()
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    if (this.#away) client.destroy()
    client.on('data', (request) => {
      if (this.#silent) return
      if (this.#before !== null && request.includes(this.#before.request)) {
        const { work } = this.#before
        this.#before = null
        client.pause()
        void work().then(() => {
          server.write(request)
          client.resume()
        })
        return
      }
      if (this.#lose !== null && request.includes(this.#lose.request)) {
        lose = true
        this.#lose.times -= 1
        if (this.#lose.times === 0) this.#lose = null
      }
      server.write(request)
    })
    server.on('data', (answer) => {
      this.#received += answer.length
      if (lose) client.destroy()
      else if (!this.#silent) client.write(answer)
    })
  }
}
