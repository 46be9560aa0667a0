import { isAboveZero, isAtLeastZero } from '../doubles.js'
import type { XmlElement } from '../../../xml/element.js'
import { normalised } from '../../../xml/white-space.js'
import { along, blaming, type JudgedDocument, type Assertions, ROOT, type Test, inContext } from '../binding.js'
import { documentLevel, isLine, isOfVat, ofVat } from './facts.js'
import { breakdownRules, isCode, isOf, type UblCategory } from './vat-breakdown.js'
import { all, decimal, has, indicates, is, isJudgedAs, plain, text } from '../xpath.js'

const RATED: Pick<UblCategory, 'seller' | 'buyer' | 'exemption'> = { seller: 'any', buyer: 'any', exemption: false }

function categories(canaryIslands: string, ceutaMelilla: string): readonly UblCategory[] {
  return [
    { code: 'S', prefix: 'BR-S', rate: 'positive', ...RATED },
    { code: 'Z', prefix: 'BR-Z', rate: 'zero', ...RATED },
    { code: 'E', prefix: 'BR-E', rate: 'zero', seller: 'any', buyer: 'any', exemption: true },
    { code: 'AE', prefix: 'BR-AE', rate: 'zero', seller: 'any', buyer: 'vatOrLegal', exemption: true },
    { code: 'K', prefix: 'BR-IC', rate: 'zero', seller: 'vat', buyer: 'vat', exemption: true },
    { code: 'G', prefix: 'BR-G', rate: 'zero', seller: 'vat', buyer: 'any', exemption: true },
    { code: 'O', prefix: 'BR-O', rate: 'none', seller: 'none', buyer: 'none', exemption: true },
    { code: 'L', prefix: canaryIslands, rate: 'notNegative', ...RATED },
    { code: 'M', prefix: ceutaMelilla, rate: 'notNegative', ...RATED },
  ]
}

/** The codes of all categories: a document uses one or two of nine, and the others' rules hold. */
const USED = (document: JudgedDocument): ReadonlySet<string> => {
  const used = new Set<string>()
  for (const name of ['cac:TaxCategory', 'cac:ClassifiedTaxCategory'])
    for (const category of document.named(name))
      for (const child of category.children) if (child.name === 'cbc:ID') used.add(normalised(child.stringValue))
  return used
}

function using(code: string) {
  return (document: JudgedDocument): readonly XmlElement[] => (document.once(USED).has(code) ? [document.root] : [])
}

/**
 * The VAT rules of the UBL binding of EN 16931; IGIC and IPSI have other rule names in older
 * editions.
 */
export function ublVatRules(canaryIslands: 'BR-AF' | 'BR-IG', ceutaMelilla: 'BR-AG' | 'BR-IP'): readonly Assertions[] {
  return [
    ...categories(canaryIslands, ceutaMelilla).flatMap((category) => [
      inContext(using(category.code), documentRules(category)),
      inContext(linesOf(category.code), { [`${category.prefix}-05`]: rateTest(category) }),
      inContext(reductionsOf(category.code, false), { [`${category.prefix}-06`]: rateTest(category) }),
      inContext(reductionsOf(category.code, true), { [`${category.prefix}-07`]: rateTest(category) }),
      inContext(breakdownOf(category.code), breakdownRules(category)),
    ]),
    inContext(ROOT, { ...INTRA_COMMUNITY, ...OUTSIDE_SCOPE }),
  ]
}

/**
 * BR-B-01 and BR-B-02: Italian split payment.
 * @param anywhere whether BR-B-02 checks tax categories anywhere, as in older editions, or only
 * those of the breakdown and the document
 */
export function splitPaymentRules(anywhere: boolean): Assertions {
  const isUsed = (document: JudgedDocument, code: string, everywhere: boolean): boolean => {
    const categories = everywhere
      ? document.named('cac:TaxCategory')
      : [...document.once(BREAKDOWN), ...all(document.root, 'cac:AllowanceCharge/cac:TaxCategory')]
    const isCoded = (each: XmlElement): boolean => is(each, 'cbc:ID', code)
    return categories.some(isCoded) || document.named('cac:ClassifiedTaxCategory').some(isCoded)
  }
  return inContext(ROOT, {
    'BR-B-01': (_, document) =>
      !isUsed(document, 'B', true) ||
      !document.named('cbc:IdentificationCode').some((country) => country.stringValue !== 'IT'),
    'BR-B-02': (_, document) => !isUsed(document, 'B', anywhere) || !isUsed(document, 'S', anywhere),
  })
}

/**
 * `//cac:AllowanceCharge/cac:TaxCategory` of allowances, or of charges: including those of lines
 * and prices.
 */
function reductions(isCharge: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document
      .named('cac:AllowanceCharge')
      .filter((each) => indicates(each, 'cbc:ChargeIndicator', isCharge))
      .flatMap((each) => all(each, 'cac:TaxCategory'))
}

const ALLOWANCES = reductions(false)
const CHARGES = reductions(true)
const BREAKDOWN = ({ root }: JudgedDocument): readonly XmlElement[] =>
  all(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')

const ITEM_CATEGORIES = along('cac:Item/cac:ClassifiedTaxCategory')
const LINE_CATEGORIES = (document: JudgedDocument): readonly XmlElement[] =>
  ITEM_CATEGORIES(document).filter(({ parent }) => isLine(parent?.parent ?? null))

/** Tax categories by their codes, each evaluated once for all nine. */
function byCode(items: (document: JudgedDocument) => readonly XmlElement[]) {
  const index = (document: JudgedDocument): ReadonlyMap<string, readonly XmlElement[]> => {
    const found = new Map<string, XmlElement[]>()
    for (const each of document.once(items)) {
      const code = plain(each, 'cbc:ID')
      const alike = found.get(code)
      if (alike === undefined) found.set(code, [each])
      else alike.push(each)
    }
    return found
  }
  return (document: JudgedDocument, code: string): readonly XmlElement[] => ofVat(document.once(index).get(code) ?? [])
}

const LINE_CATEGORIES_BY_CODE = byCode(LINE_CATEGORIES)
const ALLOWANCES_BY_CODE = byCode(ALLOWANCES)
const CHARGES_BY_CODE = byCode((document) =>
  CHARGES(document).filter(({ parent }) => parent !== null && isJudgedAs(parent, 'cbc:ChargeIndicator', true)),
)
const BREAKDOWN_BY_CODE = byCode(BREAKDOWN)

function linesOf(code: string) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document.once(USED).has(code) ? LINE_CATEGORIES_BY_CODE(document, code) : []
}

function reductionsOf(code: string, isCharge: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    isCharge ? CHARGES_BY_CODE(document, code) : ALLOWANCES_BY_CODE(document, code)
}

function breakdownOf(code: string) {
  return (document: JudgedDocument): readonly XmlElement[] => BREAKDOWN_BY_CODE(document, code)
}

function documentRules(category: UblCategory): Readonly<Record<string, Test>> {
  const { code, prefix } = category
  const isShown = (items: (document: JudgedDocument) => readonly XmlElement[]): Test =>
    blaming(
      (_, document) => items(document).find((each) => isOf(each, code)),
      (_, document) => !items(document).some((each) => isOf(each, code)) || showsNumbers(document, category),
    )
  // BR-AF-04 (and BR-IG-04) accepts charges whose category has surrounding white space.
  const onCharges: Test = (_, document) =>
    !document.once(CHARGES).some((each) => isOfVat(each) && is(each, 'cbc:ID', code)) ||
    showsNumbers(document, category)
  const onLines: Test = (_, document) => {
    // Every code is evaluated, as in the artefact, which fails on duplicates.
    const items = document.named('cac:ClassifiedTaxCategory').filter((each) => isCode(each, code))
    // For standard rated lines BR-S-02 first requires the scheme VAT and then does not.
    if (!items.some(isOfVat)) return code !== 'S' || items.length === 0
    return showsNumbers(document, category)
  }
  return {
    [`${prefix}-01`]:
      category.rate === 'positive' || category.rate === 'notNegative' ? isRatedOnce(code) : isOnce(code),
    [`${prefix}-02`]: blaming(
      (_, document) => document.named('cac:ClassifiedTaxCategory').find((each) => isCode(each, code)),
      onLines,
    ),
    [`${prefix}-03`]: isShown(code === 'O' ? documentCategories(false) : (document) => document.once(ALLOWANCES)),
    [`${prefix}-04`]:
      code === 'L'
        ? onCharges
        : isShown(code === 'O' ? documentCategories(true) : (document) => document.once(CHARGES)),
  }
}

function documentCategories(isCharge: boolean) {
  const items = documentLevel(isCharge)
  return (document: JudgedDocument): readonly XmlElement[] =>
    items(document).flatMap((each) => all(each, 'cac:TaxCategory'))
}

/** -01 of the rated categories; S ignores the scheme. */
function isRatedOnce(code: string): Test {
  const isCounted = code === 'S' ? isCode : isOf
  return (_, document) => {
    const used =
      document
        .named('cac:TaxCategory')
        .some((each) => each.parent?.name === 'cac:AllowanceCharge' && isCounted(each, code)) ||
      document.named('cac:ClassifiedTaxCategory').some((each) => isCounted(each, code))
    const entries = document.once(BREAKDOWN)
    if (!used) return !entries.some((each) => isCounted(each, code))
    if (code === 'S') return entries.some((each) => isCode(each, code))
    return entries.some((each) => is(each, 'cbc:ID', code) && (code === 'L' || isOfVat(each)))
  }
}

/** -01 of the others: exactly one entry in the breakdown. */
function isOnce(code: string): Test {
  return (_, document) => {
    const isUsed =
      document.named('cac:TaxCategory').some((each) => isOf(each, code)) ||
      document.named('cac:ClassifiedTaxCategory').some((each) => isOf(each, code))
    return !isUsed || document.once(BREAKDOWN).filter((each) => isOf(each, code)).length === 1
  }
}

/** The tax numbers of the parties. */
interface Numbers {
  readonly seller: boolean
  readonly sellerVat: boolean
  readonly representativeVat: boolean
  readonly buyerVat: boolean
  readonly buyerLegal: boolean
}

const NUMBERS = (document: JudgedDocument): Numbers => {
  const schemes = (party: string, path: string): readonly XmlElement[] =>
    document.named(party).flatMap((each) => all(each, path))
  const numbered = (elements: readonly XmlElement[]): boolean => elements.some((each) => has(each, 'cbc:CompanyID'))
  const seller = schemes('cac:AccountingSupplierParty', 'cac:Party/cac:PartyTaxScheme')
  const buyer = 'cac:AccountingCustomerParty'
  return {
    seller: numbered(seller),
    sellerVat: numbered(ofVat(seller)),
    representativeVat: numbered(ofVat(schemes('cac:TaxRepresentativeParty', 'cac:PartyTaxScheme'))),
    buyerVat: numbered(ofVat(schemes(buyer, 'cac:Party/cac:PartyTaxScheme'))),
    buyerLegal: numbered(schemes(buyer, 'cac:Party/cac:PartyLegalEntity')),
  }
}

function showsNumbers(document: JudgedDocument, category: UblCategory): boolean {
  const { seller, sellerVat, representativeVat, buyerVat, buyerLegal } = document.once(NUMBERS)
  const sellerShows = {
    any: seller || representativeVat,
    vat: sellerVat || representativeVat,
    none: !sellerVat && !representativeVat,
  }
  const buyerShows = { any: true, vat: buyerVat, vatOrLegal: buyerVat || buyerLegal, none: !buyerVat }
  return sellerShows[category.seller] && buyerShows[category.buyer]
}

function rateTest({ rate }: UblCategory): Test {
  switch (rate) {
    case 'positive':
      return (each) => isAboveZero(each, 'cbc:Percent')
    case 'notNegative':
      return (each) => isAtLeastZero(each, 'cbc:Percent')
    case 'zero':
      return (each) => decimal(each, 'cbc:Percent')?.isZero() ?? false
    case 'none':
      return (each) => !has(each, 'cbc:Percent')
  }
}

function hasEntry(document: JudgedDocument, code: string): boolean {
  return BREAKDOWN_BY_CODE(document, code).length > 0
}

const INTRA_COMMUNITY: Readonly<Record<string, Test>> = {
  'BR-IC-11': (root, document) =>
    !hasEntry(document, 'K') ||
    text(root, 'cac:Delivery/cbc:ActualDeliveryDate').length > 1 ||
    all(root, 'cac:InvoicePeriod').some(({ children }) => children.length > 0),
  'BR-IC-12': (root, document) =>
    !hasEntry(document, 'K') ||
    text(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode').length > 1,
}

const isAlone = (items: (document: JudgedDocument) => readonly XmlElement[]): Test => {
  const isOther = (each: XmlElement): boolean => plain(each, 'cbc:ID') !== 'O' && isOfVat(each)
  return blaming(
    (_, document) => items(document).find(isOther),
    (_, document) => !hasEntry(document, 'O') || !items(document).some(isOther),
  )
}

const OUTSIDE_SCOPE: Readonly<Record<string, Test>> = {
  'BR-O-11': isAlone((document) => document.once(BREAKDOWN)),
  'BR-O-12': isAlone((document) => document.named('cac:ClassifiedTaxCategory')),
  'BR-O-13': isAlone((document) => document.once(ALLOWANCES)),
  'BR-O-14': isAlone((document) => document.once(CHARGES)),
}
