import type { StreamEvent } from '../event.js'
import { eventId } from '../ids.js'
import type { InvoiceResponded } from '../invoice.js'
import { isoTime } from '../iso-time.js'

/** The name of a response's message among the documents of its invoice. */
export function documentKindOf(number: number): string {
  return `response-${number}`
}

/** What is shown of a response with its invoice; of a list also when we noted it. */
export function shownResponse({ id, data }: StreamEvent<InvoiceResponded>) {
  const { at, code, label, reason, number } = data
  return { id: eventId(id), at: isoTime(at), code, label, reason, document: documentKindOf(number) }
}

/** A response as events tell it. */
export type ShownResponse = ReturnType<typeof shownResponse>
