import { type NamedChange, oneOf, type Place, places } from './places.js'

/** Countries with national rules. */
const COUNTRIES = ['DE', 'DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE', 'FR', 'RO']

/** Moves the seller, or both parties, to another country, and their VAT numbers with them. */
function inAnotherCountry(all: readonly Place[], random: () => number): string {
  const country = oneOf(COUNTRIES, random) ?? 'DE'
  const only = random() < 0.3 ? /Supplier|Seller/ : /Supplier|Seller|Customer|Buyer/
  const isMeant = random() < 0.5
  for (const { element } of all.filter(({ element: { name } }) => only.test(name)))
    for (const { element: each } of places(element)) {
      if (/:(?:IdentificationCode|CountryID)$/.test(each.name)) each.text = country
      else if (
        isMeant &&
        /^[A-Z]{2}/.test(each.text) &&
        (each.name.endsWith('CompanyID') || each.attributes.includes('VA'))
      )
        each.text = (country === 'GR' ? 'EL' : country) + each.text.slice(2)
    }
  return country
}

/** Identifiers that obey the rule on their scheme. */
const IDENTIFIERS: readonly (readonly [scheme: string, value: string])[] = [
  ['0088', '7300010000001'],
  ['0192', '974760673'],
  ['0184', 'DK12345678'],
  ['0184', '12345678'],
  ['0096', '1234567890'],
  ['0198', 'DK12345678'],
  ['0208', '0403170701'],
  ['0201', 'ABC123'],
  ['0210', 'RSSMRA85T10A562S'],
  ['0210', '+1234567890'],
  ['9907', '12345678901'],
  ['0211', 'IT12345678903'],
  ['0007', '2120000787'],
  ['0151', '51824753556'],
  ['0106', '12345678'],
  ['0190', '12345678901234567890'],
  ['9944', 'NL123456789B12'],
  ['0217', '123456789012'],
  ['9933', '094259216'],
  ['0196', '1234567890'],
  ['VA', 'EL094259216'],
  ['FC', 'X1'],
  ['XR01', '1'],
  ['0244', '1'],
]

/** Texts that rules look for. */
const MEANINGFUL: readonly (readonly [names: RegExp, texts: readonly string[]])[] = [
  [
    /:(?:ID|PaymentID)$/,
    ['01#123', '04#1234567890123456', '71#123456789012345', '75#1', '094259216|13/11/2017|7|1.1|A|B'],
  ],
  [
    /:(?:ID|IBANID)$/,
    ['DE89370400440532013000', 'de89370400440532013000', 'DE89 3704 0044 0532 0130 00', '12345678', '1'],
  ],
  [/:DocumentDescription$/, ['##M.AR.K##', '##INVOICE|URL##', 'EINDAGI']],
  [/:CompanyID$/, ['EL094259216', 'NO974760673MVA', 'SE212000078701', 'NL123456789B12', 'Foretaksregisteret', 'IT1']],
  [
    /:(?:Note|Description|Content)$/,
    ['#SKONTO#TAGE=14#PROZENT=2.00#\n', '#SKONTO#TAGE=14#PROZENT=2.00#', '#', 'A\n#B#\n'],
  ],
  [
    /(?:Telephone|CompleteNumber|ElectronicMail|URIID|URI)$/,
    ['12', '1a2b3', 'a@b', 'a@b.c', 'a b@c.d', 'https:x', 'x'],
  ],
  [
    /:(?:PaymentMeansCode|TypeCode)$/,
    ['30', '31', '42', '48', '49', '50', '56', '57', '58', '59', '93', '97', '916', '50'],
  ],
  [/TypeCode$/, ['326', '380', '381', '384', '389', '261', '751', '527', '875']],
  [/:(?:DocumentCurrencyCode|TaxCurrencyCode|InvoiceCurrencyCode)$/, ['HUF', 'EUR', 'STN', 'STD', ' EUR']],
  [
    /:(?:ProfileID|CustomizationID)$/,
    ['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'urn:peppol:bis:billing_with_response'],
  ],
  [/:TaxExemptionReasonCode$/, ['VATEX-EU-G', 'VATEX-EU-O', 'VATEX-EU-IC', 'vatex-eu-ae', 'VATEX-EU-D', 'VATEX-EU-F']],
  [/:(?:Name|Description)$/, ['cva', ' cva']],
  [/:AllowanceChargeReason$/, ['1234', '#a', 'a#b', 'a']],
  [/:AllowanceChargeReasonCode$/, ['ZZZ', '95', 'AA', '0']],
]

/** Changes that concern national rules and the rules on identifiers. */
export const NATIONAL_CHANGES: readonly NamedChange[] = [
  ['country', inAnotherCountry],
  [
    'identifier',
    (all, random) => {
      const element = oneOf(
        all.filter(({ element: { name } }) => /:(?:EndpointID|CompanyID|URIID|GlobalID)$/.test(name)),
        random,
      )?.element
      const identifier = oneOf(IDENTIFIERS, random)
      if (element === undefined || identifier === undefined) return null
      const [scheme, value] = identifier
      element.attributes = ['schemeID', scheme]
      element.text = random() < 0.6 ? value : value.slice(0, -1) + String(Math.floor(random() * 10))
      return `${element.name}: ${scheme} ${element.text}`
    },
  ],
  [
    'meaningful text',
    (all, random) => {
      const meaningful = oneOf(MEANINGFUL, random)
      if (meaningful === undefined) return null
      const [names, texts] = meaningful
      const leaf = oneOf(
        all.filter(({ element }) => names.test(element.name) && element.children.length === 0),
        random,
      )?.element
      if (leaf === undefined) return null
      leaf.text = oneOf(texts, random) ?? ''
      return `${leaf.name}: ${leaf.text}`
    },
  ],
]
