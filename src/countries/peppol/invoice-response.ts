import type { InvoiceReceived } from '../../domain/received.js'
import type { AnsweredParty } from '../answered-document.js'
import type { Answering, BarredAnswer, OutgoingAnswer } from '../gateway/answering.js'
import type { GovernmentDocument } from '../gateway/government-document.js'
import { applicationResponse } from './application-response.js'
import { participantId } from './participant.js'
import { RESPONSE_NAMES, STATUS_REASONS } from './response-codes.js'

/** Customization and profile of Peppol BIS Invoice Response 3.1 (transaction T111). */
export const INVOICE_RESPONSE = {
  specification: 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
  process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
}

const said = (code: keyof typeof RESPONSE_NAMES) => ({ code, label: RESPONSE_NAMES[code] ?? code })

/** What a buyer answers in the Peppol network: Invoice Response (BIS 3.1, transaction T111). */
export const PEPPOL_ANSWERING: Answering = {
  codes: {
    acknowledged: said('AB'),
    in_process: said('IP'),
    approved: said('AP'),
    partly_approved: said('CA'),
    disputed: said('UQ'),
    rejected: said('RE'),
    paid: said('PD'),
  },
  reasonCodes: {
    list: 'OPStatusReason',
    codes: STATUS_REASONS,
    standard: 'OTH',
    // PEPPOL-T111-R001, R005.
    neededFor: ['partly_approved', 'disputed', 'rejected'],
    only: { PPD: ['paid'] },
  },
  barred: withoutNumber,
  namesDocument: true,
  write: writeInvoiceResponse,
}

/** A response names the number of its invoice. */
function withoutNumber({ number }: InvoiceReceived['data']): BarredAnswer | null {
  if (number !== null && number !== '') return null
  return { kind: 'never', message: 'The document could not be read, so no response can name its number' }
}

/** Peppol BIS Invoice Response 3.1: the buyer's answer. */
function writeInvoiceResponse(answer: OutgoingAnswer): GovernmentDocument {
  const { responseId, nationalCode, reason, reasonCode, amount, date, requestedAt, received } = answer
  const { sender, receiver, seller, buyer, typeCode } = partiesOf(answer)
  const about = amount === null ? null : `${amount} ${received.currency ?? ''}`.trim()
  const text = [reason, about].filter((part) => part !== null).join('; ')
  const head = {
    ...INVOICE_RESPONSE,
    id: responseId,
    at: requestedAt,
    sender: { participant: sender, name: buyer },
    receiver: { participant: receiver, name: seller },
  }
  return applicationResponse(head, (xml) => {
    xml.group('cac:Response', () => {
      xml.text('cbc:ResponseCode', nationalCode)
      xml.text('cbc:EffectiveDate', date ?? undefined)
      if (reasonCode === null && text === '') return
      xml.group('cac:Status', () => {
        xml.text('cbc:StatusReasonCode', reasonCode ?? 'OTH', { listID: 'OPStatusReason' })
        // PEPPOL-T111-R002, R004: some codes alone say nothing.
        xml.text('cbc:StatusReason', text === '' ? (RESPONSE_NAMES[nationalCode] ?? nationalCode) : text)
      })
    })
    xml.group('cac:DocumentReference', () => {
      xml.text('cbc:ID', received.number ?? undefined)
      xml.text('cbc:IssueDate', received.issueDate ?? undefined)
      xml.text('cbc:DocumentTypeCode', typeCode)
    })
  })
}

/**
 * The network's own sender gets the answer; without an envelope, as in the test environment, the
 * document's seller.
 */
export function partiesOf({ answered, received }: OutgoingAnswer) {
  if (answered === null) {
    const unknown = participantId({ value: 'NA' })
    return { sender: unknown, receiver: unknown, seller: received.supplierName ?? 'NA', buyer: 'NA', typeCode: '380' }
  }
  const { network, typeCode, ...parties } = answered
  const receiver = network?.sender ?? participantOf(parties.seller)
  // A self-billed invoice was sent by its buyer.
  const isSelfBilled = receiver !== participantOf(parties.seller) && receiver === participantOf(parties.buyer)
  const [seller, buyer] = isSelfBilled ? [parties.buyer, parties.seller] : [parties.seller, parties.buyer]
  return {
    sender: network?.receiver ?? participantOf(buyer),
    receiver,
    seller: seller.name,
    buyer: buyer.name,
    typeCode,
  }
}

function participantOf({ electronicAddress }: AnsweredParty): string {
  return participantId(electronicAddress ?? { value: 'NA' })
}
