import {
  type BoundDocument,
  type BoundRules,
  type Context,
  ROOT,
  type Test,
  within,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, characters, has } from '../../../einvoice/rules/bindings/xpath.js'
import { isBlank } from '../../../einvoice/rules/rule.js'
import { hierarchicalLines } from './bound-lines.js'
import { isDay, isInvoiceNumber, TYPES } from './document.js'
import type { Syntax } from './syntax.js'

const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement'
const DELIVERY = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery'
const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const LINE = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem'
const LINE_REFERENCE = `${LINE}/ram:SpecifiedLineTradeSettlement/ram:InvoiceReferencedDocument`
const UDT = 'udt:DateTimeString'

/** BR-FR-03 by the last part of the id in UBL and in CII: where the date stands. `LINE` is a line of an invoice or of a credit note. */
const DATES: readonly (readonly [ids: readonly [string, string], ubl: string, cii: string])[] = [
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
const TYPE_CODES: readonly (readonly [suffix: string, ubl: string, cii: string])[] = [
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

const CATEGORIES: ReadonlySet<string> = new Set(['S', 'E', 'AE', 'K', 'G', 'O', 'Z'])

/** BR-FR-01 to -04, -15, -27, -29 and BR-FR-CO-05, -10 and -12 of a document: texts as they are written, and what the model has no place for. */
export function boundTextRules(syntax: Syntax): readonly BoundRules[] {
  const dates = DATES.map(([[ublId, ciiId], ...paths]) =>
    within(at(syntax, paths), {
      [`BR-FR-03_${syntax === 'ubl' ? ublId : ciiId}`]: ({ stringValue }) =>
        isDay(syntax === 'ubl' ? stringValue : stringValue.slice(0, 8).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')),
    }),
  )
  const types = TYPE_CODES.map(([suffix, ...paths]) =>
    within(at(syntax, paths), { [`BR-FR-04_${suffix}`]: ({ stringValue }) => TYPES.has(stringValue) }),
  )
  return [
    ...dates,
    ...types,
    ...lineReferenceRules(syntax),
    ...(syntax === 'ubl' ? UBL_RULES : CII_RULES),
    correctedInvoice(syntax),
  ]
}

/** BR-FR-01 and -02 of the invoice that a line refers to. */
function lineReferenceRules(syntax: Syntax): readonly BoundRules[] {
  const isShort: Test = ({ stringValue }) => characters(stringValue) <= 35
  const isNumber: Test = ({ stringValue }) => isInvoiceNumber(stringValue)
  const paths = [
    'LINE/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID',
    `${LINE_REFERENCE}/ram:IssuerAssignedID`,
  ] as const
  const term = 'EXT-FR-FE-136'
  const first =
    syntax === 'ubl'
      ? { [`BR-FR-01_${term}-1`]: isShort, [`BR-FR-01_${term}-2`]: isNumber }
      : { [`BR-FR-01_${term}`]: isShort }
  return [within(at(syntax, paths), { ...first, [`BR-FR-02_${term}`]: isNumber })]
}

/** BR-FR-CO-05, with the references of the lines. */
function correctedInvoice(syntax: Syntax): BoundRules {
  const reference =
    syntax === 'ubl'
      ? 'cac:BillingReference/cac:InvoiceDocumentReference'
      : `${SETTLEMENT}/ram:InvoiceReferencedDocument`
  const [number, date] =
    syntax === 'ubl'
      ? ['cbc:ID', 'cbc:IssueDate']
      : ['ram:IssuerAssignedID', 'ram:FormattedIssueDateTime/qdt:DateTimeString']
  return within(ROOT, {
    'BR-FR-CO-05_BT-3': (root, document) => {
      if (syntax === 'ubl' && root.name !== 'cn:CreditNote') return true
      if (!['261', '381', '396', '502', '503'].includes(document.invoice.typeCode)) return true
      if (all(root, reference).some((each) => has(each, number) && has(each, date))) return true
      return hierarchicalLines(document, syntax)
        .filter(({ subtype }) => subtype === undefined || subtype === 'DETAIL')
        .every(({ preceding }) => preceding.number && preceding.date)
    },
  })
}

/** BR-FR-15, where UBL has the category, BR-FR-28 and BR-FR-CO-12. */
const UBL_RULES: readonly BoundRules[] = [
  ...(
    [
      ['cac:AllowanceCharge/cac:TaxCategory/cbc:ID', 'BR-FR-15_BT-95_BT-102-1'],
      ['cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID', 'BR-FR-15_BT-118-1'],
      ['LINE/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'BR-FR-15_BT-151-1'],
    ] as const
  ).map(([path, id]) => within(at('ubl', [path, '']), { [id]: ({ stringValue }) => CATEGORIES.has(stringValue) })),
  within(at('ubl', ['LINE/cac:Item/cac:AdditionalItemProperty', '']), {
    'BR-FR-28-Value': (attribute) =>
      has(attribute, 'cbc:Value')
        ? !has(attribute, 'cbc:ValueQuantity')
        : attribute.all('cbc:ValueQuantity').some((quantity) => (quantity.attribute('unitCode') ?? '') !== ''),
  }),
  within(({ root }) => root.all('cbc:DocumentCurrencyCode'), {
    'BR-FR-CO-12_BT-5': showsEuro('cac:TaxTotal/cbc:TaxAmount', 'cbc:TaxCurrencyCode'),
  }),
]

/** BR-FR-27, BR-FR-29, BR-FR-CO-10 (of global identifiers alone) and BR-FR-CO-12. */
const CII_RULES: readonly BoundRules[] = [
  within(at('cii', ['', `${LINE}/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic`]), {
    'BR-FR-27_BG-32': (attribute) => has(attribute, 'ram:Description') || has(attribute, 'ram:TypeCode'),
    'BR-FR-27_BT-160': (attribute) =>
      attribute.all('ram:Description').every(({ stringValue }) => !isBlank(stringValue)),
    'BR-FR-27_EXT-FR-FE-159': (attribute) =>
      attribute.all('ram:TypeCode').every(({ stringValue }) => !isBlank(stringValue)),
    'BR-FR-28-Value': (attribute) =>
      has(attribute, 'ram:Value')
        ? !has(attribute, 'ram:ValueMeasure')
        : attribute.all('ram:ValueMeasure').some((measure) => (measure.attribute('unitCode') ?? '') !== ''),
  }),
  within(at('cii', ['', AGREEMENT]), {
    'BR-FR-29_BT-18': (agreement) =>
      ['AFL', 'AVV'].every(
        (scheme) =>
          agreement
            .all('ram:AdditionalReferencedDocument')
            .filter((each) => each.child('ram:ReferenceTypeCode')?.stringValue === scheme).length <= 1,
      ),
  }),
  ...(
    [
      ['BT-29', `${AGREEMENT}/ram:SellerTradeParty`],
      ['BT-46', `${AGREEMENT}/ram:BuyerTradeParty`],
      ['BT-60', `${SETTLEMENT}/ram:PayeeTradeParty`],
      ['BT-71', `${DELIVERY}/ram:ShipToTradeParty`],
    ] as const
  ).map(([term, path]) =>
    within(at('cii', ['', path]), {
      [`BR-FR-CO-10_${term}-1`]: (party) =>
        party.all('ram:GlobalID').every((id) => id.attribute('schemeID') !== undefined),
      [`BR-FR-CO-10_${term}-2`]: (party) => {
        const schemes = party.all('ram:GlobalID').flatMap((id) => id.attribute('schemeID') ?? [])
        return new Set(schemes).size === schemes.length
      },
    }),
  ),
  within(({ root }) => all(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`), {
    'BR-FR-CO-12_BT-5': showsEuro(
      `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount`,
      `${SETTLEMENT}/ram:TaxCurrencyCode`,
    ),
  }),
]

/** An invoice in another currency shows its VAT in euro too. */
function showsEuro(amounts: string, taxCurrency: string): Test {
  return ({ stringValue }, { root }) =>
    stringValue === 'EUR' ||
    (all(root, taxCurrency).some((each) => each.stringValue === 'EUR') &&
      all(root, amounts).some((each) => each.attribute('currencyID') === 'EUR' && each.stringValue !== ''))
}

function at(syntax: Syntax, [ubl, cii]: readonly [string, string]): Context {
  if (syntax === 'cii') return ({ root }) => all(root, cii)
  return ({ root }: BoundDocument) => {
    const isCreditNote = root.name === 'cn:CreditNote'
    const path = ubl.replace(/^LINE/, isCreditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine')
    return all(root, path === 'TYPE' ? (isCreditNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode') : path)
  }
}
