import type { ListedUpload, ReconcileOutcome, Submission, UploadsOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { ChorusPro } from './api.js'
import { judgedReport } from './poll.js'
import { type DepositKey, uploadIdOf } from './upload-id.js'

const DAY_MS = 24 * 3_600_000
/** As many as are read when states are fetched. */
const MOST_PAGES = 200
const LONG_SECONDS = 3600

/**
 * What Chorus Pro has of an invoice. It tells a deposit that it does not know from one that it
 * can't show by words alone; so its list has to lack the invoice as well.
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
  if (answer.kind !== 'done') return chorus.noAnswer(`the question after deposit ${depositId}`, answer)
  return judgedReport(chorus, tools, submission, access, depositId, answer, submission.createdAt)
}

/** The invoices that Chorus Pro lists as deposited by the company. */
export async function depositsSince(
  chorus: ChorusPro,
  tools: GatewayTools,
  access: ChorusAccess,
  since: Date,
): Promise<UploadsOutcome> {
  // A deposit's day is that of another calendar; its state began on that day or later.
  const from = new Date(since.getTime() - DAY_MS)
  const uploads: ListedUpload[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await chorus.invoices(access, { periodeDateHeureEtatCourantDu: from.toISOString() }, page)
    if (isNoAnswer(found)) return found
    for (const { depositId, id, depositedOn } of found.invoices) {
      // Without a day nobody can tell whether it is older.
      if (depositedOn === null || Date.parse(depositedOn) + DAY_MS <= since.getTime()) continue
      const byInvoice = id === null ? null : uploadIdOf({ invoiceId: id })
      if (depositId !== null)
        uploads.push({ uploadId: uploadIdOf({ depositId }), ...(byInvoice !== null && { alias: byInvoice }) })
      else if (byInvoice !== null) uploads.push({ uploadId: byInvoice })
    }
    if (!found.isFull) return { kind: 'uploads', uploads }
  }
  return unanswered('Chorus Pro lists more invoices than are read', LONG_SECONDS, tools)
}
