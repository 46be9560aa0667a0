import type { NoAnswer, PollOutcome } from '../../../src/countries/gateway/gateway.js'
import type { Scene } from '../scene.js'
import { type Case, mayFault } from './cases.js'

/** So often one may ask too early: clocks jump, and claims are taken over. */
const TOO_EARLY = 12

/**
 * What a government answers that is asked for its decision, and has none for the first so many
 * questions.
 */
export function answerOf(scene: Scene, known: Case, govId: string): PollOutcome | NoAnswer {
  const { plan } = known
  mayFault(known)
  const { now } = scene.timeline
  if (now < known.notBefore) known.tooEarly += 1
  if (known.tooEarly > TOO_EARLY) {
    scene.fail(`the government was asked for invoice ${plan.number} again and again, without a pause`)
  }
  if (known.polls > 0) {
    known.polls -= 1
    const retryAfterSeconds = 1 + (plan.number % 5)
    known.notBefore = now + retryAfterSeconds * 900
    return { kind: 'pending', retryAfterSeconds }
  }
  known.decidesAt ??= now
  return decisionOn(known, govId, null)
}

/** The decision that is planned. `bytes`: the message that contains it; null: an answer does. */
export function decisionOn({ plan }: Case, govId: string, bytes: Uint8Array | null): PollOutcome {
  const document = bytes && { bytes, mediaType: 'application/json' }
  if (!plan.isAccepted) return { kind: 'rejected', errorMessage: 'no such customer', document }
  return { kind: 'accepted', govId, govMessage: 'ok', receipt: document }
}
