import type { Access, ReconcileOutcome, Submission, UploadsOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { InvoicetronicApi } from './api.js'
import { inSeconds } from './collect.js'
import { refusedKey, unanswered } from './failures.js'
import { decision } from './poll.js'
import { senderOf } from './sender.js'
import { sendIdIn, uploadIdOf } from './upload-id.js'
import { LAST_SECONDS } from './waits.js'

/** Compares a sent invoice with Invoicetronic; without an update, whether it exists there. */
export async function reconcile(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  uploadId: string,
): Promise<ReconcileOutcome> {
  const sendId = sendIdIn(uploadId)
  if (sendId === null) return unanswered(`"${uploadId}" is not an upload to Invoicetronic`, LAST_SECONDS, tools)
  const { key, fault } = senderOf(submission.access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  const decided = await decision(api, tools, submission, key, sendId, LAST_SECONDS)
  if (decided.kind !== 'pending') return decided
  const sent = await api.sent(key, sendId)
  return sent === 'none' ? { kind: 'unknown' } : 'kind' in sent ? sent : { kind: 'pending' }
}

/** The invoices that Invoicetronic lists as sent with a key; it keeps them for two years. */
export async function uploadsSince(
  api: InvoicetronicApi,
  tools: GatewayTools,
  access: Access,
  since: Date,
): Promise<UploadsOutcome> {
  const { key, fault } = senderOf(access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  const listed = await api.sends(key, { date_sent_from: inSeconds(since) })
  if (listed.kind !== 'listed') return listed
  if (listed.isCut) return unanswered('Invoicetronic lists more sent invoices than the limit', LAST_SECONDS, tools)
  return { kind: 'uploads', uploads: listed.items.map(({ item }) => ({ uploadId: uploadIdOf(item.id) })) }
}
