import type { FindOutcome, LeaseCheck, Submission, SubmitOutcome } from '../../../src/countries/gateway/gateway.js'
import type { Channel } from '../../../src/countries/gateway/mailbox.js'
import { CLAIM_SECONDS } from '../scene.js'
import { mayFault, numberOf } from './cases.js'
import { awayFor, type Door } from './door.js'
import type { Way } from './way.js'

/** A document is shown at the latest so many milliseconds after it was taken. */
const LATEST_SHOWN_MS = 4_000
/**
 * So long after an upload was begun no process can be sending it, and what was accepted is shown.
 */
const SETTLED_MS = CLAIM_SECONDS * 1000 + LATEST_SHOWN_MS + 3_000

/** Sends a document that the ledger knows of before its first byte; its messages are awaited. */
export async function submitNoted(
  { scene, host, country, doors, mailbox, uploads }: Way,
  { channel, reference }: { readonly channel: Channel; readonly reference: string },
  submission: Submission,
  hold: LeaseCheck | undefined,
  door: Door,
): Promise<SubmitOutcome> {
  const { scope, attemptId, invoiceId } = submission
  await mailbox.expect({ channel, reference, scope, country, invoiceId })
  const begunAt = new Date(scene.timeline.now)
  await uploads.begin({ scope, country, attemptId, sha256: 'of the document', begunAt })
  const outcome = await doors.upload(
    { host, country, about: doors.caseOf(submission), of: submission },
    submission,
    hold,
    door,
  )
  const isCertainlyNot = outcome.kind === 'refused' || outcome.kind === 'unauthorized' || outcome.kind === 'exhausted'
  if (isCertainlyNot) await uploads.refused({ scope, attemptId, begunAt })
  if (outcome.kind === 'submitted') await uploads.taken(scope, attemptId, outcome.uploadId)
  return outcome
}

/**
 * Whether the government has a document: by the ledger, else by its search, which shows it only
 * after a while. Until then the answer is unknown, once an upload was begun.
 */
export async function findNoted(way: Way, submission: Submission): Promise<FindOutcome> {
  const { scene, host, country, doors, uploads } = way
  const { scope, attemptId } = submission
  const note = await uploads.find(scope, attemptId)
  if (note !== null && note.uploadId !== null) return { kind: 'known', uploadId: note.uploadId, govEndpoint: 'gov' }
  const known = doors.caseOf(submission)
  return doors.ask('find', { host, country, about: known, of: submission }, () => {
    mayFault(known)
    const { now } = scene.timeline
    const shownAfterMs = Math.min(known.plan.foundAfterSeconds * 1000, LATEST_SHOWN_MS)
    const taken = known.taken.find((each) => each.attemptId === attemptId)
    if (taken !== undefined && now >= taken.at + shownAfterMs) {
      return { kind: 'known', uploadId: numberOf(attemptId), govEndpoint: 'gov' }
    }
    const isSettled = note === null || now >= note.begunAt.getTime() + SETTLED_MS
    return isSettled ? { kind: 'unknown' } : awayFor('invoice', 2)
  })
}
