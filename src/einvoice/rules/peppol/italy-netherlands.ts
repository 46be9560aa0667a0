import { Decimal } from '../../model/decimal.js'
import type { XmlElement } from '../../xml/element.js'
import { along, type JudgedDocument, type Assertions, everywhere, inContext } from '../bindings/binding.js'
import { decimal, has, plain } from '../bindings/xpath.js'
import { isBlank } from '../../xml/white-space.js'
import { BUYER, isIn, SELLER, supplierCountry, when, where } from './facts.js'

const isItalian = (document: JudgedDocument): boolean => supplierCountry(document) === 'IT'

/** IT-R-001 to IT-R-004: sellers whose VAT number, or else address, is Italian. */
export const ITALIAN_RULES: readonly Assertions[] = [
  inContext(
    when(
      isItalian,
      where(along(`${SELLER}/cac:PartyTaxScheme`), (scheme) => plain(scheme, 'cac:TaxScheme/cbc:ID') !== 'VAT'),
    ),
    { 'IT-R-001': (scheme) => /^[A-Z0-9]{11,16}$/.test(plain(scheme, 'cbc:CompanyID')) },
  ),
  inContext(when(isItalian, along(SELLER)), {
    'IT-R-002': (party) => has(party, 'cac:PostalAddress/cbc:StreetName'),
    'IT-R-003': (party) => has(party, 'cac:PostalAddress/cbc:CityName'),
    'IT-R-004': (party) => has(party, 'cac:PostalAddress/cbc:PostalZone'),
  }),
]

const MEANS: ReadonlySet<string> = new Set(['30', '48', '49', '57', '58', '59'])
const REPRESENTATIVE = 'cac:TaxRepresentativeParty'

const isDutch = (document: JudgedDocument): boolean => isIn(document, SELLER, 'NL')
const areBothDutch = (document: JudgedDocument): boolean => isDutch(document) && isIn(document, BUYER, 'NL')
const isRepresentedInHolland = (document: JudgedDocument): boolean =>
  isDutch(document) && isIn(document, REPRESENTATIVE, 'NL')

/** NL-R-001 to NL-R-009: sellers with an address in the Netherlands. */
export const DUTCH_RULES: readonly Assertions[] = [
  inContext(when(isDutch, everywhere('cbc:CreditNoteTypeCode')), {
    'NL-R-001': (_, { root }) => has(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
  }),
  inContext(when(isDutch, along(`${SELLER}/cac:PostalAddress`)), { 'NL-R-002': isWholeAddress }),
  inContext(when(isDutch, along(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`)), { 'NL-R-003': isDutchRegistration }),
  inContext(when(areBothDutch, along(`${BUYER}/cac:PostalAddress`)), { 'NL-R-004': isWholeAddress }),
  inContext(when(areBothDutch, along(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`)), {
    'NL-R-005': isDutchRegistration,
  }),
  inContext(when(isRepresentedInHolland, along(`${REPRESENTATIVE}/cac:PostalAddress`)), { 'NL-R-006': isWholeAddress }),
  inContext(when(isDutch, everywhere('cac:LegalMonetaryTotal')), {
    'NL-R-007': (total, document) => {
      const due = decimal(total, 'cbc:PayableAmount')
      const order = due?.compare(Decimal.zero)
      const isOwed = document.root.name === 'ubl:Invoice' ? order !== undefined && order <= 0 : (order ?? -1) >= 0
      return isOwed || document.named('cac:PaymentMeans').length > 0
    },
  }),
  inContext(when(areBothDutch, everywhere('cac:PaymentMeans')), {
    'NL-R-008': (means) => MEANS.has(plain(means, 'cbc:PaymentMeansCode')),
  }),
  inContext(when(isDutch, along('cac:OrderLineReference/cbc:LineID')), {
    'NL-R-009': (_, { root }) => has(root, 'cac:OrderReference/cbc:ID'),
  }),
]

function isWholeAddress(address: XmlElement): boolean {
  return has(address, 'cbc:StreetName') && has(address, 'cbc:CityName') && has(address, 'cbc:PostalZone')
}

/** The artefact searches the scheme between spaces, so several in one attribute pass. */
function isDutchRegistration(id: XmlElement): boolean {
  const schemes = ` ${id.attribute('schemeID') ?? ''} `
  return (schemes.includes(' 0106 ') || schemes.includes(' 0190 ')) && !isBlank(id.stringValue)
}
