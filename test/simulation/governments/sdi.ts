import type { Submission } from '../../../src/countries/gateway/gateway.js'
import type { GovernmentMessage } from '../../../src/countries/gateway/mailbox.js'
import { decisionOn } from './asked.js'
import { mayFault, numberOf } from './cases.js'
import { contentOf, responseIn } from './post.js'
import type { GatewayBy } from './way.js'

/** So long until it is looked again, if no message wakes the invoice. */
const LOOK_SECONDS = 300

/**
 * Italy: has nothing to ask. The decision is a message, which may come before the answer to the
 * upload. An attempt has one file name, which is taken once: a repeated upload gets a number and
 * then a message that refuses it, and the first one counts.
 */
export const sdi: GatewayBy = ({ host, country, doors, post, mailbox }) => {
  const fileOf = ({ attemptId }: Submission): string => `file ${attemptId}`
  const lettersAbout = async (
    submission: Submission,
    ...others: readonly string[]
  ): Promise<readonly GovernmentMessage[]> => {
    const letters: GovernmentMessage[] = []
    for (const head of await mailbox.about(submission.scope, 'sdi', [fileOf(submission), ...others])) {
      const letter = await mailbox.whole(head)
      if (letter !== null) letters.push(letter)
    }
    return letters
  }
  const expect = ({ scope, invoiceId }: Submission, reference: string): Promise<void> =>
    mailbox.expect({ channel: 'sdi', reference, scope, country: 'IT', invoiceId })
  return {
    responseIn,
    submit: async (submission, hold) => {
      const known = doors.caseOf(submission)
      await expect(submission, fileOf(submission))
      const outcome = await doors.upload({ host, country, about: known, of: submission }, submission, hold, {
        isRepeated: ({ taken }, attemptId) => taken.some((each) => each.attemptId === attemptId),
        onUpload: (_known, _submission, number, isRepeated) => {
          const references = [`id ${number}`, fileOf(submission)]
          if (isRepeated) post.repeated('sdi', submission, number, references)
          else post.taken('sdi', known, submission, references)
        },
      })
      if (outcome.kind === 'submitted') await expect(submission, `id ${outcome.uploadId}`)
      return outcome
    },
    find: async (submission) => {
      mayFault(doors.caseOf(submission))
      const contents = (await lettersAbout(submission)).map(contentOf)
      const uploadId = contents.some(({ kind }) => kind !== 'repetition')
        ? numberOf(submission.attemptId)
        : contents.find((content) => content.kind === 'repetition')?.number
      return uploadId === undefined ? { kind: 'unknown' } : { kind: 'known', uploadId, govEndpoint: 'gov' }
    },
    poll: async (submission, uploadId) => {
      const known = doors.caseOf(submission)
      mayFault(known)
      for (const message of await lettersAbout(submission, `id ${uploadId}`)) {
        const content = contentOf(message)
        if (content.kind === 'decision') return decisionOn(known, content.govId, message.bytes)
      }
      return { kind: 'pending', retryAfterSeconds: LOOK_SECONDS }
    },
  }
}
