import type { AnswerStatus, ReceivedStatus } from '../../../domain/received.js'
import type { Html } from '../../html/html.js'
import { badge, type Tone } from '../parts.js'

const TONES: Readonly<Record<ReceivedStatus | AnswerStatus, Tone>> = {
  received: 'busy',
  read: 'quiet',
  answered: 'good',
  requested: 'busy',
  submitted: 'busy',
  confirmed: 'good',
  failed: 'bad',
}

/** The status of a received invoice, or of an answer to one. */
export function receivedBadge(status: ReceivedStatus | AnswerStatus): Html {
  return badge(TONES[status], status)
}
