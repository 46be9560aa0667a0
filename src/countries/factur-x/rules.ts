import {
  along,
  type Assertions,
  everywhere,
  inContext,
  type JudgedDocument,
  ROOT,
  type Test,
} from '../../einvoice/rules/bindings/binding.js'
import { AGREEMENT, DELIVERY, LINES, SETTLEMENT, taxNumbers } from '../../einvoice/rules/bindings/cii/facts.js'
import { CII_MODEL_RULES } from '../../einvoice/rules/bindings/cii/model.js'
import { CII_SYNTAX_RULES } from '../../einvoice/rules/bindings/cii/syntax.js'
import { totalWithVat } from '../../einvoice/rules/bindings/cii/totals.js'
import { CII_BREAKDOWN, facturXVatRules } from '../../einvoice/rules/bindings/cii/vat.js'
import { isNumber } from '../../einvoice/rules/bindings/doubles.js'
import { all, count, doubleOf, has, is, only } from '../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../einvoice/xml/element.js'

const ADDRESS = 'ram:PostalTradeAddress'
const SUMMATION = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation'

/** The rules in which the profiles of Factur-X differ from the CII binding of EN 16931. */
const OWN_RULES: readonly Assertions[] = [
  inContext(({ root, document }) => (root.isEmpty ? [root] : document.empties()), {
    'PEPPOL-EN16931-R008': () => false,
  }),
  inContext(ROOT, {
    'BR-01': (root) =>
      isFilled(root, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
    'BR-02': (root) => isFilled(root, 'rsm:ExchangedDocument/ram:ID'),
    'BR-03': (root) =>
      all(root, 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString').some(
        (date) => date.attribute('format') === '102' && date.stringValue !== '',
      ),
    'BR-04': (root) => isFilled(root, 'rsm:ExchangedDocument/ram:TypeCode'),
    'BR-05': (root) => isFilled(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`),
    'BR-06': (root) => isFilled(root, `${AGREEMENT}/ram:SellerTradeParty/ram:Name`),
    'BR-07': (root) => isFilled(root, `${AGREEMENT}/ram:BuyerTradeParty/ram:Name`),
    'BR-08': anyParty('ram:SellerTradeParty', (party) => has(party, ADDRESS)),
    'BR-09': anyParty('ram:SellerTradeParty', (party) => isFilled(party, `${ADDRESS}/ram:CountryID`)),
    'BR-10': anyParty('ram:BuyerTradeParty', (party) => has(party, ADDRESS)),
    'BR-11': anyParty('ram:BuyerTradeParty', (party) => isFilled(party, `${ADDRESS}/ram:CountryID`)),
  }),
  inContext(LINES, {
    'BR-21': (line) => isFilled(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
    'BR-25': (line) => isFilled(line, 'ram:SpecifiedTradeProduct/ram:Name'),
    'BR-64': (line) => {
      const number = 'ram:SpecifiedTradeProduct/ram:GlobalID'
      return !has(line, number) || hasFilled(line, number, 'schemeID')
    },
    'BR-65': (line) => {
      const classification = 'ram:SpecifiedTradeProduct/ram:DesignatedProductClassification'
      return !has(line, classification) || hasFilled(line, `${classification}/ram:ClassCode`, 'listID')
    },
  }),
  inContext(everywhere('ram:AdditionalReferencedDocument'), {
    'BR-52': (reference) => isFilled(reference, 'ram:IssuerAssignedID'),
  }),
  inContext(({ root }) => all(root, `${SETTLEMENT}/ram:InvoiceReferencedDocument`), {
    'BR-55': (reference) => isFilled(reference, 'ram:IssuerAssignedID'),
  }),
  inContext(({ root }) => all(root, DELIVERY), {
    'BR-57': (delivery) =>
      !has(delivery, `ram:ShipToTradeParty/${ADDRESS}`) ||
      isFilled(delivery, `ram:ShipToTradeParty/${ADDRESS}/ram:CountryID`),
  }),
  inContext(everywhere('ram:PayeeTradeParty'), { 'BR-17': isNamedApart }),
  inContext(everywhere('ram:SellerTaxRepresentativeTradeParty'), {
    'BR-56': (party) => taxNumbers(party, 'VA').some(({ stringValue }) => stringValue !== ''),
  }),
  inContext(CII_BREAKDOWN, {
    'BR-47': (tax) => has(tax, 'ram:CategoryCode'),
    'BR-48': (tax) => has(tax, 'ram:RateApplicablePercent') || is(tax, 'ram:CategoryCode', 'O'),
    'BR-CO-03': (tax) => !has(tax, 'ram:TaxPointDate') || !has(tax, 'ram:DueDateTypeCode'),
  }),
  inContext(along('rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'), {
    'BR-CO-18': (settlement) => has(settlement, 'ram:ApplicableTradeTax'),
  }),
  inContext(everywhere('ram:SpecifiedTradeAllowanceCharge'), {
    'CII-SR-471': (each) => count(each, 'ram:CategoryTradeTax') <= 1,
    'CII-SR-472': (each) => count(each, 'ram:RateApplicablePercent') <= 1,
  }),
  // One rule with two ids: BASIC has the one, BASIC WL and EN 16931 have the other.
  inContext(transfers, { 'CII-SR-470': hasOneAccount, 'BR-CO-27': hasOneAccount }),
  inContext(everywhere(SUMMATION), {
    'BR-CO-11': (totals, document) => {
      const allowances = worded(document, 'false')
      if (allowances.length === 0 && !has(totals, 'ram:AllowanceTotalAmount')) return true
      return isNumber(totals, 'ram:AllowanceTotalAmount', roundedSum(allowances, 'ram:ActualAmount'))
    },
    'BR-CO-12': (totals, document) => {
      const charges = worded(document, 'true')
      if (charges.length === 0 && !has(totals, 'ram:ChargeTotalAmount')) return true
      const services = all(document.root, `${SETTLEMENT}/ram:SpecifiedLogisticsServiceCharge`)
      const given = only(document.root, `${SETTLEMENT}/${SUMMATION}/ram:ChargeTotalAmount`)
      const sum = roundedSum(charges, 'ram:ActualAmount') + roundedSum(services, 'ram:AppliedAmount')
      return given !== undefined && inCents(doubleOf(given)) === inCents(sum)
    },
    'BR-CO-15': (_, document) => totalWithVat(document.root, document),
  }),
  inContext(germanTransactions, { 'BR-FX-EN-04': hasTimeOfSupply }),
]

/** Every rule of the profiles up to EN 16931, each once. */
export function standardRules(): readonly Assertions[] {
  return replacing([...CII_MODEL_RULES, ...facturXVatRules(), ...CII_SYNTAX_RULES], OWN_RULES)
}

/** The rules of the first set, with those of the second in place of the ones with the same ids. */
export function replacing(rules: readonly Assertions[], others: readonly Assertions[]): readonly Assertions[] {
  const replaced = new Set(others.flatMap(({ tests }) => tests.map(([id]) => id)))
  return [...having(rules, (id) => !replaced.has(id)), ...others]
}

/** The rules with some ids. */
export function having(rules: readonly Assertions[], isMeant: (id: string) => boolean): readonly Assertions[] {
  return rules
    .map(({ context, tests }) => ({ context, tests: tests.filter(([id]) => isMeant(id)) }))
    .filter(({ tests }) => tests.length > 0)
}

/** Rules under other ids; those without one are left out. */
export function renamed(
  rules: readonly Assertions[],
  nameOf: (id: string) => string | undefined,
): readonly Assertions[] {
  return rules
    .map(({ context, tests }) => ({
      context,
      tests: tests.flatMap(([id, test]): (readonly [string, Test])[] => {
        const name = nameOf(id)
        return name === undefined ? [] : [[name, test]]
      }),
    }))
    .filter(({ tests }) => tests.length > 0)
}

/** `a/b != ''`: whether any of them has a text, even a blank one. */
function isFilled(from: XmlElement, path: string): boolean {
  return all(from, path).some(({ stringValue }) => stringValue !== '')
}

/** `a/b/@c != ''`: whether any of them has the attribute with a value. */
function hasFilled(from: XmlElement, path: string, attribute: string): boolean {
  return all(from, path).some((element) => (element.attribute(attribute) ?? '') !== '')
}

/** Whether a party of that name fits, anywhere. */
function anyParty(name: string, fits: (party: XmlElement) => boolean): Test {
  return (_, document) => document.named(name).some(fits)
}

/** The artefact searches the seller beside the payee, where the schema has none. */
function isNamedApart(payee: XmlElement): boolean {
  const sellers = payee.parent?.all('ram:SellerTradeParty') ?? []
  const shares = (path: string): boolean =>
    all(payee, path).some((mine) => sellers.some((seller) => is(seller, path, mine.stringValue)))
  return (
    has(payee, 'ram:Name') &&
    !['ram:Name', 'ram:ID', 'ram:SpecifiedLegalOrganization/ram:ID'].some((path) => shares(path))
  )
}

/** Credit transfers; a match pattern ignores one with two codes. */
function transfers(document: JudgedDocument): readonly XmlElement[] {
  return document.named('ram:SpecifiedTradeSettlementPaymentMeans').filter((means) => {
    const [code, another] = means.all('ram:TypeCode')
    return another === undefined && ['30', '58'].includes(normalised(code?.stringValue ?? ''))
  })
}

function hasOneAccount(means: XmlElement): boolean {
  const account = 'ram:PayeePartyCreditorFinancialAccount'
  return has(means, `${account}/ram:IBANID`) !== has(means, `${account}/ram:ProprietaryID`)
}

/** Allowances or charges of the document, whose indicator is compared as a text. */
function worded({ root }: JudgedDocument, word: 'true' | 'false'): readonly XmlElement[] {
  return all(root, `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`).filter((each) =>
    is(each, 'ram:ChargeIndicator/udt:Indicator', word),
  )
}

/** `round(sum(a) * 10 * 10) div 100`, in binary floating point. */
function roundedSum(items: readonly XmlElement[], path: string): number {
  const [first = 0, ...others] = items.flatMap((item) => all(item, path)).map(doubleOf)
  return inCents(others.reduce((sum, amount) => sum + amount, first))
}

function inCents(amount: number): number {
  return Math.round(amount * 10 * 10) / 100
}

/** Transactions between two parties in Germany, except for advances. */
function germanTransactions({ root }: JudgedDocument): readonly XmlElement[] {
  if (!all(root, 'rsm:ExchangedDocument/ram:TypeCode').some(({ stringValue }) => stringValue !== '386')) return []
  const isGerman = (transaction: XmlElement, party: string): boolean =>
    all(transaction, `${party}/${ADDRESS}/ram:CountryID`).some(
      ({ stringValue }) => normalised(stringValue).toUpperCase() === 'DE',
    )
  return root.all('rsm:SupplyChainTradeTransaction').filter((transaction) => {
    const [sellers, buyers] = [
      [
        'ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty',
        'ram:ApplicableHeaderTradeSettlement/ram:InvoicerTradeParty',
      ],
      [
        'ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty',
        'ram:ApplicableHeaderTradeSettlement/ram:InvoiceeTradeParty',
      ],
    ].map((parties) => parties.some((party) => isGerman(transaction, party)))
    return sellers === true && buyers === true
  })
}

/** BR-FX-EN-04: a day of delivery, or a period of the invoice or of each line. */
function hasTimeOfSupply(transaction: XmlElement): boolean {
  const delivery = 'ram:ApplicableHeaderTradeDelivery'
  if (has(transaction, `${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime`)) return true
  const hasPeriod =
    has(transaction, 'ram:ApplicableHeaderTradeSettlement/ram:BillingSpecifiedPeriod') ||
    transaction
      .all('ram:IncludedSupplyChainTradeLineItem')
      .every((line) => has(line, 'ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod'))
  return hasPeriod && transaction.all(delivery).some(({ stringValue }) => normalised(stringValue) !== '')
}
