import { HAND_OVER } from '../../connection-setup.js'
import type { OfflineOutcome, OfflineSubmission } from '../../gateway/gateway.js'
import { offlineIssue } from '../offline.js'
import { connected } from './credentials.js'
import { secondCode } from './second-code.js'

/**
 * Issues an invoice before KSeF has it, with its second code. While the connection is not active
 * nothing can sign it: the invoice then gets the code on acceptance.
 */
export function issueOffline(submission: OfflineSubmission, now: Date): OfflineOutcome {
  const { access, invoice } = submission
  if (access === null) return { kind: 'issued', offline: offlineIssue(invoice, null) }
  const code = secondCode(submission, connected(access), now)
  if (code !== undefined && 'url' in code) return { kind: 'issued', offline: offlineIssue(invoice, code.url) }
  const reason = code === undefined ? 'is missing' : code.fault
  return {
    kind: 'impossible',
    errorMessage: `offlineCertificate ${reason}`,
    errorTranslated: `The invoice is to be issued offline, but no certificate can sign its second code: offlineCertificate of the connection ${reason}.`,
    errorFix: `Send the KSeF certificate of the type Offline (offlineCertificate, offlineKey) with ${HAND_OVER}, and retry the invoice; or submit it without \`offline\`.`,
  }
}
