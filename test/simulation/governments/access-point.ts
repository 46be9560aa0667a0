import { decisionOn } from './asked.js'
import { mayFault, numberOf } from './cases.js'
import { findNoted, submitNoted } from './ledger.js'
import { contentOf, responseIn } from './post.js'
import type { GatewayBy } from './way.js'

const LOOK_SECONDS = 10
/** The status shows the content of a message so many milliseconds later. */
const STATUS_AFTER_MS = 10_000

/**
 * Belgium and Germany: an access point, whose status is asked before each upload. The decision is
 * a message or, where none comes, what the status says after a while.
 */
export const accessPoint: GatewayBy = (way) => {
  const { scene, host, country, doors, post, mailbox, answers } = way
  return {
    responseIn,
    answers: answers.deskFor(host, country, doors, 'recognised'),
    submit: (submission, hold) => {
      const reference = `instance ${submission.attemptId}`
      return submitNoted(way, { channel: 'peppol', reference }, submission, hold, {
        onUpload: (known) => {
          post.taken('peppol', known, submission, [reference])
        },
      })
    },
    find: (submission) => findNoted(way, submission),
    poll: async (submission) => {
      const known = doors.caseOf(submission)
      const { scope, attemptId } = submission
      for (const head of await mailbox.about(scope, 'peppol', [`instance ${attemptId}`])) {
        const message = await mailbox.whole(head)
        if (message === null) continue
        const content = contentOf(message)
        if (content.kind === 'decision') return decisionOn(known, content.govId, message.bytes)
      }
      return doors.ask('poll', { host, country, about: known, of: submission }, () => {
        mayFault(known)
        const isDecided = scene.timeline.now >= (known.decidesAt ?? Infinity) + STATUS_AFTER_MS
        if (!isDecided) return { kind: 'pending', retryAfterSeconds: LOOK_SECONDS }
        return decisionOn(known, numberOf(attemptId), null)
      })
    },
  }
}
