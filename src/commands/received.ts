import type {
  Answer,
  AnswerCode,
  AnswerStatus,
  GivenAnswer,
  InvoiceReceived,
  ReceivedEvent,
  ReceivedState,
  ResponseConfirmed,
  ResponseFailed,
  ResponseSubmitted,
} from '../domain/received.js'
import { accept, type Decision, reject } from './handle.js'

/** Records a document that arrived; once: the id is made from what identifies the document. */
export function recordReceived(data: InvoiceReceived['data']) {
  return (state: ReceivedState): Decision<ReceivedEvent, never> =>
    state.status === 'none' ? accept({ type: 'InvoiceReceived', data }) : accept()
}

/** The client has taken note of it; a second time changes nothing. */
export function markRead() {
  return (state: ReceivedState): Decision<ReceivedEvent, 'unknown'> => {
    if (state.status === 'none') return reject('unknown')
    return state.isRead ? accept() : accept({ type: 'InvoiceRead', data: {} })
  }
}

/** Answers to one received invoice: its stream stays short. */
export const MOST_ANSWERS = 10

/** What may still follow an answer that was given; absent: anything. */
const FOLLOWERS: Partial<Record<AnswerCode, readonly AnswerCode[]>> = {
  rejected: [],
  paid: [],
  approved: ['paid'],
}

/** Whether an answer may be given after these. */
export function mayAnswer(given: readonly Pick<GivenAnswer, 'code' | 'status'>[], wanted: AnswerCode): boolean {
  return given.every(({ code, status }) => status === 'failed' || FOLLOWERS[code]?.includes(wanted) !== false)
}

/**
 * The client answers the sender. After a final answer nothing follows, after an approval only the
 * payment; an answer that failed does not count.
 */
export function requestResponse(answer: Answer) {
  return (state: ReceivedState): Decision<ReceivedEvent, 'unknown' | 'final' | 'too_many'> => {
    if (state.status === 'none') return reject('unknown')
    if (!mayAnswer(state.answers, answer.code)) return reject('final')
    if (state.answers.length >= MOST_ANSWERS) return reject('too_many')
    return accept({ type: 'ResponseRequested', data: answer })
  }
}

/** What became of an answer. */
export type AnswerFinding = ResponseSubmitted | ResponseConfirmed | ResponseFailed

/** The statuses that each finding may follow. */
const FOLLOWS: Record<AnswerFinding['type'], readonly AnswerStatus[]> = {
  ResponseSubmitted: ['requested'],
  ResponseConfirmed: ['submitted'],
  ResponseFailed: ['requested', 'submitted'],
}

/**
 * Records what became of an answer, if it is still in the status in which that was found: of two
 * workers that found the same, one records it.
 */
export function recordAnswerFinding(finding: AnswerFinding) {
  return (state: ReceivedState): Decision<ReceivedEvent, never> => {
    if (state.status === 'none') return accept()
    const answer = state.answers.find(({ responseId }) => responseId === finding.data.responseId)
    return answer !== undefined && FOLLOWS[finding.type].includes(answer.status) ? accept(finding) : accept()
  }
}
