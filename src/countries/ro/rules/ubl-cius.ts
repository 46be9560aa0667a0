import { lengthOf } from '../../../domain/text.js'
import { compareToZero } from '../../../einvoice/rules/bindings/doubles.js'
import {
  along,
  type JudgedDocument,
  type Assertions,
  everywhere,
  ROOT,
  type Test,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { isListed } from '../../../einvoice/rules/bindings/ubl/codes.js'
import { BUYER, LINES, lineLevel, SELLER } from '../../../einvoice/rules/bindings/ubl/facts.js'
import {
  all,
  count,
  has,
  is,
  isJudgedAs,
  plain,
  text,
  textNode,
  twoDecimals,
} from '../../../einvoice/rules/bindings/xpath.js'
import { dateOf } from '../../../einvoice/rules/bindings/xs-types.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isBlank, normalised } from '../../../einvoice/xml/white-space.js'
import { COUNTIES } from '../counties.js'
import { CIUS_RO } from '../profile.js'
import { LINE_LIMITS, ROOT_LIMITS, type PathLimit } from './ubl-limits.js'

const COUNTY_CODES: ReadonlySet<string> = new Set(COUNTIES.map(({ code }) => `RO-${code}`))
const SECTORS: ReadonlySet<string> = new Set([1, 2, 3, 4, 5, 6].map((number) => `SECTOR${number}`))
const TAXED: ReadonlySet<string> = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'])

const filled = (path: string): ((at: XmlElement) => boolean) => {
  return (at) => all(at, path).some((each) => !isBlank(each.stringValue))
}

function isShort(path: string, limit: number): Test {
  const [steps = '', attribute] = path.split('/@')
  return (at) => {
    const written = attribute === undefined ? text(at, steps) : (all(at, steps)[0]?.attribute(attribute) ?? '')
    return written.length <= limit || lengthOf(normalised(written)) <= limit
  }
}

function limits(table: readonly PathLimit[]): Readonly<Record<string, Test>> {
  return Object.fromEntries(table.map(([id, limit, path]) => [id, isShort(path, limit)]))
}

/** A county of Romania, if the country is Romania. */
function county(address: string): Test {
  const path = prefixed(address)
  return (at) =>
    plain(at, path('cac:Country/cbc:IdentificationCode')) !== 'RO' ||
    COUNTY_CODES.has(plain(at, path('cbc:CountrySubentity')))
}

/** A sector, if the county is Bucharest. */
function sector(address: string): Test {
  const path = prefixed(address)
  return (at) =>
    plain(at, path('cac:Country/cbc:IdentificationCode')) !== 'RO' ||
    plain(at, path('cbc:CountrySubentity')) !== 'RO-B' ||
    SECTORS.has(plain(at, path('cbc:CityName')))
}

function prefixed(address: string) {
  return (path: string): string => (address === '' ? path : `${address}/${path}`)
}

/**
 * ANAF searches credit notes in the namespace of invoices and finds none: these rules apply only
 * to invoices.
 */
export function ofInvoices(path: string) {
  return ({ root }: JudgedDocument): readonly XmlElement[] => (root.name === 'ubl:Invoice' ? all(root, path) : [])
}

function reductions(path: string, isCharge: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    ofInvoices(path)(document).filter((each) => isJudgedAs(each, 'cbc:ChargeIndicator', isCharge))
}

const short = (path: string): Test => {
  return (at) => twoDecimals(at, path)
}

const isDay: Test = (date) => lengthOf(textNode(date) ?? '') === 10 && dateOf(date.stringValue) !== undefined

/**
 * BR-RO-065 and BR-RO-120 check only lines of invoices, and only the scheme of allowances.
 */
function isTaxed(document: JudgedDocument): boolean {
  const { root } = document
  const isOf = (category: XmlElement): boolean => category.all('cbc:ID').some((id) => TAXED.has(id.stringValue))
  const isOfLine = ({ parent }: XmlElement): boolean =>
    parent?.name === 'cac:Item' && parent.parent?.name === 'cac:InvoiceLine' && parent.parent.parent === root
  return (
    document.named('cac:ClassifiedTaxCategory').some((each) => isOfLine(each) && isOf(each)) ||
    all(root, 'cac:AllowanceCharge').some(
      (each) =>
        (is(each, 'cbc:ChargeIndicator', 'true') && all(each, 'cac:TaxCategory').some(isOf)) ||
        (is(each, 'cbc:ChargeIndicator', 'false') &&
          all(each, 'cac:TaxCategory').some(
            (category) => isOf(category) && is(category, 'cac:TaxScheme/cbc:ID', 'VAT'),
          )),
    )
  )
}

/** ANAF's own rules, as its artefact applies them. */
export const CIUS_RO_UBL: readonly Assertions[] = [
  inContext(everywhere('cbc:IssueDate'), { 'BR-RO-DT001': isDay }),
  inContext(everywhere('cbc:TaxPointDate'), { 'BR-RO-DT002': isDay }),
  inContext(everywhere('cbc:DueDate'), { 'BR-RO-DT003': isDay }),
  inContext(everywhere('cbc:PaymentDueDate'), { 'BR-RO-DT003_CN': isDay }),
  inContext(everywhere('cbc:ActualDeliveryDate'), { 'BR-RO-DT004': isDay }),
  inContext(everywhere('cbc:StartDate'), { 'BR-RO-DT005': isDay }),
  inContext(everywhere('cbc:EndDate'), { 'BR-RO-DT006': isDay }),
  inContext(everywhere('cbc:PriceAmount'), { 'BR-27': (price) => compareToZero(price) >= 0 }),
  inContext(everywhere('cbc:InvoiceTypeCode'), {
    'BR-RO-020_1': (code) => isListed(code.stringValue, new Set(['380', '384', '389', '751'])),
  }),
  inContext(everywhere('cbc:CreditNoteTypeCode'), {
    'BR-RO-020_2': (code) => isListed(code.stringValue, new Set(['381'])),
  }),
  inContext(ROOT, {
    'BR-RO-001': (root) => is(root, 'cbc:CustomizationID', CIUS_RO.specification),
    'BR-RO-A020': (root) => count(root, 'cbc:Note') <= 20,
    ...limits(ROOT_LIMITS),
    'BR-RO-010': (root) => /[0-9]/.test(text(root, 'cbc:ID')),
    'BR-RO-030': (root) => {
      const [currency, tax] = [plain(root, 'cbc:DocumentCurrencyCode'), plain(root, 'cbc:TaxCurrencyCode')]
      return currency === 'RON' || tax === 'RON'
    },
    'BR-RO-065': (root, document) =>
      !document.once(isTaxed) ||
      has(root, 'cac:TaxRepresentativeParty/cac:PartyTaxScheme/cbc:CompanyID') ||
      filled(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`)(root),
    'BR-RO-081': filled(`${SELLER}/cac:PostalAddress/cbc:StreetName`),
    'BR-RO-082': filled(`${BUYER}/cac:PostalAddress/cbc:StreetName`),
    'BR-RO-091': filled(`${SELLER}/cac:PostalAddress/cbc:CityName`),
    'BR-RO-092': filled(`${BUYER}/cac:PostalAddress/cbc:CityName`),
    'BR-RO-120': (root, document) =>
      !document.once(isTaxed) ||
      has(root, `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`) ||
      filled(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`)(root),
    'BR-RO-100': sector(`${SELLER}/cac:PostalAddress`),
    'BR-RO-110': county(`${SELLER}/cac:PostalAddress`),
    'BR-RO-101': sector(`${BUYER}/cac:PostalAddress`),
    'BR-RO-111': county(`${BUYER}/cac:PostalAddress`),
  }),
  inContext(ofInvoices('cac:TaxRepresentativeParty/cac:PostalAddress'), {
    'BR-RO-140': filled('cbc:StreetName'),
    'BR-RO-150': filled('cbc:CityName'),
    'BR-RO-160': sector(''),
    'BR-RO-170': county(''),
  }),
  inContext(everywhere('cac:PaymentMeans'), {
    'BR-RO-L208': isShort('cac:PayeeFinancialAccount/cbc:Name', 200),
    'BR-RO-L209': isShort('cac:CardAccount/cbc:HolderName', 200),
    'BR-RO-L1016': isShort('cbc:PaymentMeansCode/@name', 100),
    'BR-RO-L140': isShort('cbc:PaymentID', 140),
  }),
  inContext(ofInvoices('cac:Delivery/cac:DeliveryLocation/cac:Address'), {
    'BR-RO-180': filled('cbc:StreetName'),
    'BR-RO-201': filled('cbc:CityName'),
    'BR-RO-211': filled('cbc:CountrySubentity'),
    'BR-RO-202': sector(''),
    'BR-RO-212': county(''),
  }),
  inContext(along('cac:InvoicePeriod/cbc:DescriptionCode'), {
    'BR-RO-040': (code) => isListed(code.stringValue, new Set(['3', '35', '432'])),
  }),
  inContext(LINES, limits(LINE_LIMITS)),
  inContext(along('cac:Item/cac:AdditionalItemProperty'), {
    'BR-RO-L0505': isShort('cbc:Name', 50),
    'BR-RO-L1025': isShort('cbc:Value', 100),
  }),
  inContext(reductions('cac:AllowanceCharge', false), {
    'BR-DEC-RO-01': short('cbc:Amount'),
    'BR-DEC-RO-02': short('cbc:BaseAmount'),
    'BR-RO-L1017': isShort('cbc:AllowanceChargeReasonCode', 100),
  }),
  inContext(reductions('cac:AllowanceCharge', true), {
    'BR-DEC-RO-05': short('cbc:Amount'),
    'BR-DEC-RO-06': short('cbc:BaseAmount'),
    'BR-RO-L1018': isShort('cbc:AllowanceChargeReasonCode', 100),
  }),
  inContext(everywhere('cac:LegalMonetaryTotal'), {
    'BR-DEC-RO-09': short('cbc:LineExtensionAmount'),
    'BR-DEC-RO-10': short('cbc:AllowanceTotalAmount'),
    'BR-DEC-RO-11': short('cbc:ChargeTotalAmount'),
    'BR-DEC-RO-12': short('cbc:TaxExclusiveAmount'),
    'BR-DEC-RO-14': short('cbc:TaxInclusiveAmount'),
    'BR-DEC-RO-16': short('cbc:PrepaidAmount'),
    'BR-DEC-RO-17': short('cbc:PayableRoundingAmount'),
    'BR-DEC-RO-18': short('cbc:PayableAmount'),
  }),
  inContext(along('cac:TaxTotal/cac:TaxSubtotal'), {
    'BR-DEC-RO-1009': short('cbc:TaxableAmount'),
    'BR-DEC-RO-1010': short('cbc:TaxAmount'),
  }),
  inContext(lineLevel(false), {
    'BR-DEC-RO-24': short('cbc:Amount'),
    'BR-DEC-RO-25': short('cbc:BaseAmount'),
    'BR-RO-L1022': isShort('cbc:AllowanceChargeReason', 100),
  }),
  inContext(lineLevel(true), {
    'BR-DEC-RO-27': short('cbc:Amount'),
    'BR-DEC-RO-28': short('cbc:BaseAmount'),
    'BR-RO-L1023': isShort('cbc:AllowanceChargeReason', 100),
  }),
  inContext(everywhere('cbc:Note'), {
    'BR-RO-L302': (note) => note.stringValue.length <= 300 || lengthOf(normalised(note.stringValue)) <= 300,
  }),
  inContext(everywhere('cac:AdditionalDocumentReference'), {
    'BR-RO-L0308': isShort('cbc:ID', 200),
    'BR-RO-L1020': isShort('cbc:DocumentDescription', 100),
    'BR-RO-L210': isShort('cac:Attachment/cac:ExternalReference/cbc:URI', 200),
    'BR-RO-L211': isShort('cac:Attachment/cbc:EmbeddedDocumentBinaryObject/@filename', 200),
  }),
  inContext(everywhere('cac:BillingReference'), {
    'BR-RO-A500': (reference) => count(reference, 'cac:InvoiceDocumentReference') <= 500,
    'BR-RO-L156': isShort('cac:InvoiceDocumentReference/cbc:ID', 200),
  }),
]
