import type { LeaseCheck, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { KsefApi } from './api.js'
import { largestBytes } from '../size.js'
import { hasAttachment } from './attachment.js'
import { mayAct } from '../../gateway/lease-check.js'
import { taxpayerOf } from './credentials.js'
import type { Dispatch } from './dispatch.js'

/** KSeF's refusal of a document that is too large. */
const TOO_LARGE = '430: Błąd weryfikacji pliku faktury'

/** Sends the document once. */
export async function submit(
  api: KsefApi,
  dispatch: Dispatch,
  submission: Submission,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  if (submission.xml.length > largestBytes(hasAttachment(submission.xml)))
    return { kind: 'refused', errorMessage: TOO_LARGE }
  const sent = await dispatch.send(submission, taxpayerOf(submission), () => mayAct(lease))
  if (sent.kind !== 'sent') return sent
  return { kind: 'submitted', uploadId: sent.uploadId, govEndpoint: api.address(sent.path) }
}
