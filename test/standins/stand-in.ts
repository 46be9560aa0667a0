import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerOptions } from 'node:https'
import { type FaultOn, Faults } from './faults.js'
import { LocalServer } from './local-server.js'

/** A stand-in for a government or network on a real socket, with faults that tests switch on. */
export abstract class StandIn<Call extends string, Kind> {
  protected readonly active = new Faults<Call, Kind>()
  readonly #server: LocalServer

  /**
   * @param options `tls`: with it, over TLS; `port`: any by default; `now`: the clock that dates
   *   answers
   */
  constructor(options: { readonly port?: number; readonly tls?: ServerOptions; readonly now?: () => Date }) {
    this.#server = new LocalServer(options, (request, response) => this.serve(request, response))
  }

  /** Listens; after `stop`, on the same port again. */
  start(): Promise<void> {
    return this.#server.start()
  }

  /** Refuses connections from now on, and keeps its data. */
  stop(): Promise<void> {
    return this.#server.stop()
  }

  get address(): string {
    return this.#server.address
  }

  protected get port(): number {
    return this.#server.port
  }

  /** Replaces the present faults. */
  faults(...faults: readonly FaultOn<Call, Kind>[]): void {
    this.active.set(faults)
  }

  /** Adds faults; the returned function removes them. */
  addFaults(...faults: readonly FaultOn<Call, Kind>[]): () => void {
    return this.active.add(faults)
  }

  /** Answers a request. */
  protected abstract serve(request: IncomingMessage, response: ServerResponse): Promise<void>
}
