import type { XmlElement } from '../../xml/element.js'
import {
  along,
  type JudgedDocument,
  type Assertions,
  type Context,
  everywhere,
  DOCUMENTS,
  inContext,
} from '../bindings/binding.js'
import { all, has, is, plain, SeveralValues, text } from '../bindings/xpath.js'
import { numberOf } from '../bindings/numbers.js'
import { dateOf } from '../bindings/xs-types.js'
import { hasSwedishCheckDigit, isNorwegian } from './check-digits.js'
import { normalised } from '../../xml/white-space.js'
import {
  BUYER,
  hasAddressIn,
  isWrittenIn,
  oneCompanyId,
  schemesOf,
  SELLER,
  supplierCountry,
  vatSchemes,
  when,
  where,
} from './facts.js'

const ACCOUNT = 'cac:PayeeFinancialAccount/cbc:ID'

const NORWEGIAN_RULES: Assertions = inContext(
  when((document) => supplierCountry(document) === 'NO', along(SELLER)),
  {
    'NO-R-002': (party) => normalised(oneCompanyId(schemesOf(party, 'TAX'))) === 'Foretaksregisteret',
    'NO-R-001': (party) => {
      const schemes = schemesOf(party, 'VAT')
      if (!schemes.some((scheme) => text(scheme, 'cbc:CompanyID').startsWith('NO'))) return true
      if (schemes[1] !== undefined) throw new SeveralValues(schemes[1])
      const number = oneCompanyId(schemes)
      return /^[0-9]{9}MVA$/.test(number.slice(2)) && isNorwegian(number.slice(2, 11))
    },
  },
)

const IN_ICELAND = (document: JudgedDocument): boolean => isWrittenIn(document, SELLER, 'IS')

const ICELANDIC_RULES: readonly Assertions[] = [
  inContext(when(IN_ICELAND, DOCUMENTS), {
    'IS-R-001': (root) =>
      ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'].some((name) => ['380', '381'].includes(plain(root, name))),
    'IS-R-002': (root) => hasKennitala(root, `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`),
    'IS-R-003': (root) => hasStreetAndPostCode(root, SELLER),
    'IS-R-006': (root) => hasIcelandicAccount(root, '9'),
    'IS-R-007': (root) => hasIcelandicAccount(root, '42'),
    'IS-R-008': (root) => {
      const dates = finalDueDates(root)
      if (dates.length === 0) return true
      const [date, second] = dates.flatMap((each) => each.all('cbc:ID'))
      if (second !== undefined) throw new SeveralValues(second)
      return date?.stringValue.length === 10 && dateOf(date.stringValue) !== undefined
    },
    'IS-R-009': (root) => finalDueDates(root).length === 0 || has(root, 'cbc:DueDate'),
    'IS-R-010': (root) => {
      const finals = finalDueDates(root)
      const dates = finals.flatMap((each) => each.all('cbc:ID'))
      return (
        finals.length === 0 ||
        root.all('cbc:DueDate').some((due) => dates.some((date) => due.stringValue <= date.stringValue))
      )
    },
  }),
  inContext(
    when(
      (document) => IN_ICELAND(document) && isWrittenIn(document, BUYER, 'IS'),
      ({ root }) => root.all('cac:AccountingCustomerParty'),
    ),
    {
      'IS-R-004': (customer) => hasKennitala(customer, 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID'),
      'IS-R-005': (customer) => hasStreetAndPostCode(customer, 'cac:Party'),
    },
  ),
]

function hasKennitala(from: XmlElement, path: string): boolean {
  return all(from, path).some((id) => id.attribute('schemeID') === '0196')
}

function hasStreetAndPostCode(from: XmlElement, party: string): boolean {
  return (
    has(from, `${party}/cac:PostalAddress/cbc:StreetName`) && has(from, `${party}/cac:PostalAddress/cbc:PostalZone`)
  )
}

function hasIcelandicAccount(root: XmlElement, code: string): boolean {
  const means = root.all('cac:PaymentMeans').filter((each) => is(each, 'cbc:PaymentMeansCode', code))
  if (means.length === 0) return true
  const [account, second] = means.flatMap((each) => all(each, ACCOUNT))
  if (second !== undefined) throw new SeveralValues(second)
  return account !== undefined && [...normalised(account.stringValue)].length === 12
}

/** Documents described as EINDAGI, whose number is the final due date. */
function finalDueDates(root: XmlElement): readonly XmlElement[] {
  return root.all('cac:AdditionalDocumentReference').filter((each) => is(each, 'cbc:DocumentDescription', 'EINDAGI'))
}

/** Sellers with an address in Sweden, and those with a Swedish VAT number. */
const isSwedish = (party: XmlElement): boolean => hasAddressIn(party, 'SE')
const SWEDISH_RATES: ReadonlySet<number> = new Set([25, 12, 6])

function isRegisteredInSweden(party: XmlElement): boolean {
  return isSwedish(party) && vatSchemes(party).some((scheme) => text(scheme, 'cbc:CompanyID').startsWith('SE'))
}

const SWEDISH_RULES: readonly Assertions[] = [
  inContext(where(along(SELLER), isRegisteredInSweden), {
    'SE-R-001': (party) => [...normalised(oneCompanyId(vatSchemes(party)))].length === 14,
    'SE-R-002': (party) => isNumber([...oneCompanyId(vatSchemes(party))].slice(2, 14).join('')),
  }),
  inContext(
    where(
      along(`${SELLER}/cac:PartyLegalEntity`),
      (entity) => entity.parent !== null && isSwedish(entity.parent) && has(entity, 'cbc:CompanyID'),
    ),
    {
      'SE-R-003': (entity) => isNumber(text(entity, 'cbc:CompanyID')),
      'SE-R-004': (entity) => [...plain(entity, 'cbc:CompanyID')].length === 10,
      'SE-R-013': (entity) => hasSwedishCheckDigit(plain(entity, 'cbc:CompanyID')),
    },
  ),
  inContext(
    where(along(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`), ({ parent: scheme }) => {
      const party = scheme?.parent
      if (scheme == null || party == null) return false
      const isOther = normalised(text(scheme, 'cac:TaxScheme/cbc:ID').toUpperCase()) !== 'VAT'
      return isOther && isSwedish(party) && has(party, 'cac:PartyLegalEntity/cbc:CompanyID')
    }),
    { 'SE-R-005': (id) => normalised(id.stringValue.toUpperCase()) === 'GODKÄND FÖR F-SKATT' },
  ),
  inContext(
    when(
      (document) => along(SELLER)(document).some(isRegisteredInSweden),
      where(everywhere('cac:TaxCategory', 'cac:ClassifiedTaxCategory'), (category) => is(category, 'cbc:ID', 'S')),
    ),
    { 'SE-R-006': (category) => SWEDISH_RATES.has(numberOf(text(category, 'cbc:Percent'))) },
  ),
  inContext(giroAccounts('SE:PLUSGIRO'), {
    'SE-R-007': (id) => isNumber(id.stringValue),
    'SE-R-010': (id) => isLong(id, 2, 8),
  }),
  inContext(giroAccounts('SE:BANKGIRO'), {
    'SE-R-008': (id) => isNumber(id.stringValue),
    'SE-R-009': (id) => isLong(id, 7, 8),
  }),
  inContext(meansIn(isSoldInSweden, '50', '56'), { 'SE-R-011': () => false }),
  inContext(
    meansIn((document) => isSoldInSweden(document) && along(BUYER)(document).some(isSwedish), '31'),
    { 'SE-R-012': () => false },
  ),
]

function isSoldInSweden(document: JudgedDocument): boolean {
  return along(SELLER)(document).some(isSwedish)
}

function meansIn(applies: (document: JudgedDocument) => boolean, ...codes: readonly string[]): Context {
  return when(
    applies,
    where(everywhere('cac:PaymentMeans'), (means) => codes.some((code) => is(means, 'cbc:PaymentMeansCode', code))),
  )
}

/** Accounts of credit transfers (30) at one of the giro systems. */
function giroAccounts(system: string): Context {
  const means = when(
    isSoldInSweden,
    where(
      everywhere('cac:PaymentMeans'),
      (each) =>
        plain(each, 'cbc:PaymentMeansCode') === '30' &&
        plain(each, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID') === system,
    ),
  )
  return (document) => means(document).flatMap((each) => all(each, ACCOUNT))
}

function isNumber(written: string): boolean {
  return !Number.isNaN(numberOf(normalised(written)))
}

function isLong(id: XmlElement, least: number, most: number): boolean {
  const { length } = [...normalised(id.stringValue)]
  return length >= least && length <= most
}

/** The national rules of Norway, Iceland and Sweden: NO-R-…, IS-R-… and SE-R-…. */
export const NORDIC_RULES: readonly Assertions[] = [NORWEGIAN_RULES, ...ICELANDIC_RULES, ...SWEDISH_RULES]
