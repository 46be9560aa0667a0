import type { KeyObject } from 'node:crypto'
import type { Credentials } from '../../domain/connection.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Channel } from './mailbox.js'

/**
 * The notifications of customers' own systems: signed requests (RFC 9421) to an address of the
 * connection. They are a hint to poll, and their content is not believed.
 */
export interface Notifications {
  readonly country: CountryCode
  /** The path of the inbound port; `/` and the connection's id follow. */
  readonly path: `/${string}`
  /** The channel of the messages that they announce. */
  readonly channel: Channel
  /** The keys in a connection's credentials whose signatures count. */
  readonly keysIn: (credentials: Credentials) => readonly KeyObject[]
  /**
   * The references, as they are passed to the mailbox's `expect`, of documents that the body
   * seems to be about. Never throws.
   */
  readonly referencesIn: (body: Uint8Array) => readonly string[]
  /**
   * Whether the body seems to be about a document that a supplier sent, not about messages. Never
   * throws.
   */
  readonly announcesArrival: (body: Uint8Array) => boolean
}

/** The address of a connection for notifications, on the public address of the inbound port. */
export function notificationAddress(
  publicUrl: string,
  { path }: Pick<Notifications, 'path'>,
  connectionId: string,
): string {
  return `${publicUrl}${path}/${connectionId}`
}
