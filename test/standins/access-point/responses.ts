import { randomUUID } from 'node:crypto'

/** What a receiver's access point or a buyer answers. */
export interface Response {
  readonly code: string
  readonly description?: string
  /** Of a status: places with what is wrong there. */
  readonly lines?: readonly { readonly place: string; readonly text: string; readonly reason?: string }[]
  /** Of a buyer. */
  readonly reasons?: readonly { readonly list: string; readonly code: string; readonly text?: string }[]
}

/**
 * To whose document, and between whom; participants as `iso6523-actorid-upis::0208:0403170701`.
 */
interface Answered {
  readonly sender: string
  readonly receiver: string
  /** SBDH instance id, or number of the invoice. */
  readonly reference: string
  readonly issuedOn?: string
  readonly at: Date
}

const MLS = ['urn:peppol:edec:mls:1.0', 'urn:peppol:edec:mls'] as const
const IMR = [
  'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
  'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
] as const

/** A Message Level Status in its envelope: from the receiver's service provider to ours. */
export function levelStatus(answered: Omit<Answered, 'sender' | 'receiver'>, response: Response): string {
  return enveloped(
    { ...answered, sender: 'iso6523-actorid-upis::0242:000222', receiver: 'iso6523-actorid-upis::0242:000111' },
    MLS,
    response,
  )
}

/** An Invoice Response in its envelope; `sender` is the buyer. */
export function invoiceResponse(answered: Answered, response: Response): string {
  return enveloped(answered, IMR, response)
}

function enveloped(
  answered: Answered,
  [customization, profile]: readonly [string, string],
  response: Response,
): string {
  const party = (name: string, participant: string): string => {
    const [, scheme, value] = /::([^:]*):(.*)$/s.exec(participant) ?? []
    return `<cac:${name}><cbc:EndpointID schemeID="${scheme}">${text(value ?? '')}</cbc:EndpointID></cac:${name}>`
  }
  const { at, sender, receiver, reference, issuedOn } = answered
  const [date = '', time = ''] = at.toISOString().split(/[T.]/)
  const instanceId = randomUUID()
  return `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader>
<HeaderVersion>1.0</HeaderVersion>${corner('Sender', sender)}${corner('Receiver', receiver)}
<DocumentIdentification><Standard>urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2</Standard><TypeVersion>2.1</TypeVersion><InstanceIdentifier>${instanceId}</InstanceIdentifier><Type>ApplicationResponse</Type><CreationDateAndTime>${at.toISOString()}</CreationDateAndTime></DocumentIdentification>
<BusinessScope><Scope><Type>PROCESSID</Type><InstanceIdentifier>${profile}</InstanceIdentifier><Identifier>cenbii-procid-ubl</Identifier></Scope></BusinessScope>
</StandardBusinessDocumentHeader>
<ar:ApplicationResponse xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>${customization}</cbc:CustomizationID><cbc:ProfileID>${profile}</cbc:ProfileID><cbc:ID>${randomUUID()}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate><cbc:IssueTime>${time}Z</cbc:IssueTime>
${party('SenderParty', sender)}${party('ReceiverParty', receiver)}
<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${response.code}</cbc:ResponseCode>${response.description === undefined ? '' : `<cbc:Description>${text(response.description)}</cbc:Description>`}${(response.reasons ?? []).map(reasonOf).join('')}</cac:Response>
<cac:DocumentReference><cbc:ID>${text(reference)}</cbc:ID>${issuedOn === undefined ? '' : `<cbc:IssueDate>${issuedOn}</cbc:IssueDate>`}</cac:DocumentReference>
${(response.lines ?? []).map(lineOf).join('')}</cac:DocumentResponse></ar:ApplicationResponse></StandardBusinessDocument>`
}

function corner(name: string, participant: string): string {
  const [scheme = '', value = ''] = participant.split('::')
  return `<${name}><Identifier Authority="${scheme}">${text(value)}</Identifier></${name}>`
}

function reasonOf({
  list,
  code,
  text: reason,
}: {
  readonly list: string
  readonly code: string
  readonly text?: string
}): string {
  return `<cac:Status><cbc:StatusReasonCode listID="${list}">${code}</cbc:StatusReasonCode>${reason === undefined ? '' : `<cbc:StatusReason>${text(reason)}</cbc:StatusReason>`}</cac:Status>`
}

function lineOf({
  place,
  text: what,
  reason = 'BV',
}: {
  readonly place: string
  readonly text: string
  readonly reason?: string
}): string {
  return `<cac:LineResponse><cac:LineReference><cbc:LineID>${text(place)}</cbc:LineID></cac:LineReference><cac:Response><cbc:Description>${text(what)}</cbc:Description><cac:Status><cbc:StatusReasonCode>${reason}</cbc:StatusReasonCode></cac:Status></cac:Response></cac:LineResponse>`
}

function text(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
