import { lengthOf } from '../../../../domain/text.js'
import { normalised } from '../../../xml/white-space.js'
import type { XmlElement } from '../../../xml/element.js'
import { along, type JudgedDocument, type Assertions, everywhere, ROOT, type Test, inContext } from '../binding.js'
import { isAtLeastZero } from '../doubles.js'
import { reductionRules } from '../reductions.js'
import { BUYER, documentLevel, hasCategory, isLine, isOfVat, lineLevel, LINES, ofVat, SELLER } from './facts.js'
import { UBL_TOTALS_RULES } from './totals.js'
import { castToDate } from '../xs-types.js'
import { all, count, filled, first, has, is, isJudgedAs, only, plain, standsIn, text, twoDecimals } from '../xpath.js'

const REASON = 'cbc:AllowanceChargeReason'

const REDUCTIONS = reductionRules({
  hasAmount: (each) => has(each, 'cbc:Amount'),
  hasReason: (each) => has(each, REASON) || has(each, `${REASON}Code`),
  hasCategory,
  shortAmount: (each) => twoDecimals(each, 'cbc:Amount'),
  shortBase: (each) => twoDecimals(each, 'cbc:BaseAmount'),
})

/** Differences between the editions of the standard that governments use. */
interface UblEdition {
  /**
   * Whether a text of only white space counts as present: `x != ''` instead of `normalize-space(x)
   * != ''`.
   */
  readonly blankIsGiven: boolean
  /** BR-CO-26: whether an identifier of the scheme SEPA identifies the seller. */
  readonly sepaIdentifiesSeller: boolean
}

/**
 * The model rules of the UBL binding of EN 16931; those of totals and VAT categories are in
 * separate files.
 */
export function ublModelRules({ blankIsGiven, sepaIdentifiesSeller }: UblEdition): readonly Assertions[] {
  const given = (path: string): ((at: XmlElement) => boolean) =>
    blankIsGiven ? (at) => isGiven(at, path) : (at) => filled(at, path)
  return [
    inContext(everywhere('cac:AdditionalDocumentReference'), { 'BR-52': given('cbc:ID') }),
    inContext(along(`${BUYER}/cbc:EndpointID`), { 'BR-63': (id) => id.attribute('schemeID') !== undefined }),
    inContext(along(`${SELLER}/cbc:EndpointID`), { 'BR-62': (id) => id.attribute('schemeID') !== undefined }),
    inContext(along(`${BUYER}/cac:PostalAddress`), { 'BR-11': given('cac:Country/cbc:IdentificationCode') }),
    inContext(along(`${SELLER}/cac:PostalAddress`), { 'BR-09': given('cac:Country/cbc:IdentificationCode') }),
    inContext(along('cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID'), {
      'BR-51': (number) => lengthOf(blankIsGiven ? number.stringValue : normalised(number.stringValue)) <= 10,
    }),
    inContext(along('cac:Delivery/cac:DeliveryLocation/cac:Address'), {
      'BR-57': (address) => has(address, 'cac:Country/cbc:IdentificationCode'),
    }),
    REDUCTIONS.documentAllowances(documentLevel(false)),
    REDUCTIONS.documentCharges((document) =>
      documentLevel(true)(document).filter((each) => isJudgedAs(each, 'cbc:ChargeIndicator', true)),
    ),
    inContext(ROOT, {
      'BR-01': given('cbc:CustomizationID'),
      'BR-02': given('cbc:ID'),
      'BR-03': given('cbc:IssueDate'),
      'BR-04': (root) => given('cbc:InvoiceTypeCode')(root) || given('cbc:CreditNoteTypeCode')(root),
      'BR-05': given('cbc:DocumentCurrencyCode'),
      'BR-06': given(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`),
      'BR-07': given(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`),
      'BR-08': (root) => has(root, `${SELLER}/cac:PostalAddress`),
      'BR-10': (root) => has(root, `${BUYER}/cac:PostalAddress`),
      'BR-16': (root) => has(root, 'cac:InvoiceLine') || has(root, 'cac:CreditNoteLine'),
      'BR-CO-03': (root) => !has(root, 'cbc:TaxPointDate') || !has(root, 'cac:InvoicePeriod/cbc:DescriptionCode'),
    }),
    inContext(LINES, {
      'BR-21': given('cbc:ID'),
      'BR-22': (line) => has(line, 'cbc:InvoicedQuantity') || has(line, 'cbc:CreditedQuantity'),
      'BR-23': hasUnit,
      'BR-24': (line) => has(line, 'cbc:LineExtensionAmount'),
      'BR-25': given('cac:Item/cbc:Name'),
      'BR-26': (line) => has(line, 'cac:Price/cbc:PriceAmount'),
      'BR-27': (line) => isAtLeastZero(line, 'cac:Price/cbc:PriceAmount'),
      'BR-28': (line) =>
        !has(line, 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount') ||
        isAtLeastZero(line, 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
      'BR-CO-04': (line) =>
        all(line, 'cac:Item/cac:ClassifiedTaxCategory').some((each) => has(each, 'cbc:ID') && isOfVat(each)),
      'BR-DEC-23': (line) => twoDecimals(line, 'cbc:LineExtensionAmount'),
    }),
    REDUCTIONS.lineAllowances(lineLevel(false)),
    REDUCTIONS.lineCharges(lineLevel(true)),
    inContext(periods(true), {
      'BR-30': inOrder,
      'BR-CO-20': (each) => has(each, 'cbc:StartDate') || has(each, 'cbc:EndDate'),
    }),
    inContext(periods(false), {
      'BR-29': inOrder,
      'BR-CO-19': (each) => has(each, 'cbc:StartDate') || has(each, 'cbc:EndDate') || has(each, 'cbc:DescriptionCode'),
    }),
    inContext(everywhere('cac:AdditionalItemProperty'), {
      'BR-54': (each) => has(each, 'cbc:Name') && has(each, 'cbc:Value'),
    }),
    inContext(inLines('cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode'), {
      'BR-65': (code) => code.attribute('listID') !== undefined,
    }),
    inContext(inLines('cac:Item/cac:StandardItemIdentification/cbc:ID'), {
      'BR-64': (id) => id.attribute('schemeID') !== undefined,
    }),
    inContext(everywhere('cac:PayeeParty'), { 'BR-17': isNotSeller }),
    inContext((document) => document.named('cac:PaymentMeans').flatMap(transferAccounts), { 'BR-50': given('cbc:ID') }),
    inContext(everywhere('cac:PaymentMeans'), {
      'BR-49': (means) => has(means, 'cbc:PaymentMeansCode'),
      'BR-61': (means) =>
        !['30', '58'].includes(plain(means, 'cbc:PaymentMeansCode')) || has(means, 'cac:PayeeFinancialAccount/cbc:ID'),
    }),
    inContext(everywhere('cac:BillingReference'), {
      'BR-55': (each) => has(each, 'cac:InvoiceDocumentReference/cbc:ID'),
    }),
    inContext(everywhere('cac:AccountingSupplierParty'), {
      'BR-CO-26': (seller) =>
        ofVat(all(seller, 'cac:Party/cac:PartyTaxScheme')).some((each) => has(each, 'cbc:CompanyID')) ||
        has(seller, 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID') ||
        all(seller, 'cac:Party/cac:PartyIdentification/cbc:ID').some(
          (id) => sepaIdentifiesSeller || id.attribute('schemeID') !== 'SEPA',
        ),
    }),
    inContext(everywhere('cac:TaxRepresentativeParty'), {
      'BR-18': given('cac:PartyName/cbc:Name'),
      'BR-19': (party) => has(party, 'cac:PostalAddress'),
      'BR-56': (party) => ofVat(all(party, 'cac:PartyTaxScheme')).some((each) => has(each, 'cbc:CompanyID')),
    }),
    inContext(along('cac:TaxRepresentativeParty/cac:PostalAddress'), {
      'BR-20': given('cac:Country/cbc:IdentificationCode'),
    }),
    ...UBL_TOTALS_RULES,
    inContext((document) => ofVat(document.named('cac:PartyTaxScheme')), {
      // Searches the two characters anywhere in the list, so that one letter passes, or a letter
      // with a space.
      'BR-CO-09': (scheme, { codes }) => {
        const prefix = text(scheme, 'cbc:CompanyID').slice(0, 2)
        return prefix === 'EL' || standsIn(codes.countries, prefix)
      },
    }),
  ]
}

/** `a/b != ''`: whether any of them has a text. */
function isGiven(at: XmlElement, path: string): boolean {
  const found = first(at, path)
  // Most terms occur once, with a text.
  return found !== undefined && (found.stringValue !== '' || all(at, path).some((each) => each.stringValue !== ''))
}

function hasUnit(line: XmlElement): boolean {
  return line.children.some((child) => QUANTITIES.has(child.name) && child.attribute('unitCode') !== undefined)
}

const QUANTITIES: ReadonlySet<string> = new Set(['cbc:InvoicedQuantity', 'cbc:CreditedQuantity'])

/** Periods of lines, or all others. */
function periods(ofLines: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document.named('cac:InvoicePeriod').filter(({ parent }) => isLine(parent) === ofLines)
}

const inOrder: Test = (period) => {
  if (!has(period, 'cbc:StartDate') || !has(period, 'cbc:EndDate')) return true
  const [start, end] = [only(period, 'cbc:StartDate'), only(period, 'cbc:EndDate')]
  return start === undefined || end === undefined || castToDate(end) >= castToDate(start)
}

function inLines(path: string) {
  const context = along(path)
  const depth = path.split('/').length
  return (document: JudgedDocument): readonly XmlElement[] =>
    context(document).filter((element) => {
      let at: XmlElement | null = element
      for (let step = 0; step < depth; step += 1) at = at?.parent ?? null
      return isLine(at)
    })
}

/** BR-17 also requires that the payee is not the seller, by name and by identifier. */
const isNotSeller: Test = (payee) => {
  const seller = payee.parent === null ? [] : all(payee.parent, SELLER)
  const shares = (path: string): boolean =>
    all(payee, path).some((mine) => seller.some((party) => is(party, path, mine.stringValue)))
  return (
    count(payee, 'cac:PartyName/cbc:Name') > 0 &&
    !shares('cac:PartyName/cbc:Name') &&
    !shares('cac:PartyIdentification/cbc:ID')
  )
}

function transferAccounts(means: XmlElement): readonly XmlElement[] {
  return is(means, 'cbc:PaymentMeansCode', '30') || is(means, 'cbc:PaymentMeansCode', '58')
    ? all(means, 'cac:PayeeFinancialAccount')
    : []
}
