import type { Syntax } from '../../../domain/request/invoice-request.js'
import { lengthOf } from '../../../domain/text.js'
import { type Assertions, type Test, inContext } from '../../../einvoice/rules/bindings/binding.js'
import { DELIVERY, SETTLEMENT, TRANSACTION } from '../../../einvoice/rules/bindings/cii/facts.js'
import { is, only } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { at, type Places } from './values.js'
import { isDay, isInvoiceNumber, TYPES } from './facts.js'
import { CATEGORIES } from './facts.js'

const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`
const LINE_REFERENCE = `${LINE}/ram:SpecifiedLineTradeSettlement/ram:InvoiceReferencedDocument`
const UDT = 'udt:DateTimeString'

/** BR-FR-01 and BR-FR-02 by the last part of the id: the path of an invoice number. */
const NUMBERS: readonly (readonly [suffix: string, ...Places])[] = [
  ['BT-1', 'cbc:ID', 'rsm:ExchangedDocument/ram:ID'],
  [
    ...(['BT-25', 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'] as const),
    `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
  ],
  [
    ...(['EXT-FR-FE-136', 'LINE/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'] as const),
    `${LINE_REFERENCE}/ram:IssuerAssignedID`,
  ],
]

/**
 * BR-FR-03 by the last part of the id in UBL and in CII: the path of the date. `LINE` is a line of
 * an invoice or of a credit note.
 */
const DATES: readonly (readonly [ids: readonly [string, string], ...Places])[] = [
  [['BT-2', 'BT-2'], 'cbc:IssueDate', `rsm:ExchangedDocument/ram:IssueDateTime/${UDT}`],
  [['BT-7', 'BT-7'], 'cbc:TaxPointDate', `${SETTLEMENT}/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString`],
  [['BT-9', 'BT-9'], 'cbc:DueDate', `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/${UDT}`],
  [
    ...([['BT-26', 'BT-26'], 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate'] as const),
    `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString`,
  ],
  [
    ...([['BT-72', 'BT-72'], 'cac:Delivery/cbc:ActualDeliveryDate'] as const),
    `${DELIVERY}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${UDT}`,
  ],
  [
    ['BT-73', 'BT-73'],
    'cac:InvoicePeriod/cbc:StartDate',
    `${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:StartDateTime/${UDT}`,
  ],
  [
    ['BT-74', 'BT-74'],
    'cac:InvoicePeriod/cbc:EndDate',
    `${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${UDT}`,
  ],
  [
    ...([
      ['EXT-FR-FE-138', 'EXT-FR-FE-138'],
      'LINE/cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate',
    ] as const),
    `${LINE_REFERENCE}/ram:FormattedIssueDateTime/qdt:DateTimeString`,
  ],
  [
    ...([['EXT-FR-FE-158', 'EXT-FR-FE-158'], 'LINE/cac:Delivery/cbc:ActualDeliveryDate'] as const),
    `${LINE}/ram:SpecifiedLineTradeDelivery/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${UDT}`,
  ],
  [
    ...([['BT-134', 'EXT-FR-FE-134'], 'LINE/cac:InvoicePeriod/cbc:StartDate'] as const),
    `${LINE}/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod/ram:StartDateTime/${UDT}`,
  ],
  [
    ...([['BT-135', 'EXT-FR-FE-135'], 'LINE/cac:InvoicePeriod/cbc:EndDate'] as const),
    `${LINE}/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod/ram:EndDateTime/${UDT}`,
  ],
]

/** BR-FR-04, likewise. */
const TYPE_CODES: readonly (readonly [suffix: string, ...Places])[] = [
  ['BT-3', 'TYPE', 'rsm:ExchangedDocument/ram:TypeCode'],
  [
    ...(['EXT-FR-FE-02', 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:DocumentTypeCode'] as const),
    `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:TypeCode`,
  ],
  [
    ...(['EXT-FR-FE-137', 'LINE/cac:BillingReference/cac:InvoiceDocumentReference/cbc:DocumentTypeCode'] as const),
    `${LINE_REFERENCE}/ram:TypeCode`,
  ],
]

/** BR-FR-01 to -04 and BR-FR-15 of a document, on the original texts. */
export function textAssertions(syntax: Syntax): readonly Assertions[] {
  return [
    ...NUMBERS.map(([suffix, ...places]) => inContext(at(syntax, places), numberTests(syntax, suffix))),
    ...DATES.map(([[ublId, ciiId], ...places]) =>
      inContext(at(syntax, places), { [`BR-FR-03_${syntax === 'ubl' ? ublId : ciiId}`]: dateTest(syntax) }),
    ),
    ...TYPE_CODES.map(([suffix, ...places]) =>
      inContext(at(syntax, places), { [`BR-FR-04_${suffix}`]: ({ stringValue }) => TYPES.has(stringValue) }),
    ),
    ...TAXES.map(([ids, ...places]) => inContext(at(syntax, places), categoryTests(syntax, ids[syntax]))),
  ]
}

/** The artefact for UBL has two ids for the test of the form. */
function numberTests(syntax: Syntax, suffix: string): Readonly<Record<string, Test>> {
  const isShort: Test = ({ stringValue }) => lengthOf(stringValue) <= 35
  const isNumber: Test = ({ stringValue }) => isInvoiceNumber(stringValue)
  return syntax === 'ubl'
    ? { [`BR-FR-01_${suffix}-1`]: isShort, [`BR-FR-01_${suffix}-2`]: isNumber, [`BR-FR-02_${suffix}`]: isNumber }
    : { [`BR-FR-01_${suffix}`]: isShort, [`BR-FR-02_${suffix}`]: isNumber }
}

/** In CII only for the first eight characters. */
function dateTest(syntax: Syntax): Test {
  return ({ stringValue }) =>
    isDay(syntax === 'ubl' ? stringValue : stringValue.slice(0, 8).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
}

/**
 * BR-FR-15: elements with a VAT category, with the ids of the rules for a category that France
 * does not have and for a Spanish one.
 */
const TAXES: readonly (readonly [ids: Readonly<Record<Syntax, readonly [any: string, spanish: string]>>, ...Places])[] =
  [
    [
      {
        ubl: ['BR-FR-15_BT-95_BT-102-1', 'BR-FR-15_BT-95_BT-102-2'],
        cii: ['BR-FR-15_BT-95_BT-102', 'BR-FR-15_BT-95_BT-102_LM'],
      },
      '//cac:AllowanceCharge/cac:TaxCategory',
      `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax`,
    ],
    [
      {
        ubl: ['BR-FR-15_BT-118-1', 'BR-FR-15_BT-118-2'],
        cii: ['BR-FR-15_BT-95_BT-118', 'BR-FR-15_BT-95_BT-118_LM'],
      },
      '//cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory',
      `${SETTLEMENT}/ram:ApplicableTradeTax`,
    ],
    [
      {
        ubl: ['BR-FR-15_BT-151-1', 'BR-FR-08_BT-151-2'],
        cii: ['BR-FR-15_BT-95_BT-151', 'BR-FR-15_BT-95_BT-151_LM'],
      },
      '//cac:Item/cac:ClassifiedTaxCategory',
      `${LINE}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`,
    ],
  ]

function categoryTests(syntax: Syntax, [any, spanish]: readonly [string, string]): Readonly<Record<string, Test>> {
  const name = syntax === 'ubl' ? 'cbc:ID' : 'ram:CategoryCode'
  return {
    [any]: (tax) => {
      const category = only(tax, name)
      return category === undefined ? mayLack(syntax, tax) : CATEGORIES.has(category.stringValue)
    },
    [spanish]: (tax) => !tax.all(name).some(({ stringValue }) => stringValue === 'L' || stringValue === 'M'),
  }
}

/**
 * Without a category the UBL artefact reports nothing, the CII artefact only skips grouping and
 * informational lines.
 */
function mayLack(syntax: Syntax, tax: XmlElement): boolean {
  if (syntax === 'ubl') return true
  const line = tax.parent?.parent
  const subtype = 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode'
  const isOfLine = line?.name === 'ram:IncludedSupplyChainTradeLineItem'
  return isOfLine && (is(line, subtype, 'GROUP') || is(line, subtype, 'INFORMATION'))
}
