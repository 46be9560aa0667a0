import { along, type JudgedDocument, type Assertions, everywhere, inContext } from '../bindings/binding.js'
import { plain } from '../bindings/xpath.js'
import type { XmlElement } from '../../xml/element.js'
import {
  isAustralian,
  isBelgianEnterprise,
  isDanishCvr,
  isGln,
  isItalianIpa,
  isItalianTaxCode,
  isItalianVatNumber,
  isNorwegian,
  isSwedish,
} from './check-digits.js'
import { normalised } from '../../xml/white-space.js'
import { where } from './facts.js'

type IsValid = (identifier: string) => boolean

function digits(many: number): IsValid {
  const format = new RegExp(`^[0-9]{${many}}$`)
  return (id) => format.test(id)
}

/** The Danish formats are compared exactly, including surrounding white space. */
function asWritten(isValid: IsValid): (element: XmlElement) => boolean {
  return ({ stringValue }) => isValid(stringValue)
}

function trimmed(isValid: IsValid): (element: XmlElement) => boolean {
  return ({ stringValue }) => isValid(normalised(stringValue))
}

/** Schemes with the rules for their identifiers: PEPPOL-COMMON-R… */
const SCHEMES: ReadonlyMap<string, readonly [rule: string, holds: (element: XmlElement) => boolean]> = new Map([
  ['0088', ['R040', trimmed(isGln)]],
  ['0192', ['R041', trimmed(isNorwegian)]],
  ['0184', ['R042', asWritten(isDanishCvr)]],
  ['0096', ['R052', asWritten(digits(10))]],
  ['0198', ['R053', asWritten((id) => /^DK[0-9]{8}$/.test(id))]],
  ['0208', ['R043', trimmed(isBelgianEnterprise)]],
  ['0201', ['R044', trimmed(isItalianIpa)]],
  ['0210', ['R045', trimmed(isItalianTaxCode)]],
  ['0211', ['R047', trimmed(isItalianVatNumber)]],
  ['0007', ['R049', trimmed(isSwedish)]],
  ['0151', ['R050', trimmed(isAustralian)]],
  ['0106', ['R054', trimmed(digits(8))]],
  ['0190', ['R055', trimmed(digits(20))]],
  ['9944', ['R056-1', trimmed(isDutchVatNumber)]],
  ['0217', ['R057', trimmed(digits(12))]],
])

/** R056-2 precedes the rule for these and hides it. */
const DUTCH_ESTABLISHMENT = '0217'

/** PEPPOL-COMMON-R040 to R057: identifiers have the format and the check digit of their scheme. */
export const IDENTIFIER_RULES: readonly Assertions[] = [
  ...Array.from(SCHEMES, ([scheme, [rule, holds]]) =>
    inContext(
      (document) =>
        identifiers(document).filter(
          (id) =>
            id.attribute('schemeID') === scheme && !(scheme === DUTCH_ESTABLISHMENT && isDutchVatNumberOfParty(id)),
        ),
      { [`PEPPOL-COMMON-${rule}`]: holds },
    ),
  ),
  inContext(
    where(everywhere('cbc:EndpointID'), (id) => id.attribute('schemeID') === '9907'),
    { 'PEPPOL-COMMON-R046': trimmed(isItalianTaxCode) },
  ),
  inContext(where(along('cac:PartyTaxScheme/cbc:CompanyID'), isDutchVatNumberOfParty), {
    'PEPPOL-COMMON-R056-2': trimmed(isDutchVatNumber),
  }),
]

/** All electronic addresses, party identifiers and company numbers with a scheme. */
function identifiers(document: JudgedDocument): readonly XmlElement[] {
  return document.once(findIdentifiers)
}

function findIdentifiers(document: JudgedDocument): readonly XmlElement[] {
  return [
    ...document.named('cbc:EndpointID'),
    ...along('cac:PartyIdentification/cbc:ID')(document),
    ...document.named('cbc:CompanyID'),
  ].filter((id) => id.attribute('schemeID') !== undefined)
}

/**
 * Whether R056-2 applies to the element: a VAT number that begins with NL, without a scheme whose
 * rule precedes it.
 */
function isDutchVatNumberOfParty(id: XmlElement): boolean {
  const { parent } = id
  if (id.name !== 'cbc:CompanyID' || parent?.name !== 'cac:PartyTaxScheme') return false
  const scheme = id.attribute('schemeID') ?? ''
  if (SCHEMES.has(scheme) && scheme !== DUTCH_ESTABLISHMENT) return false
  return plain(parent, 'cac:TaxScheme/cbc:ID') === 'VAT' && normalised(id.stringValue).startsWith('NL')
}

function isDutchVatNumber(id: string): boolean {
  return /^NL[0-9]{9}B[0-9]{2}$/.test(id)
}
