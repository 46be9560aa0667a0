import type { FindOutcome, NoAnswer, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import { awaitMessages } from '../flow-service/messages.js'
import type { ChorusPro, ListedInvoice } from './api.js'
import { type DepositKey, uploadIdOf } from './upload-id.js'

const DAY_MS = 24 * 3_600_000
/**
 * The longest time in seconds until the invoice of a deposit is listed, after which a deposit with
 * a lost response can be found. If it takes longer, Chorus Pro rejects the second deposit as a
 * duplicate, and the first is found then.
 */
const SETTLED_SECONDS = 2 * 3600
const FIRST_LOOK_SECONDS = 60
const LAST_LOOK_SECONDS = 900

/**
 * Whether Chorus Pro has the invoice, according to the ledger, or else to its list of invoices.
 */
export async function findDeposit(
  chorus: ChorusPro,
  tools: GatewayTools,
  submission: Submission,
  access: ChorusAccess,
): Promise<FindOutcome> {
  const { scope, attemptId } = submission
  const note = await tools.uploads.find(scope, attemptId)
  const known = async (uploadId: string): Promise<FindOutcome> => {
    await awaitMessages(tools, submission)
    return { kind: 'known', uploadId, govEndpoint: chorus.depositAddress }
  }
  if (note !== null && note.uploadId !== null) return known(note.uploadId)
  const found = await listed(chorus, submission, access, note !== null)
  if (isNoAnswer(found)) return found
  if (found.key !== null) {
    const uploadId = uploadIdOf(found.key)
    if (note !== null) await tools.uploads.taken(scope, attemptId, uploadId)
    return known(uploadId)
  }
  if (note === null) return { kind: 'unknown' }
  const waited = (tools.clock.now().getTime() - note.begunAt.getTime()) / 1000
  const remaining = SETTLED_SECONDS * tools.pace - waited
  if (remaining <= 0) return { kind: 'unknown' }
  const wanted = Math.min(Math.max(waited / 2, FIRST_LOOK_SECONDS * tools.pace), LAST_LOOK_SECONDS * tools.pace)
  return {
    kind: 'unavailable',
    reason: 'it is not known whether Chorus Pro has accepted the invoice; its list does not contain it yet',
    retryAfterSeconds: Math.min(wanted, remaining + tools.pace),
    concerns: 'invoice',
  }
}

/**
 * Finds the deposit of the invoice among those that Chorus Pro lists under its number.
 * @param isBegun whether a deposit was begun: then an entry also counts if its age is unknown
 */
export async function listed(
  chorus: ChorusPro,
  submission: Submission,
  access: ChorusAccess,
  isBegun: boolean,
): Promise<{ readonly kind: 'listed'; readonly key: DepositKey | null } | NoAnswer> {
  const found = await chorus.invoices(access, { numeroFacture: submission.invoice.number })
  if (isNoAnswer(found)) return found
  const ours = found.invoices.find((row) => isOurs(row, submission, isBegun))
  if (ours === undefined) return { kind: 'listed', key: null }
  const { depositId, id } = ours
  return { kind: 'listed', key: depositId !== null ? { depositId } : { invoiceId: id ?? '' } }
}

function isOurs(row: ListedInvoice, { invoice, createdAt }: Submission, isBegun: boolean): boolean {
  if (row.number !== invoice.number || (row.depositId === null && row.id === null)) return false
  if (row.issueDate !== null && row.issueDate !== invoice.issueDate) return false
  // A rejected one has no effect, and may be another invoice with the same number.
  if (row.state === 'REJETEE') return false
  if (row.depositedOn === null) return isBegun
  // Compares days of Chorus Pro's time zone with our instant.
  return Date.parse(row.depositedOn) >= createdAt.getTime() - 2 * DAY_MS
}
