import type { InvoiceRequest, Party } from '../../domain/request/invoice-request.js'
import type { SchemedId } from '../../domain/request/terms.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { Payment } from '../gateway/gateway.js'
import { parisDigits } from './paris-time.js'
import { FRENCH_ADDRESS, isFrench, sirenOfParty } from './parties.js'
import { FRANCE } from './profile.js'

/** A status of an invoice, by its code (XP Z12-012; UN/CEFACT CDAR, MDT-105). */
export interface StatusFacts {
  /** MDT-106. */
  readonly label: string
  /** MDT-88, UNTDID 1373, of the codes that BR-FR-CDV-CL-05 allows; absent: none fits. */
  readonly statusCode?: string
  /**
   * MDT-77: 305 for a status that platforms set during transport, 23 for one of seller or buyer.
   */
  readonly typeCode: '305' | '23'
}

/**
 * The statuses that decide on an invoice. No later status (being processed, approved, paid)
 * revokes a deposit.
 */
export const STATUSES = {
  '200': { label: 'Déposée', statusCode: '10', typeCode: '305' },
  '206': { label: 'Approuvée partiellement', statusCode: '49', typeCode: '23' },
  '207': { label: 'En litige', statusCode: '46', typeCode: '23' },
  '208': { label: 'Suspendue', statusCode: '39', typeCode: '23' },
  '210': { label: 'Refusée', statusCode: '50', typeCode: '23' },
  '213': { label: 'Rejetée', statusCode: '8', typeCode: '305' },
  '220': { label: 'Annulée', typeCode: '23' },
  '221': { label: 'Erreur de routage', typeCode: '305' },
  '501': { label: 'Irrecevable', typeCode: '305' },
} as const satisfies Readonly<Record<string, StatusFacts>>

/** The code of a status that decides on an invoice (CDAR, MDT-105). */
export type Status = keyof typeof STATUSES

/** A reason code of the life cycle with its label. */
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
 * Writes the life-cycle message by which a platform notifies the seller of a status: CDAR (Cross
 * Domain Acknowledgement and Response) D22B, according to FNFE-MPE's BR-FR-CDV 1.4.0.03 and its
 * examples.
 * @param at when the status was set
 * @throws UnwritableText if a name can't be expressed in XML
 */
export function lifeCycleMessage(
  invoice: InvoiceRequest,
  status: Status,
  reason: StatusReason | null,
  at: Date,
): string {
  const facts: StatusFacts = STATUSES[status]
  const digitsOfTime = parisDigits(at)
  return cdarMessage(invoice, {
    status,
    facts,
    setAt: digitsOfTime,
    writtenAt: digitsOfTime,
    receivedAt: digitsOfTime,
    // A platform is the issuer of its own statuses; a party's decision has that party as issuer.
    issuer: facts.typeCode === '23' ? { party: invoice.customer, role: 'BY' } : null,
    recipient: { party: invoice.supplier, role: 'SE' },
    isForTheState: false,
    details(xml) {
      if (reason === null) return
      xml.group('ram:SpecifiedDocumentStatus', () => {
        xml.text('ram:ReasonCode', reason.code)
        xml.text('ram:Reason', reason.label)
        xml.text('ram:SequenceNumeric', '1')
      })
    },
  })
}

/** UNTDID 1373: paid, for the seller's own status. */
const RECEIVED: StatusFacts = { label: 'Encaissée', statusCode: '47', typeCode: '23' }

/**
 * The life-cycle message with which the seller reports a payment (212), for the buyer and for the
 * state: the received amount with VAT for each VAT rate (MEN, BR-FR-CDV-14).
 * @param at the time of writing; the status itself has the day of the payment
 * @throws UnwritableText if a name can't be expressed in XML
 */
export function paymentMessage(invoice: InvoiceRequest, { paidOn, amounts }: Payment, at: Date): string {
  const written = parisDigits(at)
  // A status must not be later than its message; for a mere date, noon is the safest time.
  const noon = `${digits(paidOn)}120000`
  return cdarMessage(invoice, {
    status: '212',
    facts: RECEIVED,
    setAt: noon < written ? noon : written,
    writtenAt: written,
    receivedAt: null,
    issuer: { party: invoice.supplier, role: 'SE' },
    recipient: { party: invoice.customer, role: 'BY' },
    isForTheState: true,
    details(xml) {
      xml.group('ram:SpecifiedDocumentStatus', () => {
        xml.text('ram:SequenceNumeric', '1')
        for (const { vatRate, amount } of amounts)
          xml.group('ram:SpecifiedDocumentCharacteristic', () => {
            xml.text('ram:TypeCode', 'MEN')
            xml.group('ram:ValueChangedIndicator', () => {
              xml.text('udt:IndicatorString', 'false')
            })
            xml.number('ram:ValueAmount', Decimal.of(amount), 2, { currencyID: invoice.currency })
            xml.number('ram:ValuePercent', Decimal.of(vatRate), 2)
          })
      })
    },
  })
}

/** A party of the message with its role (MDT-40, MDT-59). */
interface Speaker {
  readonly party: Party
  readonly role: 'SE' | 'BY'
  /** Absent: its company id, which is every company's address in the French directory. */
  readonly address?: SchemedId
}

/** The invoice of a message. */
export type CdarInvoice = Pick<
  InvoiceRequest,
  'number' | 'issueDate' | 'typeCode' | 'invoiceType' | 'customer' | 'supplier'
>

/** The variable parts of a message; French times with 14 digits. */
interface MessageFacts {
  readonly status: string
  readonly facts: StatusFacts
  readonly setAt: string
  readonly writtenAt: string
  /** When the invoice was received (MDT-95); null: it is not said. */
  readonly receivedAt: string | null
  /** Null: the platform. */
  readonly issuer: Speaker | null
  readonly recipient: Speaker
  /** Whether the tax administration gets it as well (recipient DFH). */
  readonly isForTheState: boolean
  readonly details: (xml: XmlWriter) => void
}

/**
 * Writes a life-cycle message of any status.
 * @throws UnwritableText if a text can't be expressed in XML
 */
export function cdarMessage(invoice: CdarInvoice, content: MessageFacts): string {
  const { status, facts, setAt, writtenAt, issuer, recipient } = content
  const day = digits(invoice.issueDate)
  const invoiceType = invoice.typeCode ?? FRANCE.typeCodes[invoice.invoiceType]
  const xml = new XmlWriter()
  const isNational = isFrench(invoice.customer) && isFrench(invoice.supplier)
  const context = (): void => {
    parameter(xml, 'BusinessProcess', isNational ? 'REGULATED' : 'B2BINT')
    parameter(xml, 'Guideline', 'urn.cpro.gouv.fr:1p0:CDV:invoice')
  }
  const document = (): void => {
    // Contains the time of writing: two payments on one day are two messages.
    xml.text('ram:ID', `${invoice.number}_${status}_${writtenAt}#${invoiceType}_${day}`)
    xml.text('ram:Name', `CDV-${status}_${facts.label}`)
    time(xml, 'ram:IssueDateTime', writtenAt)
    xml.group('ram:SenderTradeParty', () => {
      xml.text('ram:RoleCode', 'WK')
    })
    xml.group('ram:IssuerTradeParty', () => {
      if (issuer !== null) identity(xml, issuer.party)
      xml.text('ram:RoleCode', issuer?.role ?? 'WK')
    })
    xml.group('ram:RecipientTradeParty', () => {
      identity(xml, recipient.party)
      xml.text('ram:RoleCode', recipient.role)
      xml.group('ram:URIUniversalCommunication', () => {
        const { id, scheme } = recipient.address ?? { id: companyId(recipient.party).value, scheme: FRENCH_ADDRESS }
        xml.text('ram:URIID', id, { schemeID: scheme })
      })
    })
    if (!content.isForTheState) return
    xml.group('ram:RecipientTradeParty', () => {
      xml.text('ram:GlobalID', '9998', { schemeID: '0238' })
      xml.text('ram:Name', 'PPF')
      xml.text('ram:RoleCode', 'DFH')
    })
  }
  const referenced = (): void => {
    xml.text('ram:IssuerAssignedID', invoice.number)
    xml.text('ram:StatusCode', facts.statusCode)
    xml.text('ram:TypeCode', invoiceType)
    if (content.receivedAt !== null) time(xml, 'ram:ReceiptDateTime', content.receivedAt)
    xml.group('ram:FormattedIssueDateTime', () => {
      xml.text('qdt:DateTimeString', day, { format: '102' })
    })
    xml.text('ram:ProcessConditionCode', status)
    xml.text('ram:ProcessCondition', facts.label)
    xml.group('ram:IssuerTradeParty', () => {
      const { value, schemeID } = companyId(invoice.supplier)
      xml.text('ram:GlobalID', value, { schemeID })
    })
    content.details(xml)
  }
  const body = (): void => {
    xml.group('rsm:ExchangedDocumentContext', context)
    xml.group('rsm:ExchangedDocument', document)
    xml.group('rsm:AcknowledgementDocument', () => {
      xml.group('ram:MultipleReferencesIndicator', () => {
        xml.text('udt:Indicator', 'false')
      })
      xml.text('ram:TypeCode', facts.typeCode)
      time(xml, 'ram:IssueDateTime', setAt)
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

function time(xml: XmlWriter, name: string, moment: string): void {
  xml.group(name, () => {
    xml.text('udt:DateTimeString', moment, { format: '204' })
  })
}

function identity(xml: XmlWriter, party: Party): void {
  const { value, schemeID } = companyId(party)
  xml.text('ram:GlobalID', value, { schemeID })
  xml.text('ram:Name', party.name)
}

/** The SIREN, or else the VAT number, or else what the party is registered with. */
function companyId(party: Party): { readonly value: string; readonly schemeID: string | undefined } {
  const { vatNumber, legalRegistration } = party
  const siren = sirenOfParty(party)
  if (siren !== undefined) return { value: siren, schemeID: '0002' }
  if (vatNumber !== '' || legalRegistration === undefined) return { value: vatNumber, schemeID: '0223' }
  return { value: legalRegistration.id, schemeID: legalRegistration.scheme }
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
