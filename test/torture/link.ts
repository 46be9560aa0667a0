import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A TCP connection on its way through: a network that can be troubled. */
export class Link {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false
  #halted: Promise<void> | null = null
  #slowMs = 0
  #release: () => void = () => undefined
  /** Of the trouble under way: an older one must not end it. */
  #turn = 0

  private constructor(target: NetConnectOpts) {
    this.#server = createServer((near) => {
      if (this.#isCut) {
        near.destroy()
        return
      }
      const far = connect(target)
      this.#join(near, far)
      this.#join(far, near)
    })
  }

  static async to(target: NetConnectOpts): Promise<Link> {
    const link = new Link(target)
    link.#server.listen(0, '127.0.0.1')
    await once(link.#server, 'listening')
    return link
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /**
   * For a while every connection is cut and refused, or stands still, or each of its parts takes
   * 150 ms. A later trouble takes the place of an earlier one.
   */
  async trouble(how: 'cut' | 'halt' | 'slow', forMs: number): Promise<void> {
    this.restore()
    const turn = ++this.#turn
    if (how === 'halt') this.#halted = new Promise((resolve) => (this.#release = resolve))
    if (how === 'slow') this.#slowMs = 150
    if (how === 'cut') {
      this.#isCut = true
      for (const socket of this.#sockets) socket.destroy()
    }
    await delay(forMs)
    if (turn === this.#turn) this.restore()
  }

  /** Everything goes through again. */
  restore(): void {
    this.#turn += 1
    this.#isCut = false
    this.#slowMs = 0
    this.#halted = null
    this.#release()
  }

  async close(): Promise<void> {
    this.restore()
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    let waiting = 0
    let passed = Promise.resolve()
    const pass = (act: () => void): void => {
      if (waiting === 0 && this.#halted === null && this.#slowMs === 0) {
        act()
        return
      }
      waiting += 1
      passed = passed
        .then(() => this.#passage())
        .then(() => {
          waiting -= 1
          act()
        })
    }
    from.on('data', (chunk) =>
      pass(() => {
        if (!to.destroyed) to.write(chunk)
      }),
    )
    from.on('end', () => pass(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#sockets.delete(from)
      pass(() => to.destroySoon())
    })
  }

  async #passage(): Promise<void> {
    if (this.#slowMs > 0) await delay(this.#slowMs)
    while (this.#halted !== null) await this.#halted
  }
}
