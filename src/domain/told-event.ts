import type { EventKind } from './webhook-kinds.js'

/** An event that clients hear of, with what they hear of it. */
export interface ToldEvent {
  /** `evt_…` */
  readonly id: string
  readonly kind: EventKind
  /** When it happened; ISO 8601. */
  readonly createdAt: string
  /** The invoice or connection as it was right after the event. */
  readonly data: Readonly<Record<string, unknown>>
  /** The stream of the invoice or connection. */
  readonly stream: string
  /** The event's place in that stream. */
  readonly revision: number
}

/**
 * What clients read of an event: interface specification, "Delivery body". The feed of events has
 * the same.
 */
export function toldBody({ id, kind, createdAt, data }: ToldEvent) {
  return { id, type: kind, createdAt, data }
}
