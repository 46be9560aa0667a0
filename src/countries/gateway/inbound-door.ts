import type { Channel, Mailbox } from './mailbox.js'
import type { ReadMessage } from './message-reader.js'
import type { Reception } from './reception.js'

/** A request to an inbound endpoint, read completely within the endpoint's limit. */
export interface InboundRequest {
  readonly body: Uint8Array
  /** The unchanged `Content-Type` header; empty: none. */
  readonly contentType: string
  /**
   * All headers by their lower-case names, except `authorization` and `cookie`; of a repeated one
   * the first.
   */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The response. */
export interface InboundAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/**
 * An endpoint to which a government or an access point sends messages: a path of the inbound port.
 * The host authenticates the sender (client certificate or token), limits size and time, and
 * returns 503 while the database is unavailable, so that the sender retries.
 */
export interface InboundDoor {
  /** Equal paths are the same endpoint: `/peppol`, which two countries share. */
  readonly path: `/${string}`
  /** The channel of its messages. */
  readonly channel: Channel
  /** The largest accepted body in bytes; a larger one gets 413. */
  readonly maxBytes: number
  /**
   * Parses a message, puts it into the mailbox, and responds once it is durable there. A malformed
   * message gets a response, not a throw. A throw is an outage of the mailbox (503) or a
   * programming error (500): in both cases the sender retries.
   * @param read reads the message; absent: in this thread
   * @param reception where documents of suppliers go; absent: no company receives
   */
  receive(
    request: InboundRequest,
    mailbox: Pick<Mailbox, 'put' | 'expecting'>,
    now: Date,
    read?: ReadMessage,
    reception?: Reception,
  ): Promise<InboundAnswer>
}
