import { type Assertions, type JudgedDocument, inContext, ROOT } from '../../../../einvoice/rules/bindings/binding.js'
import { AGREEMENT, LINES, SETTLEMENT } from '../../../../einvoice/rules/bindings/cii/facts.js'
import { all, has, is, text } from '../../../../einvoice/rules/bindings/xpath.js'
import { isBlank } from '../../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { CII_SUB_LINES, ciiLines, PARENT, SUBTYPE } from '../sub-lines/cii.js'
import { AmountsByNumber, remembered, SEVERAL_SELLERS, SUB_INVOICES, valuesAt, when } from '../values.js'
import { groupsOf, subInvoiceRules } from './rules.js'
import type { SubInvoices } from './syntax.js'

const LINE_SETTLEMENT = 'ram:SpecifiedLineTradeSettlement'
const SUMMATION = `${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation`
const ITEM_SELLER = 'ram:SpecifiedLineTradeAgreement/ram:ItemSellerTradeParty'
const LEGAL_ID = 'ram:SpecifiedLegalOrganization/ram:ID'

const SYNTAX: SubInvoices = {
  subLines: CII_SUB_LINES,
  document: {
    sellers: `${AGREEMENT}/ram:SellerTradeParty/${LEGAL_ID}`,
    buyers: `${AGREEMENT}/ram:BuyerTradeParty/${LEGAL_ID}`,
  },
  line: {
    sellerName: `${ITEM_SELLER}/ram:Name`,
    sellerId: `${ITEM_SELLER}/${LEGAL_ID}`,
    sellerCountry: `${ITEM_SELLER}/ram:PostalTradeAddress/ram:CountryID`,
    exemptionReason: `${LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:ExemptionReason`,
    vat: `${SUMMATION}/ram:TaxTotalAmount`,
    gross: `${SUMMATION}/ram:GrandTotalAmount`,
  },
  reference: { number: 'ram:IssuerAssignedID', date: 'ram:FormattedIssueDateTime/qdt:DateTimeString' },
  ids: { oneSeller: 'BR-FR-BD-02_BT-31', selfBilled: 'BR-FR-BD-13_BT-3' },
  types: ({ root }) => all(root, 'rsm:ExchangedDocument/ram:TypeCode'),
  comparedType: ({ stringValue }) => stringValue,
  currenciesOf: (_, document) => document.once(currencies),
  vatCurrenciesOf: (_, document) => document.once(vatCurrencies),
  invoiceNumbers,
  breakdownOf: (_, document) => document.once(breakdown),
  lines: ciiLines,
  groups,
  wholes: ROOT,
  groupsIn: (_, document) => groups(document),
  numbersOf,
  ofMainSeller,
  // Lines anywhere, while those that the rule judges are in the transaction.
  usesOfInvoiceNumber: (document) =>
    groupsOf(SYNTAX.document.sellers, { ...SYNTAX, groupsIn: (_, judged) => groupsAnywhere(judged) }, document)
      .flatMap(numberReferences)
      .filter((each) =>
        each.all('ram:IssuerAssignedID').some(({ stringValue }) => document.once(invoiceNumbers).has(stringValue)),
      ).length,
  isUsedBefore: (id, document) => {
    const first = document.once(firstUses).get(id.stringValue)
    return first !== undefined && first.ordinal < id.ordinal
  },
  linesBelow: (number, document) =>
    CII_SUB_LINES.withParent(number, document).filter((each) =>
      all(each, SUBTYPE).some(({ stringValue }) => stringValue !== 'INFORMATION'),
    ),
  linesOf: (subtypes) => {
    const below = linesBelow(subtypes)
    return (line, document) =>
      document.once(below)(all(line, CII_SUB_LINES.places.number).map(({ stringValue }) => stringValue))
  },
  refersWith: (line, _, path) => has(line, `${LINE_SETTLEMENT}/ram:InvoiceReferencedDocument/${path}`),
  subtypes: {
    apart: inContext(
      when(SUB_INVOICES, (document) => ciiLines(document).flatMap((line) => all(line, SUBTYPE))),
      {
        'BR-FR-MV-01_EXT-FR-FE-163': (subtype) => !isBlank(subtype.stringValue),
      },
    ),
  },
  objects: {
    apart: [
      inContext(when(SUB_INVOICES, referencesOf('AFL')), {
        'BR-FR-MV-03_BT-128_AFL': (reference) =>
          is(reference, 'ram:TypeCode', '130') && !isBlank(text(reference, 'ram:IssuerAssignedID')),
      }),
      inContext(when(SUB_INVOICES, referencesOf('AVV')), {
        'BR-FR-MV-03_BT-128_AVV': (reference) => {
          const process = text(reference, 'ram:IssuerAssignedID')
          return is(reference, 'ram:TypeCode', '130') && !isBlank(process) && !SEVERAL_SELLERS.has(process)
        },
      }),
    ],
  },
}

const currencies = ({ root }: JudgedDocument): ReadonlySet<string> =>
  valuesAt(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`)
const vatCurrencies = ({ root }: JudgedDocument): ReadonlySet<string> =>
  valuesAt(root, `${SETTLEMENT}/ram:TaxCurrencyCode`)

function breakdown({ root }: JudgedDocument): AmountsByNumber {
  return new AmountsByNumber(
    all(root, `${SETTLEMENT}/ram:ApplicableTradeTax`)
      .filter((tax) => is(tax, 'ram:TypeCode', 'VAT'))
      .map((tax) => ({ reason: text(tax, 'ram:ExemptionReason'), amounts: tax.all('ram:CalculatedAmount') })),
  )
}

/** The rules for sub-invoices in CII. */
export function ciiSubInvoiceRules(edition: string): readonly Assertions[] {
  return subInvoiceRules(SYNTAX, edition)
}

function groups(document: JudgedDocument): readonly XmlElement[] {
  return document.once(groupLines)
}

function groupLines(document: JudgedDocument): readonly XmlElement[] {
  return ciiLines(document).filter(isGroup)
}

function groupsAnywhere(document: JudgedDocument): readonly XmlElement[] {
  return LINES(document).filter(isGroup)
}

function isGroup(line: XmlElement): boolean {
  return is(line, SUBTYPE, 'GROUP') && !has(line, PARENT)
}

function ofMainSeller(document: JudgedDocument): readonly XmlElement[] {
  return groupsOf(SYNTAX.document.sellers, SYNTAX, document)
}

function invoiceNumbers({ root }: JudgedDocument): ReadonlySet<string> {
  return new Set(all(root, 'rsm:ExchangedDocument/ram:ID').map(({ stringValue }) => stringValue))
}

/**
 * Objects of a line (BT-128): `AFL` is the number of its sub-invoice, `AVV` its business process.
 */
function references(line: XmlElement, scheme: string): readonly XmlElement[] {
  return all(line, `${LINE_SETTLEMENT}/ram:AdditionalReferencedDocument`).filter((each) =>
    is(each, 'ram:ReferenceTypeCode', scheme),
  )
}

function referencesOf(scheme: string) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    groups(document)
      .flatMap((line) => references(line, scheme))
      // For a reference with both schemes only the rule for AFL is judged.
      .filter((reference) => scheme === 'AFL' || !is(reference, 'ram:ReferenceTypeCode', 'AFL'))
}

function numberReferences(line: XmlElement): readonly XmlElement[] {
  return references(line, 'AFL').filter((each) => is(each, 'ram:TypeCode', '130'))
}

function numbersOf(line: XmlElement): readonly XmlElement[] {
  return numberReferences(line).flatMap((each) => each.all('ram:IssuerAssignedID'))
}

/**
 * The number of lines of some subtypes directly below a line with these numbers, of which a valid
 * line has only one.
 */
function linesBelow(subtypes: readonly string[]) {
  return (document: JudgedDocument): ((numbers: readonly string[]) => number) => {
    const linesOf = remembered((number) =>
      CII_SUB_LINES.withParent(number, document).filter((each) =>
        subtypes.some((subtype) => is(each, SUBTYPE, subtype)),
      ),
    )
    return (numbers) => {
      const [only, ...others] = new Set(numbers)
      if (only === undefined) return 0
      return others.length === 0 ? linesOf(only).length : new Set([only, ...others].flatMap(linesOf)).size
    }
  }
}

/** The first place of each number of a document. */
function firstUses(document: JudgedDocument): ReadonlyMap<string, XmlElement> {
  const first = new Map<string, XmlElement>()
  for (const each of document.named('ram:IssuerAssignedID'))
    if (!first.has(each.stringValue)) first.set(each.stringValue, each)
  return first
}
