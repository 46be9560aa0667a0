import {
  type JudgedDocument,
  type Assertions,
  ROOT,
  type Test,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { AGREEMENT, SETTLEMENT } from '../../../einvoice/rules/bindings/cii-facts.js'
import { all, has, is, only, plain, text } from '../../../einvoice/rules/bindings/xpath.js'
import { isBlank, normalised } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import {
  AmountsByNumber,
  compared,
  number,
  remembered,
  SEVERAL_SELLERS,
  SUB_INVOICES,
  sumOfNumbers,
  TWO_WAYS,
  when,
} from './values.js'
import { ciiLines, linesNumbered, linesWithParent, NUMBER, PARENT, SUBTYPE } from './cii-sub-lines.js'
import { CORRECTS, CORRECTS_SELF_BILLED, SELF_BILLED } from './facts.js'

const LINE_SETTLEMENT = 'ram:SpecifiedLineTradeSettlement'
const SUMMATION = `${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation`
const NET = `${SUMMATION}/ram:LineTotalAmount`
const GROSS = `${SUMMATION}/ram:GrandTotalAmount`
const ITEM_SELLER = 'ram:SpecifiedLineTradeAgreement/ram:ItemSellerTradeParty'
const SELLER_ID = `${ITEM_SELLER}/ram:SpecifiedLegalOrganization/ram:ID`
const LEGAL_ID = 'ram:SpecifiedLegalOrganization/ram:ID'
const REASON = `${LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:ExemptionReason`
const TYPE = 'rsm:ExchangedDocument/ram:TypeCode'
const INVOICE_NUMBER = 'rsm:ExchangedDocument/ram:ID'

/**
 * BR-FR-MV-01 to -14 (several sellers: S8, B8, M8) and BR-FR-BD-02 to -14 (both directions: S9,
 * B9, M9) as CII has them.
 */
export const CII_SUB_INVOICE_RULES: readonly Assertions[] = [
  inContext(
    when(SUB_INVOICES, (document) => ciiLines(document).flatMap((line) => all(line, SUBTYPE))),
    {
      'BR-FR-MV-01_EXT-FR-FE-163': (subtype) => !isBlank(subtype.stringValue),
    },
  ),
  inContext(when(SUB_INVOICES, ciiLines), {
    // A line is of the seller, and bears the number, of the sub-invoice above it.
    'BR-FR-MV-06_EXT-FR-FE-167': agreesWithParent(
      (line) => plain(line, SELLER_ID),
      (parents) => parents.flatMap((parent) => all(parent, SELLER_ID)),
    ),
    'BR-FR-MV-07_BT-128': agreesWithParent(ownNumber, (parents) => parents.flatMap(numbersOf)),
  }),
  inContext(
    when(SUB_INVOICES, (document) => ciiLines(document).filter((line) => is(line, SUBTYPE, 'DETAIL'))),
    {
      'BR-FR-MV-08_BT-128': (line) => {
        const [own, reason] = [ownNumber(line), text(line, REASON)]
        return !isBlank(reason) && own !== '' && reason.startsWith(`#${own}#`)
      },
    },
  ),
  inContext(when(SEVERAL_SELLERS, ROOT), {
    'BR-FR-MV-02_EXT-FR-FE-163': (_, document) => groups(document).length >= 1,
  }),
  inContext(when(TWO_WAYS, ROOT), {
    'BR-FR-BD-02_EXT-FR-FE-163': (_, document) => groups(document).length === 2,
    'BR-FR-BD-02_BT-31': (_, document) => groupsOf(document, 'ram:SellerTradeParty').length === 1,
    'BR-FR-BD-02_BT-47': (_, document) => groupsOf(document, 'ram:BuyerTradeParty').length === 1,
  }),
  inContext(when(SEVERAL_SELLERS, types), {
    'BR-FR-MV-13_BT-3': ({ stringValue }) => !isBlank(stringValue) && !SELF_BILLED.has(stringValue),
  }),
  inContext(when(TWO_WAYS, types), {
    'BR-FR-BD-13_BT-3': ({ stringValue }) => SELF_BILLED.has(normalised(stringValue)),
  }),
  inContext(when(SUB_INVOICES, groups), { ...partTests(), ...sumTests() }),
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
  inContext(
    when(SUB_INVOICES, (document) => groupsOf(document, 'ram:SellerTradeParty')),
    {
      'BR-FR-MV-11_BT-128': (line, document) => {
        const own = ownNumber(line)
        const numbers = document.once(invoiceNumbers)
        const known = document.once(referencesToInvoice).length
        return (
          known === 1 ||
          (known === 0 ? numbers.has(own) : numbers.size > 1 || (numbers.size === 1 && !numbers.has(own)))
        )
      },
    },
  ),
  inContext(when(SUB_INVOICES, ROOT), {
    'BR-FR-MV-12_BT-128': (_, document) =>
      !groups(document).some((line) => numbersOf(line).some((id) => isUsedBefore(id, document))),
  }),
  inContext(
    when(SEVERAL_SELLERS, (document) => (isOfType(document, CORRECTS) ? groups(document) : [])),
    {
      'BR-FR-MV-14-EXT-FR-FE-136': refersWith('ram:IssuerAssignedID'),
      'BR-FR-MV-14-EXT-FR-FE-138': refersWith('ram:FormattedIssueDateTime/qdt:DateTimeString'),
    },
  ),
  inContext(
    when(TWO_WAYS, (document) => (isOfType(document, CORRECTS_SELF_BILLED) ? groups(document) : [])),
    {
      'BR-FR-BD-14-EXT-FR-FE-136': refersWith('ram:IssuerAssignedID'),
      'BR-FR-BD-14-EXT-FR-FE-138': refersWith('ram:FormattedIssueDateTime/qdt:DateTimeString'),
    },
  ),
]

/** The sub-invoices: groups without a line above. */
function groups(document: JudgedDocument): readonly XmlElement[] {
  return document.once(groupLines)
}

function groupLines(document: JudgedDocument): readonly XmlElement[] {
  return ciiLines(document).filter((line) => is(line, SUBTYPE, 'GROUP') && !has(line, PARENT))
}

function groupsOf(document: JudgedDocument, party: string): readonly XmlElement[] {
  const legal = new Set(all(document.root, `${AGREEMENT}/${party}/${LEGAL_ID}`).map(({ stringValue }) => stringValue))
  return groups(document).filter((line) => all(line, SELLER_ID).some(({ stringValue }) => legal.has(stringValue)))
}

/** The number of the invoice (BT-1), or what else stands in its place. */
function invoiceNumbers({ root }: JudgedDocument): ReadonlySet<string> {
  return new Set(all(root, INVOICE_NUMBER).map(({ stringValue }) => stringValue))
}

function types({ root }: JudgedDocument): readonly XmlElement[] {
  return all(root, TYPE)
}

function isOfType(document: JudgedDocument, codes: ReadonlySet<string>): boolean {
  return types(document).some(({ stringValue }) => codes.has(stringValue))
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
      // Of a reference with both schemes only the rule for AFL is judged.
      .filter((reference) => scheme === 'AFL' || !is(reference, 'ram:ReferenceTypeCode', 'AFL'))
}

function numbersOf(line: XmlElement): readonly XmlElement[] {
  return references(line, 'AFL')
    .filter((each) => is(each, 'ram:TypeCode', '130'))
    .flatMap((each) => each.all('ram:IssuerAssignedID'))
}

function ownNumber(line: XmlElement): string {
  return normalised(compared(numbersOf(line))?.stringValue ?? '')
}

/** References of the main seller's sub-invoices to the number of the invoice. */
function referencesToInvoice(document: JudgedDocument): readonly XmlElement[] {
  return groupsOf(document, 'ram:SellerTradeParty')
    .flatMap((line) => references(line, 'AFL'))
    .filter(
      (each) =>
        is(each, 'ram:TypeCode', '130') &&
        each.all('ram:IssuerAssignedID').some(({ stringValue }) => document.once(invoiceNumbers).has(stringValue)),
    )
}

function agreesWithParent(
  own: (line: XmlElement) => string,
  ofParents: (parents: readonly XmlElement[]) => readonly XmlElement[],
): Test {
  return (line, document) => {
    const value = own(line)
    const numbers = all(line, PARENT)
    if (value === '' || numbers.length === 0) return value !== ''
    const parents = new Set(numbers.flatMap(({ stringValue }) => linesNumbered(stringValue, document)))
    return value === normalised(compared(ofParents([...parents]))?.stringValue ?? '')
  }
}

function vatIn(line: XmlElement, currencies: ReadonlySet<string>): readonly XmlElement[] {
  return all(line, `${SUMMATION}/ram:TaxTotalAmount`).filter((each) =>
    currencies.has(each.attribute('currencyID') ?? ''),
  )
}

const ownCurrency = ({ root }: JudgedDocument): ReadonlySet<string> =>
  new Set(all(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`).map(({ stringValue }) => stringValue))
const taxCurrency = ({ root }: JudgedDocument): ReadonlySet<string> =>
  new Set(all(root, `${SETTLEMENT}/ram:TaxCurrencyCode`).map(({ stringValue }) => stringValue))

/** BR-FR-MV-03: what a sub-invoice shows of its seller and of its VAT. */
function partTests(): Readonly<Record<string, Test>> {
  return {
    'BR-FR-MV-03_EXT-FR-FE-164': (line) => !isBlank(text(line, `${ITEM_SELLER}/ram:Name`)),
    'BR-FR-MV-03_EXT-FR-FE-167': (line) => !isBlank(text(line, SELLER_ID)),
    'BR-FR-MV-03_EXT-FR-FE-177': (line) => !isBlank(text(line, `${ITEM_SELLER}/ram:PostalTradeAddress/ram:CountryID`)),
    'BR-FR-MV-03_EXT-FR-FE-181': (line, document) =>
      !isBlank(compared(vatIn(line, document.once(ownCurrency)))?.stringValue),
    'BR-FR-MV-03_EXT-FR-FE-182': (line, document) => {
      const codes = document.once(taxCurrency)
      if (codes.size === 0) return true
      return (codes.size > 1 || !codes.has('')) && !isBlank(compared(vatIn(line, codes))?.stringValue)
    },
  }
}

/**
 * BR-FR-MV-05, -09 and -10: what the amounts of a sub-invoice come to, in binary floating point.
 */
function sumTests(): Readonly<Record<string, Test>> {
  return {
    'BR-FR-MV-05_EXT-FR-FE-BG-12': (line, document) => {
      const { net, amounts } = document.once(netBelow)(plain(line, NUMBER))
      return Math.abs(number(only(line, NET)) - net) <= amounts / 100
    },
    'BR-FR-MV-09_EXT-FR-FE-181': (line, document) => {
      const expected = document.once(vatByNumber).of(ownNumber(line))
      const vat = number(compared(vatIn(line, document.once(ownCurrency))))
      return Math.abs(vat - expected) <= 0.01
    },
    'BR-FR-MV-10_EXT-FR-FE-184': (line, document) => {
      const gross = only(line, GROSS)
      if (gross === undefined) return true
      const details = document.once(detailsBelow)(all(line, NUMBER).map(({ stringValue }) => stringValue))
      const vat = number(compared(vatIn(line, document.once(ownCurrency))))
      const difference = number(gross) - number(only(line, NET)) - vat
      return !isBlank(gross.stringValue) && Math.abs(difference) <= details / 100
    },
  }
}

/**
 * What the net amounts of the lines directly below a number come to, those for information aside;
 * of each number once.
 */
function netBelow(document: JudgedDocument): (number: string) => { readonly net: number; readonly amounts: number } {
  return remembered((number) => {
    const amounts = linesWithParent(number, document)
      .filter((each) => all(each, SUBTYPE).some(({ stringValue }) => stringValue !== 'INFORMATION'))
      .flatMap((each) => all(each, NET))
    return { net: sumOfNumbers(amounts), amounts: amounts.length }
  })
}

/**
 * How many lines of detail stand directly below a line with these numbers, of which a lawful line
 * has but one.
 */
function detailsBelow(document: JudgedDocument): (numbers: readonly string[]) => number {
  const detailsOf = remembered((number) =>
    linesWithParent(number, document).filter((each) => is(each, SUBTYPE, 'DETAIL')),
  )
  return (numbers) => {
    const [only, ...others] = new Set(numbers)
    if (only === undefined) return 0
    return others.length === 0 ? detailsOf(only).length : new Set([only, ...others].flatMap(detailsOf)).size
  }
}

/**
 * The VAT of the breakdown by the number of the sub-invoice that its entries' reasons begin with.
 */
function vatByNumber({ root }: JudgedDocument): AmountsByNumber {
  return new AmountsByNumber(
    all(root, `${SETTLEMENT}/ram:ApplicableTradeTax`)
      .filter((tax) => is(tax, 'ram:TypeCode', 'VAT'))
      .map((tax) => ({ reason: text(tax, 'ram:ExemptionReason'), amounts: tax.all('ram:CalculatedAmount') })),
  )
}

/** Whether the number of a sub-invoice stands before it as that of any document. */
function isUsedBefore(id: XmlElement, document: JudgedDocument): boolean {
  const first = document.once(firstUses).get(id.stringValue)
  return first !== undefined && first.ordinal < id.ordinal
}

/** Where each number of a document stands first. */
function firstUses(document: JudgedDocument): ReadonlyMap<string, XmlElement> {
  const first = new Map<string, XmlElement>()
  for (const each of document.named('ram:IssuerAssignedID'))
    if (!first.has(each.stringValue)) first.set(each.stringValue, each)
  return first
}

function refersWith(part: string): Test {
  return (line) => has(line, `${LINE_SETTLEMENT}/ram:InvoiceReferencedDocument/${part}`)
}
