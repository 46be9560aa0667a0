import type { AnswerDesk, SentAnswer, SubmittedAnswer } from './answering.js'
import type { FindOutcome, PollOutcome, SubmitOutcome } from './gateway.js'
import type { LeaseCheck } from './lease-check.js'

/** How a government takes documents other than invoices: in the way of invoices. */
interface DocumentWay {
  readonly find: (answer: SentAnswer) => Promise<FindOutcome>
  readonly submit: (answer: SentAnswer, lease: LeaseCheck | undefined) => Promise<SubmitOutcome>
  readonly poll: (answer: SubmittedAnswer, reference: string, submittedAt: Date) => Promise<PollOutcome>
}

/** The desk of a government that takes answers as it takes invoices, and decides on them. */
export function documentDesk({ find, submit, poll }: DocumentWay): AnswerDesk {
  return {
    async send(answer, lease) {
      const found = await find(answer)
      if (found.kind === 'known') return { kind: 'submitted', reference: found.uploadId }
      if (found.kind !== 'unknown') return found
      const outcome = await submit(answer, lease)
      return outcome.kind === 'submitted' ? { kind: 'submitted', reference: outcome.uploadId } : outcome
    },
    async follow(answer, reference, submittedAt) {
      const outcome = await poll(answer, reference, submittedAt)
      if (outcome.kind === 'accepted') return { kind: 'confirmed' }
      return outcome.kind === 'rejected' ? { kind: 'refused', errorMessage: outcome.errorMessage } : outcome
    },
  }
}
