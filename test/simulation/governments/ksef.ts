import { answerOf } from './asked.js'
import { mayFault, numberOf } from './cases.js'
import type { GatewayBy } from './way.js'

/**
 * Poland: takes a repeated upload at the door under a number of its own, and judges it as a
 * duplicate that leads to the first, whose decision is the decision on both. So its gateway may
 * say `unknown` where the list does not show the first yet.
 */
export const ksef: GatewayBy = ({ scene, host, country, doors }) => ({
  submit: (submission, hold) =>
    doors.upload({ host, country, about: doors.caseOf(submission), of: submission }, submission, hold, {
      isRepeated: ({ taken }) => taken.length > 0,
    }),
  find: (submission) => {
    const known = doors.caseOf(submission)
    return doors.ask('find', { host, country, about: known, of: submission }, () => {
      mayFault(known)
      const { attemptId } = submission
      const taken = known.taken.find((each) => each.attemptId === attemptId)
      const isShown = taken !== undefined && scene.timeline.now >= taken.at + known.plan.foundAfterSeconds * 1000
      return isShown ? { kind: 'known', uploadId: numberOf(attemptId), govEndpoint: 'gov' } : { kind: 'unknown' }
    })
  },
  poll: (submission, uploadId) => {
    const known = doors.caseOf(submission)
    return doors.ask('poll', { host, country, about: known, of: submission }, () => {
      const [first] = known.taken
      if (first === undefined) throw new Error(`the government was asked for ${uploadId}, which it does not have`)
      return answerOf(scene, known, numberOf(first.attemptId))
    })
  },
})
