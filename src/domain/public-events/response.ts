import type { StreamEvent } from '../event.js'
import { eventId } from '../ids.js'
import type { InvoiceResponded } from '../invoice.js'
import { isoTime } from '../iso-time.js'

/** The name of a response's message among the documents of its invoice. */
export function documentKindOf(number: number): string {
  return `response-${number}`
}

/** A response as shown with its invoice; in a list also with the time when it was recorded. */
export function shownResponse({ id, data }: StreamEvent<InvoiceResponded>) {
  const { at, code, label, reason, number } = data
  return { id: eventId(id), at: isoTime(at), code, label, reason, document: documentKindOf(number) }
}

/** A response as events contain it. */
export type ShownResponse = ReturnType<typeof shownResponse>
