import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { GovernmentDocument } from '../gateway/government-document.js'

/** A party of a response. */
interface RespondingParty {
  /** In the form of `participantId`. */
  readonly participant: string
  /** Registered name; absent: not written, as in a Message Level Status. */
  readonly name?: string
}

/** The head of a response of the Peppol network. */
interface ResponseHead {
  /** Customization and profile of the document. */
  readonly specification: string
  readonly process: string
  readonly id: string
  readonly at: Date
  readonly sender: RespondingParty
  readonly receiver: RespondingParty
}

const NAMESPACES = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** A UBL ApplicationResponse; `documentResponse` writes the content of `cac:DocumentResponse`. */
export function applicationResponse(
  { specification, process, id, at, sender, receiver }: ResponseHead,
  documentResponse: (xml: XmlWriter) => void,
): GovernmentDocument {
  const xml = new XmlWriter()
  const [date = '', time = ''] = at.toISOString().split(/[T.]/)
  const body = (): void => {
    xml.text('cbc:CustomizationID', specification)
    xml.text('cbc:ProfileID', process)
    xml.text('cbc:ID', id)
    xml.text('cbc:IssueDate', date)
    xml.text('cbc:IssueTime', `${time}Z`)
    writeParty(xml, 'cac:SenderParty', sender)
    writeParty(xml, 'cac:ReceiverParty', receiver)
    xml.group('cac:DocumentResponse', () => {
      documentResponse(xml)
    })
  }
  xml.group('ApplicationResponse', body, NAMESPACES)
  return { bytes: new TextEncoder().encode(xml.toString()), mediaType: 'application/xml' }
}

function writeParty(xml: XmlWriter, element: string, { participant, name }: RespondingParty): void {
  const [, scheme, value] = /::([^:]*):(.*)$/s.exec(participant) ?? []
  xml.group(element, () => {
    xml.text('cbc:EndpointID', value, { schemeID: scheme })
    if (name === undefined) return
    xml.group('cac:PartyLegalEntity', () => {
      xml.text('cbc:RegistrationName', name)
    })
  })
}
