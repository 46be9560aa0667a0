import type { ListedUpload, ReconcileOutcome, Submission, UploadsOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { ChorusPro } from './api.js'
import { judgedReport } from './poll.js'
import { type DepositKey, uploadIdOf } from './upload-id.js'

const DAY_MS = 24 * 3_600_000
/** The same number of pages as when states are fetched. */
const MOST_PAGES = 200
const LONG_SECONDS = 3600

/**
 * Compares an invoice with Chorus Pro. Only the text of its response distinguishes an unknown
 * deposit from one that it can't show, so the invoice must be missing from its list as well.
 */
export async function lookAtDeposit(
  chorus: ChorusPro,
  tools: GatewayTools,
  submission: Submission,
  access: ChorusAccess,
  key: DepositKey,
): Promise<ReconcileOutcome> {
  if ('invoiceId' in key) {
    const found = await chorus.invoices(access, { numeroFacture: submission.invoice.number })
    if (isNoAnswer(found)) return found
    return found.invoices.some(({ id }) => id === key.invoiceId)
      ? { kind: 'accepted', govId: key.invoiceId }
      : { kind: 'unknown' }
  }
  const { depositId } = key
  const answer = await chorus.report(access, depositId)
  if (answer.kind === 'failed') {
    const found = await chorus.invoices(access, { numeroFluxDepot: depositId })
    if (isNoAnswer(found)) return found
    return found.invoices.length === 0 ? { kind: 'unknown' } : { kind: 'accepted', govId: depositId }
  }
  if (answer.kind !== 'done') return chorus.noAnswer(`the status query for deposit ${depositId}`, answer)
  return judgedReport(chorus, tools, submission, access, depositId, answer, submission.createdAt)
}

/** The invoices that Chorus Pro lists as deposited by the company. */
export async function depositsSince(
  chorus: ChorusPro,
  tools: GatewayTools,
  access: ChorusAccess,
  since: Date,
): Promise<UploadsOutcome> {
  // A deposit's day is in another time zone; its state began on that day or later.
  const from = new Date(since.getTime() - DAY_MS)
  const uploads: ListedUpload[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await chorus.invoices(access, { periodeDateHeureEtatCourantDu: from.toISOString() }, page)
    if (isNoAnswer(found)) return found
    for (const { depositId, id, depositedOn } of found.invoices) {
      // Without a day its age is unknown.
      if (depositedOn === null || Date.parse(depositedOn) + DAY_MS <= since.getTime()) continue
      const byInvoice = id === null ? null : uploadIdOf({ invoiceId: id })
      if (depositId !== null)
        uploads.push({ uploadId: uploadIdOf({ depositId }), ...(byInvoice !== null && { alias: byInvoice }) })
      else if (byInvoice !== null) uploads.push({ uploadId: byInvoice })
    }
    if (!found.isFull) return { kind: 'uploads', uploads }
  }
  return unanswered('Chorus Pro lists more invoices than the limit', LONG_SECONDS, tools)
}
