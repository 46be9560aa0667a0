import type { FindOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { sdiFileName } from '../file-name.js'
import { knownHash } from './file-to-send.js'
import { isAbout, lettersAbout } from './letters.js'
import { addressOf } from './submit.js'
import { uploadIdOf } from './upload-id.js'
import { verdictOf } from './verdict.js'

/**
 * Whether SdI has the file of an attempt, according to the ledger, or else to a notification that
 * names it. SdI has no query; `unknown` is certain enough, because SdI accepts no file name twice.
 */
export async function find(tools: GatewayTools, submission: Submission): Promise<FindOutcome> {
  const { scope, attemptId, invoice } = submission
  const known = (uploadId: string): FindOutcome => ({ kind: 'known', uploadId, govEndpoint: addressOf(tools) })
  const note = await tools.uploads.find(scope, attemptId)
  // It may be a number of another channel, if the connection has changed since.
  if (note !== null && note.uploadId !== null) return known(note.uploadId)

  const fileName = await sdiFileName(submission, tools.fileNumbers)
  const sent = {
    fileName,
    sha256: await knownHash(tools, submission),
    number: invoice.number,
    since: note?.begunAt ?? null,
  }
  const letters = (await lettersAbout(tools, submission, { fileName })).filter((one) => isAbout(sent, one))
  // A refused repetition means that the file was accepted, but does not contain its number.
  const first = letters.find((letter) => verdictOf([letter], false).kind !== 'repetition') ?? letters[0]
  if (first === undefined) return { kind: 'unknown' }
  const isRepeated = verdictOf([first], false).kind === 'repetition'
  const uploadId = uploadIdOf({ id: first.id, fileName, isRepeated })
  if (note !== null) await tools.uploads.taken(scope, attemptId, uploadId)
  return known(uploadId)
}
