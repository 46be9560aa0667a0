import { PEPPOL_BILLING, PEPPOL_SELF_BILLING } from '../../einvoice/rules/peppol/specification.js'
import type { ParticipantOutcome } from '../gateway/gateway.js'
import { documentTypeId } from './document-type.js'

/** A participant whose identifier contains this is not registered in the simulated network. */
const UNREGISTERED = 'SIM-UNREGISTERED'

const DOCUMENT_TYPES = [PEPPOL_BILLING, PEPPOL_SELF_BILLING].flatMap((specification) => [
  documentTypeId('ubl:Invoice', specification),
  documentTypeId('cn:CreditNote', specification),
])

/**
 * The simulated network's look-up of a participant: all support Peppol BIS Billing and
 * Self-Billing 3.0.
 */
export function simulatedParticipant(participantId: string): ParticipantOutcome {
  return participantId.toUpperCase().includes(UNREGISTERED)
    ? { kind: 'unregistered' }
    : { kind: 'registered', documentTypes: DOCUMENT_TYPES }
}
