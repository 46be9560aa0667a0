import type { ReconcileOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { inWords, statusIn } from './answers.js'
import { isOthers, isRefusedWith, isSaid, saidInWords } from './api.js'
import type { Connections } from './connections.js'
import { taxpayerOf } from './credentials.js'
import { notUnderstood, unanswered } from './failures.js'
import { objectIn, textIn } from './json.js'
import { locate } from './locate.js'
import type { SessionInvoices } from './session-invoices.js'
import { placeOf } from './upload-id.js'

const NAME = 'the status of an invoice'
const SUCCESS = 200
/** Final statuses of a rejected invoice; others are KSeF's internal failures. */
const FINAL = { from: 405, to: 450 } as const
const LONG_SECONDS = 3600

/**
 * KSeF's status of a submitted invoice. Unlike a poll it never sends a dropped invoice again, and
 * does not fetch the UPO. A sign-in may be needed.
 */
export async function reconcile(
  connections: Connections,
  invoices: SessionInvoices,
  tools: GatewayTools,
  submission: Submission,
  uploadId: string,
): Promise<ReconcileOutcome> {
  const taxpayer = taxpayerOf(submission)
  const note = await tools.uploads.find(submission.scope, submission.attemptId)
  const place = placeOf(note?.uploadId ?? uploadId)
  if (place === null) return unanswered(`"${uploadId}" is not an upload to KSeF`, LONG_SECONDS, tools)
  let invoice: string
  if ('invoice' in place) invoice = place.invoice
  else {
    const located = await locate(invoices, tools, taxpayer, {
      ...place,
      begunAt: note?.begunAt ?? submission.createdAt,
    })
    if (located.kind === 'absent') return { kind: 'unknown' }
    if (located.kind !== 'found') return located
    invoice = located.invoice
  }
  const path = `/sessions/${place.session}/invoices/${invoice}`
  const said = await connections.ask(taxpayer, { method: 'GET', path, name: NAME, expects: 'json', group: 'status' })
  if (!isSaid(said)) return said
  if (said.kind === 'refused' && (said.faults.length === 0 || isRefusedWith(said, 21173, 21164)))
    return { kind: 'unknown' }
  const answer = said.kind === 'json' && !isOthers(said) ? objectIn(said.json) : null
  const status = answer === null ? null : statusIn(answer)
  if (answer === null || status === null) return notUnderstood(NAME, saidInWords(said), tools)
  const { code } = status
  if (code === SUCCESS) return { kind: 'accepted', govId: textIn(answer['ksefNumber']) ?? '' }
  if (code >= FINAL.from && code <= FINAL.to) return { kind: 'rejected', errorMessage: inWords(status) }
  return { kind: 'pending' }
}
