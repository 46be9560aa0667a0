import { Decimal } from '../../einvoice/model/decimal.js'
import {
  along,
  type Assertions,
  everywhere,
  inContext,
  type JudgedDocument,
} from '../../einvoice/rules/bindings/binding.js'
import { isOfVat, LINE_TOTAL, LINES } from '../../einvoice/rules/bindings/cii/facts.js'
import { all, decimal, decimalOf, has, is, plain, SeveralValues } from '../../einvoice/rules/bindings/xpath.js'
import { numberOf } from '../../einvoice/rules/bindings/numbers.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { normalised } from '../../einvoice/xml/white-space.js'
import { AUGUST } from '../fr/editions.js'
import { ciiExtendedRules } from '../fr/rules/extended/cii.js'
import { CII_SUB_LINES, PARENT, SUBTYPE } from '../fr/rules/sub-lines/cii.js'
import { EXPORT_RULE, extendedVatRules } from './extended-vat.js'
import { having, renamed, replacing, standardRules } from './rules.js'

const NUMBER = 'ram:AssociatedDocumentLineDocument/ram:LineID'
const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'

/** The rules of EXTENDED-CTC-FR that EXTENDED has under another id, or under the same. */
const SHARED_IDS: Readonly<Record<string, string>> = {
  'BR-CO-25': 'BR-CO-25',
  'BR-FXEXT-04': 'BR-FXEXT-04',
  'BR-FREXT-06': 'BR-FXEXT-06',
  'BR-FREXT-54-1': 'BR-FXEXT-BR-54-1',
  'BR-FREXT-54-2': 'BR-FXEXT-BR-54-2',
  ...Object.fromEntries(
    ['BR-22', 'BR-23', 'BR-24', 'BR-26', 'BR-38', 'BR-44', 'CO-10', 'CO-11', 'CO-12', 'CO-13', 'CO-15'].map((end) => [
      `BR-FREXT-${end}`,
      `BR-FXEXT-${end}`,
    ]),
  ),
}

const OWN_RULES: readonly Assertions[] = [
  inContext(LINES, { 'BR-FXEXT-08': (_, document) => document.once(areGroupsSums) }),
  inContext((document) => LINES(document).filter((line) => plain(line, PARENT) !== ''), {
    'BR-FXEXT-11': (line, document) => document.once(numbers).has(plain(line, PARENT)),
  }),
  inContext((document) => LINES(document).filter((line) => is(line, SUBTYPE, 'GROUP') && has(line, LINE_TOTAL)), {
    'BR-FXEXT-12': areGroupsSummed,
  }),
  inContext(countedDocuments, {
    'BR-FXEXT-CO-04': ({ parent }) => {
      const taxes = parent === null ? [] : all(parent, LINE_TAX)
      return (
        taxes.some((tax) => is(tax, 'ram:TypeCode', 'VAT')) &&
        taxes.some((tax) => isOfVat(tax) && has(tax, 'ram:CategoryCode'))
      )
    },
  }),
  inContext(({ root }) => all(root, 'rsm:ExchangedDocument/ram:IncludedNote').filter(hasSubject), {
    'BR-FXEXT-01': hasContent,
  }),
  inContext((document) => along('ram:AssociatedDocumentLineDocument/ram:IncludedNote')(document).filter(hasSubject), {
    'BR-FXEXT-02': hasContent,
  }),
  inContext((document) => TAX_NUMBERS(document).filter((id) => !isWithin(id, 'ram:SellerTradeParty')), {
    'BR-FXEXT-03': (id) => id.attribute('schemeID') === 'VA',
  }),
  inContext(everywhere('ram:SpecifiedTradeSettlementHeaderMonetarySummation'), { 'BR-FXEXT-CO-16': isAmountDue }),
  inContext((document) => document.named('udt:DateTimeString').filter((date) => date.attribute('format') === '205'), {
    'BR-FXEXT-CII-DT-097a': (date) =>
      /^[ \t\r\n]*\p{Nd}{4}(?:1[0-2]|0[1-9])(?:3[01]|[12][0-9]|0[1-9])(?:[01][0-9]|2[0-3])[0-5][0-9][ \t\r\n]*$/u.test(
        date.stringValue,
      ),
  }),
]

/** Every rule of EXTENDED, each once, and further ones. */
export function extendedRules(): readonly Assertions[] {
  const shared = renamed(ciiExtendedRules(AUGUST), (id) => SHARED_IDS[id])
  return replacing(standardRules(), [...shared, ...extendedVatRules(true), ...OWN_RULES])
}

/**
 * The rules of the profiles below EXTENDED; the files of MINIMUM and BASIC have some of EXTENDED.
 */
export function lowerRules(): readonly Assertions[] {
  return [
    ...standardRules(),
    ...having(extendedVatRules(false), (id) => !id.endsWith('-01')),
    ...having(OWN_RULES, (id) => id === 'BR-FXEXT-12'),
    EXPORT_RULE,
  ]
}

const TAX_NUMBERS = along('ram:SpecifiedTaxRegistration/ram:ID')

/** The elements with the numbers of the lines that count. */
function countedDocuments(document: JudgedDocument): readonly XmlElement[] {
  return LINES(document)
    .flatMap((line) => line.all('ram:AssociatedDocumentLineDocument'))
    .filter((each) => {
      const subtypes = each.all('ram:LineStatusReasonCode')
      return subtypes.length === 0 || subtypes.some(({ stringValue }) => stringValue === 'DETAIL')
    })
}

function numbers(document: JudgedDocument): ReadonlySet<string> {
  return new Set(LINES(document).flatMap((line) => all(line, NUMBER).map(({ stringValue }) => normalised(stringValue))))
}

/** BR-FXEXT-08: a group with a net amount is the sum of its lines, in binary floating point. */
function areGroupsSums(document: JudgedDocument): boolean {
  const below = new Map<string, XmlElement[]>()
  for (const line of LINES(document)) {
    const parent = plain(line, PARENT)
    const others = below.get(parent)
    if (others === undefined) below.set(parent, [line])
    else others.push(line)
  }
  return LINES(document)
    .filter((line) => is(line, SUBTYPE, 'GROUP') && plain(line, LINE_TOTAL) !== '')
    .every((group) => {
      const amounts = (below.get(plain(group, NUMBER)) ?? [])
        .filter((line) => is(line, SUBTYPE, 'DETAIL') || is(line, SUBTYPE, 'GROUP'))
        .map((line) => numberOf(plain(line, LINE_TOTAL)))
      return numberOf(plain(group, LINE_TOTAL)) === Math.round(amounts.reduce((sum, each) => sum + each, 0) * 100) / 100
    })
}

/** BR-FXEXT-12: every group under a group with a net amount has one too. */
function areGroupsSummed(line: XmlElement, document: JudgedDocument): boolean {
  const [number, another] = all(line, NUMBER)
  if (another !== undefined) throw new SeveralValues(another)
  if (number === undefined) return false
  const groups = CII_SUB_LINES.withParent(number.stringValue, document).filter((each) => is(each, SUBTYPE, 'GROUP'))
  return groups.flatMap((group) => all(group, LINE_TOTAL)).length === groups.length
}

function hasSubject(note: XmlElement): boolean {
  return has(note, 'ram:SubjectCode')
}

function hasContent(note: XmlElement): boolean {
  return has(note, 'ram:ContentCode') || has(note, 'ram:Content')
}

function isWithin({ parent }: XmlElement, name: string): boolean {
  for (let at = parent; at !== null; at = at.parent) if (at.name === name) return true
  return false
}

/** BR-FXEXT-CO-16: the amount due, with adjustments from earlier invoices. */
function isAmountDue(totals: XmlElement): boolean {
  const sumOf = (amounts: readonly XmlElement[]): Decimal =>
    Decimal.sum(amounts.map((amount) => decimalOf(amount) ?? Decimal.zero))
  const due = decimal(totals, 'ram:DuePayableAmount')
  const adjustments =
    totals.parent === null ? [] : all(totals.parent, 'ram:SpecifiedFinancialAdjustment/ram:ActualAmount')
  return (
    due !== undefined &&
    due.equals(
      sumOf(totals.all('ram:GrandTotalAmount'))
        .minus(sumOf(totals.all('ram:TotalPrepaidAmount')))
        .plus(sumOf(totals.all('ram:RoundingAmount')))
        .plus(sumOf(adjustments)),
    )
  )
}
