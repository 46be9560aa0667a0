import type { ParticipantOutcome } from '../gateway/gateway.js'

/** A participant whose identifier contains this is not registered in the simulated network. */
const UNREGISTERED = 'SIM-UNREGISTERED'

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const DOCUMENT_TYPES = ['Invoice', 'CreditNote'].map(
  (root) => `busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${BILLING}::2.1`,
)

/** The simulated network's look-up of a participant: all support Peppol BIS Billing 3.0. */
export function simulatedParticipant(participantId: string): ParticipantOutcome {
  return participantId.toUpperCase().includes(UNREGISTERED)
    ? { kind: 'unregistered' }
    : { kind: 'registered', documentTypes: DOCUMENT_TYPES }
}
