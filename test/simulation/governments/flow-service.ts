import { decisionOn } from './asked.js'
import { mayFault } from './cases.js'
import { findNoted, submitNoted } from './ledger.js'
import { contentOf, responseIn } from './post.js'
import type { GatewayBy } from './way.js'

/** So long until it is looked again, if no message wakes the invoice. */
const LOOK_SECONDS = 300
/** What was written up to so many milliseconds ago is shown. */
const OVERLAP_MS = 3_000

/**
 * France: a platform that makes no calls. The decision, and what the buyer says, is fetched for
 * all invoices of a connection together; its search shows a document only after a while.
 */
export const flowService: GatewayBy = (way) => {
  const { scene, host, country, doors, post, mailbox } = way
  return {
    responseIn,
    submit: (submission, hold) => {
      const reference = `flow ${submission.attemptId}`
      return submitNoted(way, { channel: 'afnor', reference }, submission, hold, {
        onUpload: (known) => {
          post.taken('afnor', known, submission, [reference])
        },
      })
    },
    find: (submission) => findNoted(way, submission),
    poll: async (submission) => {
      const known = doors.caseOf(submission)
      mayFault(known)
      for (const head of await mailbox.about(submission.scope, 'afnor', [`flow ${submission.attemptId}`])) {
        const message = await mailbox.whole(head)
        if (message === null) continue
        const content = contentOf(message)
        if (content.kind === 'decision') return decisionOn(known, content.govId, message.bytes)
      }
      return { kind: 'pending', retryAfterSeconds: LOOK_SECONDS }
    },
    collect: (scope, access, since) =>
      doors.ask('collect', { host, country, about: null, of: { scope, access } }, () => ({
        kind: 'messages',
        messages: post.fetch(scope.account, since?.getTime() ?? 0),
        until: new Date(scene.timeline.now - OVERLAP_MS),
      })),
  }
}
