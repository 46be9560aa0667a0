import type { FindOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { KsefApi } from './api.js'
import type { BatchStates } from './batch-states.js'
import { BATCH_PATH } from './batches.js'
import { taxpayerOf } from './credentials.js'
import { unanswered } from './failures.js'
import { locate, NEXT_LOOK_SECONDS, SETTLED_SECONDS } from './locate.js'
import type { SessionInvoices } from './session-invoices.js'
import { type HashPlace, placeOf, uploadIdOf } from './upload-id.js'

/**
 * Whether KSeF has the document. The ledger contains the session in which it was sent; if the
 * answer was lost, that session's list decides, by the document's hash.
 *
 * Without an entry in the ledger KSeF is not asked, though a restored ledger may have lost one:
 * KSeF would refuse the document as a duplicate and name the first, whose decision then applies
 * to this invoice.
 */
export async function find(
  api: KsefApi,
  invoices: SessionInvoices,
  batches: BatchStates,
  tools: GatewayTools,
  submission: Submission,
): Promise<FindOutcome> {
  const { scope, attemptId } = submission
  const note = await tools.uploads.find(scope, attemptId)
  const place = note === null || note.uploadId === null ? null : placeOf(note.uploadId)
  // An entry without a session was written before anything was sent.
  if (note === null || place === null) return { kind: 'unknown' }
  if ('invoice' in place) return known(api, place.session, uploadIdOf(place))
  if (place.isInBatch) return findInBatch(api, batches, tools, submission, place, note.begunAt)
  const located = await locate(invoices, tools, taxpayerOf(submission), { ...place, begunAt: note.begunAt })
  if (located.kind === 'absent') return { kind: 'unknown' }
  if (located.kind !== 'found') return located
  const uploadId = uploadIdOf({ session: place.session, invoice: located.invoice })
  await tools.uploads.taken(scope, attemptId, uploadId)
  return known(api, place.session, uploadId)
}

function known(api: KsefApi, session: string, uploadId: string): FindOutcome {
  return { kind: 'known', uploadId, govEndpoint: api.address(`/sessions/online/${session}/invoices`) }
}

/**
 * A batch whose session was closed is processed. A batch whose process died before that has no
 * effect: KSeF cancels it after a while.
 */
async function findInBatch(
  api: KsefApi,
  batches: BatchStates,
  tools: GatewayTools,
  submission: Submission,
  place: HashPlace,
  begunAt: Date,
): Promise<FindOutcome> {
  const state = await batches.of(taxpayerOf(submission), place, false)
  switch (state.kind) {
    case 'found':
    case 'unpacking':
      return { kind: 'known', uploadId: uploadIdOf(place), govEndpoint: api.address(BATCH_PATH) }
    case 'open':
    case 'absent': {
      const seconds = (tools.clock.now().getTime() - begunAt.getTime()) / 1000 / tools.pace
      if (seconds > SETTLED_SECONDS) return { kind: 'unknown' }
      const reason = 'it is not known yet whether KSeF received the document in a batch'
      return unanswered(reason, NEXT_LOOK_SECONDS, tools)
    }
    default:
      return state
  }
}
