import type { Mailbox } from './mailbox.js'

/** What came in at a door, read to its end and within the door's limit. */
export interface InboundRequest {
  readonly body: Uint8Array
  /** The `Content-Type` header as it came; empty: none. */
  readonly contentType: string
  /**
   * All headers by their lower-case names, but `authorization` and `cookie`; of a repeated one the
   * first.
   */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What is answered. */
export interface InboundAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/**
 * Where a government, or an access point, hands messages to us: a path of the inbound port. The
 * host knows who may speak (client certificate or token), bounds size and time, and answers 503
 * while the database is away, so that the sender repeats.
 */
export interface InboundDoor {
  /** The same path twice is the same door: `/peppol`, which two countries share. */
  readonly path: `/${string}`
  /** The largest body that it takes, in bytes; a larger one is answered 413. */
  readonly maxBytes: number
  /**
   * Reads a message, puts it into the mailbox, and answers once it is durable there. What is
   * malformed is answered, not thrown. A throw is the mailbox's outage (503), or a programming
   * error (500): either way the sender repeats.
   */
  receive(request: InboundRequest, mailbox: Pick<Mailbox, 'put'>, now: Date): Promise<InboundAnswer>
}
