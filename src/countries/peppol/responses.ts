import type { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { GovernmentDocument } from '../gateway/gateway.js'
import { applicationResponse } from './application-response.js'
import { INVOICE_RESPONSE } from './invoice-response.js'

/** The transmission that a response refers to. */
export interface Transmission {
  /** SBDH instance identifier. */
  readonly id: string
  readonly sender: string
  readonly receiver: string
  /** BT-1 of the invoice. */
  readonly number: string
  readonly at: Date
}

const MESSAGE_LEVEL_STATUS = { specification: 'urn:peppol:edec:mls:1.0', process: 'urn:peppol:edec:mls' }

/** Peppol Message Level Status 1.0: AP, or RE with the reason. */
export function messageLevelStatus(transmission: Transmission, errorMessage: string | null): GovernmentDocument {
  return responseTo(transmission, MESSAGE_LEVEL_STATUS, (xml) => {
    xml.group('cac:Response', () => {
      xml.text('cbc:ResponseCode', errorMessage === null ? 'AP' : 'RE')
      xml.text('cbc:Description', errorMessage ?? undefined)
    })
    xml.group('cac:DocumentReference', () => {
      xml.text('cbc:ID', transmission.id)
    })
    if (errorMessage === null) return
    xml.group('cac:LineResponse', () => {
      xml.group('cac:LineReference', () => {
        xml.text('cbc:LineID', 'NA')
      })
      xml.group('cac:Response', () => {
        xml.text('cbc:Description', errorMessage)
        xml.group('cac:Status', () => {
          xml.text('cbc:StatusReasonCode', reasonOf(errorMessage))
        })
      })
    })
  })
}

/** Peppol BIS Invoice Response 3: the buyer's RE, with its reason or requested action. */
export function invoiceResponse(transmission: Transmission, errorMessage: string): GovernmentDocument {
  const [, list, code] = /(OPStatusReason|OPStatusAction)[- ]([A-Z]{3})/.exec(errorMessage) ?? []
  const answer = /Invoice Response ([A-Z]{2})/.exec(errorMessage)?.[1] ?? 'RE'
  return responseTo(transmission, INVOICE_RESPONSE, (xml) => {
    xml.group('cac:Response', () => {
      xml.text('cbc:ResponseCode', answer)
      xml.group('cac:Status', () => {
        xml.text('cbc:StatusReasonCode', code ?? 'OTH', { listID: list ?? 'OPStatusReason' })
        xml.text('cbc:StatusReason', errorMessage)
      })
    })
    xml.group('cac:DocumentReference', () => {
      xml.text('cbc:ID', transmission.number)
    })
  })
}

/** The responder is the receiver of the transmission. */
function responseTo(
  { id, sender, receiver, at }: Transmission,
  kind: { readonly specification: string; readonly process: string },
  documentResponse: (xml: XmlWriter) => void,
): GovernmentDocument {
  const parties = { sender: { participant: receiver }, receiver: { participant: sender } }
  return applicationResponse({ ...kind, id: `${id}-R`, at, ...parties }, documentResponse)
}

/**
 * StatusReasonCode of MLS: the code in the text, or else FD if it was not delivered and BV if a
 * rule is broken.
 */
function reasonOf(errorMessage: string): string {
  const named = /StatusReasonCode (BV|BW|FD|SV)/.exec(errorMessage)?.[1]
  if (named !== undefined) return named
  if (/cvc-|SAXParseException/.test(errorMessage)) return 'SV'
  return /\[[A-Z]+-[^[\]]+\]/.test(errorMessage) ? 'BV' : 'FD'
}
