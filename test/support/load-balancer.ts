import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 100

/**
 * Round robin over keep-alive connections to the backends whose GET /ready says 200. It retries
 * nothing: what goes wrong is a 502.
 */
export class LoadBalancer {
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #backends = new Map<string, boolean>()
  #turn = 0
  #closed = false

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const able = [...this.#backends].filter(([, ready]) => ready).map(([url]) => url)
      const backend = able[this.#turn++ % able.length]
      const fail = (): void => {
        if (!outgoing.headersSent) outgoing.writeHead(502)
        outgoing.end('{"error":"bad gateway"}')
      }
      if (backend === undefined) {
        fail()
        return
      }
      const { method, headers, url } = incoming
      const onward = request(backend + (url ?? '/'), { method, headers, agent: this.#agent }, (answer) => {
        // The connections to the clients are of the balancer's own making.
        const headers = { ...answer.headers }
        delete headers.connection
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        answer.pipe(outgoing)
      })
      onward.on('error', fail)
      incoming.pipe(onward)
    })
  }

  static async listen(): Promise<LoadBalancer> {
    const balancer = new LoadBalancer()
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    void balancer.#watch()
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  add(backend: string): void {
    this.#backends.set(backend, false)
  }

  remove(backend: string): void {
    this.#backends.delete(backend)
  }

  isReady(backend: string): boolean {
    return this.#backends.get(backend) === true
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #watch(): Promise<void> {
    while (!this.#closed) {
      await Promise.all(
        [...this.#backends.keys()].map(async (backend) => {
          const ready = await fetch(`${backend}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
            (answer) => answer.status === 200,
            () => false,
          )
          if (this.#backends.has(backend)) this.#backends.set(backend, ready)
        }),
      )
      await delay(LOOK_EVERY_MS)
    }
  }
}
