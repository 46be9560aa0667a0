import type { InvoiceRequest, Party } from '../../domain/invoice-request.js'
import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import { isFrench } from './parties.js'
import { FRANCE } from './profile.js'
import { sirenOf } from './vat.js'

/** What a status says of an invoice, by its code (XP Z12-012; UN/CEFACT CDAR, MDT-105). */
interface StatusFacts {
  /** MDT-106. */
  readonly label: string
  /** MDT-88, UNTDID 1373; absent where the statuses of FNFE-MPE's examples have none to go by. */
  readonly statusCode?: string
  /**
   * MDT-77: 305 for a status that platforms set while the invoice is passed on, 23 for one of
   * seller or buyer.
   */
  readonly typeCode: '305' | '23'
}

/**
 * The statuses that decide on an invoice. Of the rest of the life cycle (taken in charge,
 * approved, paid) none undoes a deposit.
 */
export const STATUSES = {
  '200': { label: 'Déposée', statusCode: '10', typeCode: '305' },
  '206': { label: 'Approuvée partiellement', typeCode: '23' },
  '207': { label: 'En litige', typeCode: '23' },
  '208': { label: 'Suspendue', typeCode: '23' },
  '210': { label: 'Refusée', statusCode: '50', typeCode: '23' },
  '213': { label: 'Rejetée', statusCode: '8', typeCode: '305' },
  '220': { label: 'Annulée', typeCode: '23' },
  '221': { label: 'Erreur de routage', typeCode: '305' },
  '501': { label: 'Irrecevable', typeCode: '305' },
} as const satisfies Readonly<Record<string, StatusFacts>>

/** The code of a status that decides on an invoice (CDAR, MDT-105). */
export type Status = keyof typeof STATUSES

/** Why: a reason code of the life cycle with its label. */
export interface StatusReason {
  readonly code: string
  readonly label: string
}

const STANDARD = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = {
  'xmlns:rsm': `${STANDARD}:CrossDomainAcknowledgementAndResponse:100`,
  'xmlns:ram': `${STANDARD}:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:qdt': `${STANDARD}:QualifiedDataType:100`,
  'xmlns:udt': `${STANDARD}:UnqualifiedDataType:100`,
}

/**
 * The life-cycle message with which a platform tells the seller of a status: CDAR (Cross Domain
 * Acknowledgement and Response) D22B, as FNFE-MPE's BR-FR-CDV 1.4.0.03 judges it and its examples
 * have it.
 * @param at when the status was set
 * @throws UnwritableText when a name cannot be expressed in XML
 */
export function lifeCycleMessage(
  invoice: InvoiceRequest,
  status: Status,
  reason: StatusReason | null,
  at: Date,
): string {
  const { label, typeCode, ...facts }: StatusFacts = STATUSES[status]
  const time = digits(at.toISOString()).slice(0, 14)
  const day = digits(invoice.issueDate)
  const invoiceType = FRANCE.typeCodes[invoice.invoiceType]
  const xml = new XmlWriter()
  const context = (): void => {
    parameter(xml, 'BusinessProcess', isFrench(invoice.customer) ? 'REGULATED' : 'B2BINT')
    parameter(xml, 'Guideline', 'urn.cpro.gouv.fr:1p0:CDV:invoice')
  }
  const document = (): void => {
    xml.text('ram:ID', `${invoice.number}_${status}_${time}#${invoiceType}_${day}`)
    xml.text('ram:Name', `CDV-${status}_${label}`)
    moment(xml, 'ram:IssueDateTime', time)
    xml.group('ram:SenderTradeParty', () => {
      xml.text('ram:RoleCode', 'WK')
    })
    xml.group('ram:IssuerTradeParty', () => {
      // A platform speaks for itself; what a party decides has that party for issuer.
      if (typeCode === '23') identity(xml, invoice.customer)
      xml.text('ram:RoleCode', typeCode === '23' ? 'BY' : 'WK')
    })
    xml.group('ram:RecipientTradeParty', () => {
      identity(xml, invoice.supplier)
      xml.text('ram:RoleCode', 'SE')
      xml.group('ram:URIUniversalCommunication', () => {
        xml.text('ram:URIID', companyId(invoice.supplier).value, { schemeID: '0225' })
      })
    })
  }
  const referenced = (): void => {
    xml.text('ram:IssuerAssignedID', invoice.number)
    xml.text('ram:StatusCode', facts.statusCode)
    xml.text('ram:TypeCode', invoiceType)
    moment(xml, 'ram:ReceiptDateTime', time)
    xml.group('ram:FormattedIssueDateTime', () => {
      xml.text('qdt:DateTimeString', day, { format: '102' })
    })
    xml.text('ram:ProcessConditionCode', status)
    xml.text('ram:ProcessCondition', label)
    xml.group('ram:IssuerTradeParty', () => {
      const { value, schemeID } = companyId(invoice.supplier)
      xml.text('ram:GlobalID', value, { schemeID })
    })
    if (reason === null) return
    xml.group('ram:SpecifiedDocumentStatus', () => {
      xml.text('ram:ReasonCode', reason.code)
      xml.text('ram:Reason', reason.label)
      xml.text('ram:SequenceNumeric', '1')
    })
  }
  const body = (): void => {
    xml.group('rsm:ExchangedDocumentContext', context)
    xml.group('rsm:ExchangedDocument', document)
    xml.group('rsm:AcknowledgementDocument', () => {
      xml.group('ram:MultipleReferencesIndicator', () => {
        xml.text('udt:Indicator', 'false')
      })
      xml.text('ram:TypeCode', typeCode)
      moment(xml, 'ram:IssueDateTime', time)
      xml.group('ram:ReferenceReferencedDocument', referenced)
    })
  }
  xml.group('rsm:CrossDomainAcknowledgementAndResponse', body, NAMESPACES)
  return xml.toString()
}

function parameter(xml: XmlWriter, kind: 'BusinessProcess' | 'Guideline', id: string): void {
  xml.group(`ram:${kind}SpecifiedDocumentContextParameter`, () => {
    xml.text('ram:ID', id)
  })
}

function moment(xml: XmlWriter, name: string, time: string): void {
  xml.group(name, () => {
    xml.text('udt:DateTimeString', time, { format: '204' })
  })
}

function identity(xml: XmlWriter, party: Party): void {
  const { value, schemeID } = companyId(party)
  xml.text('ram:GlobalID', value, { schemeID })
  xml.text('ram:Name', party.name)
}

/** The SIREN; of a company that has none its VAT number. */
function companyId({ vatNumber }: Party): { readonly value: string; readonly schemeID: string } {
  const siren = sirenOf(vatNumber)
  return siren === undefined ? { value: vatNumber, schemeID: '0223' } : { value: siren, schemeID: '0002' }
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
