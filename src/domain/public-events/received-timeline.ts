import { unknownEvent } from '../aggregate.js'
import type { StreamEvent } from '../event.js'
import { eventId } from '../ids.js'
import { type ReceivedEvent, received, type ReceivedStatus } from '../received.js'

/** What can happen to a received invoice, as its timeline names it. */
export const RECEIVED_EVENT_NAMES = [
  'received.created',
  'received.read',
  'received.response_requested',
  'received.response_sent',
  'received.response_confirmed',
  'received.response_failed',
] as const

/** An entry of the timeline of a received invoice. */
interface ReceivedEntry {
  readonly id: string
  readonly event: (typeof RECEIVED_EVENT_NAMES)[number]
  /** After the event. */
  readonly status: ReceivedStatus
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** ISO 8601. */
  readonly createdAt: string
}

/** The timeline of a received invoice, from all events of its stream; oldest first. */
export function receivedTimeline(events: readonly StreamEvent<ReceivedEvent>[]): readonly ReceivedEntry[] {
  let state = received.initialState
  return events.map((event) => {
    state = received.evolve(state, event)
    if (state.status === 'none') throw new Error(`${event.type} of no received invoice`)
    const { name, metadata } = entryOf(event)
    return {
      id: eventId(event.id),
      event: name,
      status: state.status,
      metadata,
      createdAt: event.metadata.occurredAt,
    }
  })
}

function entryOf(event: ReceivedEvent): {
  readonly name: ReceivedEntry['event']
  readonly metadata: ReceivedEntry['metadata']
} {
  switch (event.type) {
    case 'InvoiceReceived': {
      const { channel, govId, format, valid, findingsTotal, duplicateOf } = event.data
      return { name: 'received.created', metadata: { channel, govId, format, valid, findingsTotal, duplicateOf } }
    }
    case 'InvoiceRead':
      return { name: 'received.read', metadata: null }
    case 'ResponseRequested': {
      const { responseId, code, nationalCode, reason } = event.data
      return { name: 'received.response_requested', metadata: { responseId, code, nationalCode, reason } }
    }
    case 'ResponseSubmitted': {
      const { responseId, reference } = event.data
      return { name: 'received.response_sent', metadata: { responseId, reference } }
    }
    case 'ResponseConfirmed':
      return { name: 'received.response_confirmed', metadata: { responseId: event.data.responseId } }
    case 'ResponseFailed': {
      const { responseId, errorMessage } = event.data
      return { name: 'received.response_failed', metadata: { responseId, errorMessage } }
    }
    default:
      return unknownEvent(event)
  }
}
