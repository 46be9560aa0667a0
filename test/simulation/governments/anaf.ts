import { answerOf } from './asked.js'
import { mayFault } from './cases.js'
import { awayFor } from './door.js'
import type { GatewayBy } from './way.js'

/**
 * Romania: accepts every upload, as often as it comes. Whether it has a document is
 * asked before each upload, and is unknown for a while; the decision is asked for. It lists what
 * suppliers sent, and takes answers to that like invoices.
 */
export const anaf: GatewayBy = ({ scene, host, country, doors, suppliers, answers }) => ({
  arrivals: suppliers.sourceFor(host, doors),
  answers: answers.deskFor(host, country, doors, 'taken'),
  submit: (submission, hold) =>
    doors.upload({ host, country, about: doors.caseOf(submission), of: submission }, submission, hold),
  find: (submission) => {
    const known = doors.caseOf(submission)
    return doors.ask('find', { host, country, about: known, of: submission }, () => {
      mayFault(known)
      const { attemptId } = submission
      const taken = known.taken.find((each) => each.attemptId === attemptId)
      if (taken === undefined) return { kind: 'unknown' }
      const { foundAfterSeconds, hasTwoNumbers } = known.plan
      const { now } = scene.timeline
      if (!doors.isCalm && now < taken.at + foundAfterSeconds * 1000) return awayFor('invoice', 2)
      return {
        kind: 'known',
        uploadId: `${hasTwoNumbers ? 'second' : 'first'} number of ${attemptId}`,
        govEndpoint: 'gov',
      }
    })
  },
  poll: (submission, uploadId) => {
    const known = doors.caseOf(submission)
    return doors.ask('poll', { host, country, about: known, of: submission }, () => answerOf(scene, known, uploadId))
  },
})
