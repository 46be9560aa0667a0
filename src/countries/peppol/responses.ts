import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { GovernmentDocument } from '../gateway/gateway.js'

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

const NAMESPACES = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** Peppol Message Level Status 1.0: AP, or RE with the reason. */
export function messageLevelStatus(transmission: Transmission, errorMessage: string | null): GovernmentDocument {
  return applicationResponse('urn:peppol:edec:mls:1.0', 'urn:peppol:edec:mls', transmission, (xml) => {
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
  const specification = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3'
  return applicationResponse(specification, 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3', transmission, (xml) => {
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

function applicationResponse(
  specification: string,
  process: string,
  { id, sender, receiver, at }: Transmission,
  documentResponse: (xml: XmlWriter) => void,
): GovernmentDocument {
  const xml = new XmlWriter()
  const [date = '', time = ''] = at.toISOString().split(/[T.]/)
  const body = (): void => {
    xml.text('cbc:CustomizationID', specification)
    xml.text('cbc:ProfileID', process)
    xml.text('cbc:ID', `${id}-R`)
    xml.text('cbc:IssueDate', date)
    xml.text('cbc:IssueTime', `${time}Z`)
    // The responder is the sender, and the sender of the invoice is the receiver.
    writeParty(xml, 'cac:SenderParty', receiver)
    writeParty(xml, 'cac:ReceiverParty', sender)
    xml.group('cac:DocumentResponse', () => {
      documentResponse(xml)
    })
  }
  xml.group('ApplicationResponse', body, NAMESPACES)
  return { bytes: new TextEncoder().encode(xml.toString()), mediaType: 'application/xml' }
}

function writeParty(xml: XmlWriter, name: string, participant: string): void {
  const [, scheme, value] = /::([^:]*):(.*)$/s.exec(participant) ?? []
  xml.group(name, () => {
    xml.text('cbc:EndpointID', value, { schemeID: scheme })
  })
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
