import type { XmlElement } from '../../../xml/element.js'
import { normalised } from '../../../xml/white-space.js'
import { type JudgedDocument, type Assertions, everywhere, ROOT, type Test, inContext } from '../binding.js'
import { AGREEMENT, DELIVERY, isCharge, SETTLEMENT, TRANSACTION } from './facts.js'
import { CII_ONCE } from './paths.js'
import { rowsOf } from '../forbidden.js'
import { all, count, has, is, plain } from '../xpath.js'

const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`

/** Elements with DT rules of their own, which the general DT rules on identifiers skip. */
export const OWN_IDENTIFIERS: ReadonlySet<string> = new Set([
  'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  'rsm:ExchangedDocument/ram:ID',
  `${LINE}/ram:AssociatedDocumentLineDocument/ram:LineID`,
  `${LINE}/ram:SpecifiedTradeProduct/ram:SellerAssignedID`,
])

const FORBIDDEN_IN_OWN_IDENTIFIERS: readonly (readonly [string, string])[] = [
  ['CII-DT-001', 'schemeName'],
  ['CII-DT-002', 'schemeAgencyName'],
  ['CII-DT-003', 'schemeDataURI'],
  ['CII-DT-004', 'schemeURI'],
  ['CII-DT-005', 'schemeID'],
  ['CII-DT-006', 'schemeAgencyID'],
  ['CII-DT-007', 'schemeVersionID'],
]

/** All elements of an absolute path. */
function at(path: string) {
  return ({ root }: JudgedDocument): readonly XmlElement[] => all(root, path)
}

/** Elements of `ram` whose names have this ending. */
export function ending(suffix: string) {
  return ({ document }: JudgedDocument): readonly XmlElement[] =>
    document.names.fitting((name) => name.startsWith('ram:') && name.endsWith(suffix))
}

function isSupporting(reference: XmlElement, ...types: readonly string[]): boolean {
  return (
    reference.name === 'ram:AdditionalReferencedDocument' && types.some((type) => is(reference, 'ram:TypeCode', type))
  )
}

/** Not both an identifier without and one with a scheme. */
function oneKindOfId(party: string): Test {
  return (parent) => !(has(parent, `${party}/ram:ID`) && has(parent, `${party}/ram:GlobalID`))
}

function oneKindOfName(party: string): Test {
  return (parent) =>
    !(
      has(parent, `${party}/ram:DefinedTradeContact/ram:PersonName`) &&
      has(parent, `${party}/ram:DefinedTradeContact/ram:DepartmentName`)
    )
}

function references(parent: XmlElement, isMeant: (type: string) => boolean): readonly XmlElement[] {
  return all(parent, 'ram:AdditionalReferencedDocument').filter((each) =>
    all(each, 'ram:TypeCode').some((type) => isMeant(type.stringValue)),
  )
}

/** All texts of that name are equal, ignoring white space. */
function alike(name: 'ram:TypeCode' | 'ram:Information'): Test {
  return (_, document) =>
    new Set(
      document
        .named('ram:SpecifiedTradeSettlementPaymentMeans')
        .flatMap((means) => means.all(name).map((each) => normalised(each.stringValue))),
    ).size <= 1
}

/** The rules CII-SR-* and CII-DT-* that the tables of paths can't express. */
export const CII_SYNTAX_RULES: readonly Assertions[] = [
  ...onceRules(),
  inContext(at('rsm:ExchangedDocumentContext'), {
    'CII-SR-009': (context) => count(context, 'ram:GuidelineSpecifiedDocumentContextParameter') === 1,
    'CII-SR-010': (context) => count(context, 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID') === 1,
  }),
  inContext(at('rsm:ExchangedDocument'), { 'CII-SR-014': (document) => count(document, 'ram:TypeCode') === 1 }),
  inContext(at(`${LINE}/ram:SpecifiedTradeProduct`), {
    'CII-SR-046': (product) =>
      !has(product, 'ram:GlobalID') ||
      all(product, 'ram:GlobalID').some((id) => id.attribute('schemeID') !== undefined),
    'CII-SR-090': (product) =>
      !has(product, 'ram:OriginTradeCountry') || count(product, 'ram:OriginTradeCountry/ram:ID') === 1,
  }),
  inContext(at(`${LINE}/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic`), {
    'CII-SR-069': (each) => count(each, 'ram:Description') === 1,
    'CII-SR-072': (each) => count(each, 'ram:Value') === 1,
  }),
  inContext(at(`${LINE}/ram:SpecifiedLineTradeAgreement`), {
    'CII-SR-439': (agreement) => count(agreement, 'ram:NetPriceProductTradePrice/ram:ChargeAmount') === 1,
    'CII-SR-119': isDiscount,
  }),
  inContext(everywhere('ram:SpecifiedTradeAllowanceCharge'), {
    'CII-SR-463': (each) => has(each, 'ram:ChargeIndicator'),
  }),
  inContext(at(`${LINE}/ram:SpecifiedLineTradeSettlement`), {
    'CII-SR-454': (settlement) => count(settlement, 'ram:ApplicableTradeTax') === 1,
    'CII-SR-474': (settlement) => references(settlement, (type) => normalised(type) === '130').length <= 1,
  }),
  inContext(at(AGREEMENT), {
    'CII-SR-450': oneKindOfId('ram:BuyerTradeParty'),
    'CII-SR-457': (agreement) => references(agreement, (type) => type === '50').length <= 1,
    'CII-SR-458': (agreement) => references(agreement, (type) => type === '130').length <= 1,
    'CII-SR-465': oneKindOfName('ram:SellerTradeParty'),
    'CII-SR-466': oneKindOfName('ram:BuyerTradeParty'),
    'CII-SR-475': (agreement) => supporting(agreement, 'ram:Name') <= 1,
    'CII-SR-476': (agreement) => supporting(agreement, 'ram:AttachmentBinaryObject') <= 1,
  }),
  inContext(at(DELIVERY), { 'CII-SR-449': oneKindOfId('ram:ShipToTradeParty') }),
  inContext(at(SETTLEMENT), {
    'CII-SR-451': oneKindOfId('ram:PayeeTradeParty'),
    'CII-SR-462': (_, document) =>
      new Set(
        document
          .named('ram:ApplicableTradeTax')
          .flatMap((tax) => tax.all('ram:DueDateTypeCode').map((code) => code.stringValue)),
      ).size <= 1,
    'CII-SR-470': (settlement) =>
      !all(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans').some(
        (means) =>
          ['30', '58'].includes(plain(means, 'ram:TypeCode')) &&
          !has(means, 'ram:PayeePartyCreditorFinancialAccount/ram:IBANID') &&
          !has(means, 'ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID'),
      ),
  }),
  inContext(ROOT, { 'CII-SR-467': alike('ram:TypeCode'), 'CII-SR-468': alike('ram:Information') }),
  inContext(
    (document) => Array.from(OWN_IDENTIFIERS).flatMap((path) => all(document.root, path)),
    Object.fromEntries(
      FORBIDDEN_IN_OWN_IDENTIFIERS.map(([id, attribute]) => [
        id,
        (each: XmlElement) => each.attribute(attribute) === undefined,
      ]),
    ),
  ),
  inContext(ending('ReferencedDocument'), {
    'CII-DT-015': (each) => !has(each, 'ram:URIID') || isSupporting(each, '916'),
    'CII-DT-018': (each) => !has(each, 'ram:TypeCode') || isSupporting(each, '50', '130', '916'),
    'CII-DT-021': (each) => !has(each, 'ram:Name') || isSupporting(each, '916'),
    'CII-DT-022': (each) => !has(each, 'ram:AttachmentBinaryObject') || isSupporting(each, '916'),
    'CII-DT-024': (each) => !has(each, 'ram:ReferenceTypeCode') || isSupporting(each, '130'),
    'CII-DT-027': (each) => !has(each, 'ram:FormattedIssueDateTime') || each.name === 'ram:InvoiceReferencedDocument',
  }),
  inContext((document) => ending('Amount')(document).filter(({ name }) => name !== 'ram:TaxTotalAmount'), {
    'CII-DT-031': (amount) => amount.attribute('currencyID') === undefined,
    'CII-DT-032': (amount) => amount.attribute('currencyCodeListVersionID') === undefined,
  }),
  inContext(ending('Quantity'), {
    'CII-DT-033': (quantity, document) => quantity.attribute('unitCode') === undefined || document.once(hasBilledUnit),
  }),
  inContext(ending('TradeTax'), {
    'CII-DT-037': (tax) => !has(tax, 'ram:TypeCode') || is(tax, 'ram:TypeCode', 'VAT'),
    'CII-DT-041': (tax) => !has(tax, 'ram:BasisAmount') || isOfHeader(tax),
    'CII-DT-052': (tax) => !has(tax, 'ram:ExemptionReasonCode') || tax.name === 'ram:ApplicableTradeTax',
    'CII-DT-098': (tax) => !has(tax, 'ram:ExemptionReason') || tax.name === 'ram:ApplicableTradeTax',
    'CII-DT-054': (tax) => !has(tax, 'ram:TaxPointDate') || isOfHeader(tax),
    'CII-DT-058': (tax) => !has(tax, 'ram:DueDateTypeCode') || isOfHeader(tax),
  }),
  inContext((document) => document.named('udt:DateTimeString').filter((date) => date.attribute('format') === '102'), {
    'CII-DT-097': (date) =>
      /^[ \t\r\n]*\p{Nd}{4}(?:1[0-2]|0[1-9])(?:3[01]|[12][0-9]|0[1-9])[ \t\r\n]*$/u.test(date.stringValue),
  }),
]

/** The levels of the rules above and of those that allow one occurrence; all others are fatal. */
export const CII_WARNINGS: ReadonlySet<string> = new Set([
  ...['119', '454', '474', '450', '457', '458', '465', '466', '475', '476', '449', '451'].map((id) => `CII-SR-${id}`),
  ...['041', '052', '098', '054', '058'].map((id) => `CII-DT-${id}`),
  ...rowsOf(CII_ONCE).flatMap(({ id, severity }) => (severity === 'warning' ? [id] : [])),
])

function onceRules(): readonly Assertions[] {
  return rowsOf(CII_ONCE).map(({ id, context, path }) => {
    const isGlobal = path.startsWith('//')
    if (isGlobal) {
      const [parent = '', child = ''] = path.slice(2).split('/')
      return inContext(ROOT, {
        [id]: (_, document) => document.named(parent).flatMap((each) => each.all(child)).length <= 1,
      })
    }
    const steps = context.startsWith('//') ? context.slice(2).split('/') : null
    const where = steps === null ? at(context.slice(1)) : anywhere(steps)
    return inContext(where, { [id]: (each) => count(each, path) <= 1 })
  })
}

function anywhere(steps: readonly string[]) {
  const [parent = '', child] = steps
  return (document: JudgedDocument): readonly XmlElement[] =>
    child === undefined ? document.named(parent) : document.named(parent).flatMap((each) => each.all(child))
}

function supporting(agreement: XmlElement, part: string): number {
  return references(agreement, (type) => normalised(type) === '916').flatMap((each) => each.all(part)).length
}

/** CII-SR-119: only a discount with an amount may apply to a gross price. */
function isDiscount(agreement: XmlElement): boolean {
  const applied = 'ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge'
  const hasDiscount = all(agreement, applied).some((each) => isCharge(each, false))
  if (hasDiscount && has(agreement, `${applied}/ram:ActualAmount`)) return true
  return !has(agreement, `${applied}/ram:ChargeIndicator`) && !has(agreement, `${applied}/ram:ActualAmount`)
}

function hasBilledUnit({ root }: JudgedDocument): boolean {
  return all(root, `${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`).some(
    (quantity) => quantity.attribute('unitCode') !== undefined,
  )
}

function isOfHeader(tax: XmlElement): boolean {
  for (let parent = tax.parent; parent !== null; parent = parent.parent)
    if (parent.name === 'ram:ApplicableHeaderTradeSettlement') return true
  return false
}
