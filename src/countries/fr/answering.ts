import type { AnswerCode, InvoiceReceived } from '../../domain/received.js'
import type { InvoiceType, Party } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { SIRET } from '../../einvoice/request/from-request/parties.js'
import type { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { AnsweredParty } from '../answered-document.js'
import type { Answering, BarredAnswer, OutgoingAnswer } from '../gateway/answering.js'
import type { GovernmentDocument } from '../gateway/government-document.js'
import { ANSWER_REASONS, ANSWERS_OF_REASONS, OTHER, reasonInMessage, STATUSES_WITH_REASON } from './answer-reasons.js'
import { type CdarInvoice, cdarMessage, STATUSES, type StatusFacts } from './cdar.js'
import { LIFE_CYCLE } from './life-cycle-codes.js'
import { parisDigits } from './paris-time.js'
import { keysOf } from '../../domain/keys.js'

/** A buyer's statuses by our words. Platforms alone transmit (305), so 203 is one of theirs. */
const SAID: Readonly<Record<AnswerCode, StatusFacts & { readonly status: string }>> = {
  acknowledged: { status: '203', label: 'Mise à disposition', statusCode: '48', typeCode: '305' },
  in_process: { status: '204', label: 'Prise en charge', statusCode: '45', typeCode: '23' },
  approved: { status: '205', label: 'Approuvée', statusCode: '1', typeCode: '23' },
  partly_approved: { status: '206', ...STATUSES['206'] },
  disputed: { status: '207', ...STATUSES['207'] },
  suspended: { status: '208', ...STATUSES['208'] },
  rejected: { status: '210', ...STATUSES['210'] },
  paid: { status: '211', label: 'Paiement transmis', statusCode: '47', typeCode: '23' },
}

/** What an amount is (MDT-207): approved or not, with VAT, or paid. */
const AMOUNTS: Readonly<Partial<Record<AnswerCode, string>>> = {
  partly_approved: 'MAPTTC',
  disputed: 'MNATTC',
  paid: 'MPA',
}

/** What a buyer answers in France: statuses of the life cycle (XP Z12-012; CDAR). */
export const FRENCH_ANSWERING: Answering = {
  codes: Object.fromEntries(
    keysOf(SAID).map((code) => {
      const { status, label } = SAID[code]
      return [code, { code: status, label: LIFE_CYCLE.get(status)?.meaning ?? label }]
    }),
  ),
  reasonCodes: {
    list: 'MDT-113 (reasons of the life cycle)',
    codes: ANSWER_REASONS,
    standard: OTHER,
    neededFor: keysOf(STATUSES_WITH_REASON),
    only: ANSWERS_OF_REASONS,
  },
  barred: withoutReference,
  namesDocument: true,
  write: writeStatus,
}

/** A status names number and date of its invoice (MDT-87, BR-FR-CDV-11). */
function withoutReference({ number, issueDate }: InvoiceReceived['data']): BarredAnswer | null {
  if (number !== null && number !== '' && issueDate !== null) return null
  const missing = number === null || number === '' ? 'number' : 'date'
  return { kind: 'never', message: `The document could not be read, so no status can name its ${missing}` }
}

/** The life-cycle message of the answer: from the buyer to the seller, a refusal for the state. */
function writeStatus(answer: OutgoingAnswer): GovernmentDocument {
  const { code, requestedAt, received, answered } = answer
  const { status, ...facts } = SAID[code]
  const at = parisDigits(requestedAt)
  const arrived = parisDigits(new Date(received.arrivedAt))
  const invoice = invoiceOf(answer)
  const address = answered?.seller.electronicAddress
  const xml = cdarMessage(invoice, {
    status,
    facts,
    setAt: at,
    writtenAt: at,
    receivedAt: arrived < at ? arrived : at,
    issuer: facts.typeCode === '23' ? { party: invoice.customer, role: 'BY' } : null,
    recipient: {
      party: invoice.supplier,
      role: 'SE',
      ...(address && {
        address: { id: address.value, ...(address.scheme !== undefined && { scheme: address.scheme }) },
      }),
    },
    isForTheState: code === 'rejected',
    details: (writer) => {
      writeDetails(writer, answer, status)
    },
  })
  return { bytes: new TextEncoder().encode(xml), mediaType: 'application/xml' }
}

/** Reason, text and amount. A day or an amount without a place of its own is in the text. */
function writeDetails(
  xml: XmlWriter,
  { code, reason, reasonCode, amount, date, received }: OutgoingAnswer,
  status: string,
) {
  const kind = AMOUNTS[code]
  const inWords = kind === undefined ? [amount === null ? null : `${amount} ${received.currency ?? ''}`.trim()] : []
  const isDated = code === 'paid' && date !== null
  const text = [reason, ...inWords, isDated ? null : date].filter((part) => part !== null).join('; ')
  if (reasonCode === null && text === '' && amount === null && date === null) return
  xml.group('ram:SpecifiedDocumentStatus', () => {
    if (reasonCode !== null) {
      const given = reasonInMessage(status, reasonCode)
      xml.text('ram:ReasonCode', given.code)
      xml.text('ram:Reason', given.label)
    }
    xml.text('ram:SequenceNumeric', '1')
    if (text !== '')
      xml.group('ram:IncludedNote', () => {
        xml.text('ram:Content', text)
      })
    if (kind === undefined || (amount === null && !isDated)) return
    xml.group('ram:SpecifiedDocumentCharacteristic', () => {
      xml.text('ram:TypeCode', kind)
      xml.group('ram:ValueChangedIndicator', () => {
        xml.text('udt:IndicatorString', 'false')
      })
      if (amount !== null)
        xml.number('ram:ValueAmount', Decimal.of(amount), 2, { currencyID: received.currency ?? 'EUR' })
      if (!isDated) return
      xml.group('ram:ValueDateTime', () => {
        xml.text('udt:DateTimeString', date.replaceAll('-', ''), { format: '102' })
      })
    })
  })
}

/** The invoice as its document names it. */
function invoiceOf({ received, answered }: OutgoingAnswer): CdarInvoice {
  const { number, issueDate, invoiceType, supplierName, supplierVat, customerVat } = received
  const supplier = answered && partyOf(answered.seller)
  const customer = answered && partyOf(answered.buyer)
  return {
    number: number ?? '',
    issueDate: issueDate ?? '',
    invoiceType: (invoiceType ?? 'invoice') satisfies InvoiceType,
    ...(answered && { typeCode: answered.typeCode }),
    supplier: supplier ?? { name: supplierName ?? '', vatNumber: supplierVat ?? '' },
    customer: customer ?? { name: '', vatNumber: customerVat ?? '' },
  }
}

function partyOf({ name, vatNumber, registration }: AnsweredParty): Party {
  return {
    name,
    vatNumber: vatNumber ?? '',
    ...(registration?.scheme === SIRET && { siret: registration.value }),
    ...(registration && {
      legalRegistration: {
        id: registration.value,
        ...(registration.scheme !== undefined && { scheme: registration.scheme }),
      },
    }),
  }
}
