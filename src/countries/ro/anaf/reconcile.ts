import type { Access, ReconcileOutcome, Submission, UploadsOutcome } from '../../gateway/gateway.js'
import type { AnafApi } from './api.js'
import { companyOf, senderOf } from './company.js'
import type { MessageLists } from './message-lists.js'

/** ANAF's name of our uploads; errors in one, and messages of a buyer, have other names. */
const SENT = /^FACTURA TRIMISA/i

/** The state of an upload by `stareMesaj`. The archive of a decision is not downloaded. */
export async function reconcile(api: AnafApi, submission: Submission, uploadId: string): Promise<ReconcileOutcome> {
  const state = await api.state(uploadId, senderOf(submission).token)
  switch (state.kind) {
    case 'processing':
      return { kind: 'pending' }
    case 'unknown-upload':
      return { kind: 'unknown' }
    case 'ok':
      return { kind: 'accepted', govId: uploadId }
    case 'nok':
      return { kind: 'rejected', errorMessage: 'nok' }
    case 'not-taken-over':
      return { kind: 'rejected', errorMessage: state.text }
    default:
      return state
  }
}

/** The invoices that ANAF lists as sent by the company, of the last 60 days at most. */
export async function uploadsSince(lists: MessageLists, access: Access, since: Date): Promise<UploadsOutcome> {
  const listed = await lists.since(companyOf(access), since, 'T')
  if (listed.kind !== 'listed') return listed
  const uploads = listed.messages.filter(({ kind }) => SENT.test(kind)).map(({ uploadId }) => ({ uploadId }))
  return { kind: 'uploads', uploads }
}
