import type { FrenchParties } from '../model/extensions.js'

/** The paths and term numbers of a party of EXTENDED-CTC-FR. */
interface FrenchPartyTerms {
  /** The group, for example `EXT-FR-FE-BG-01`. */
  readonly group: string
  /** The number of its name (EXT-FR-FE-03), the base of all others. */
  readonly first: number
  /** Its path below the root of a UBL document. */
  readonly ubl: string
  /** The first word of its row in the tables of terms, see `CII_GROUPS`. */
  readonly cii: string
}

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SERVICE = 'cac:ServiceProviderParty/cac:Party'

/** The parties of EXTENDED-CTC-FR, by their fields. */
const FRENCH_PARTIES: Readonly<Record<keyof FrenchParties, FrenchPartyTerms>> = {
  buyerAgent: party(1, 3, `${BUYER}/cac:AgentParty`, 'AGREEMENT/ram:BuyerAgentTradeParty'),
  payer: party(2, 43, 'cac:PaymentMeans/cac:PaymentMandate/cac:PayerParty', 'SETTLEMENT/ram:PayerTradeParty'),
  salesAgent: party(3, 66, `${SELLER}/cac:AgentParty`, 'AGREEMENT/ram:SalesAgentTradeParty'),
  invoicee: party(4, 89, `${BUYER}/${SERVICE}`, 'SETTLEMENT/ram:InvoiceeTradeParty'),
  invoicer: party(5, 112, `${SELLER}/${SERVICE}`, 'SETTLEMENT/ram:InvoicerTradeParty'),
}

function party(group: number, first: number, ubl: string, cii: string): FrenchPartyTerms {
  return { group: `EXT-FR-FE-BG-0${group}`, first, ubl, cii }
}

/**
 * Each term of such a party: the offset of its number from that of the name, its field below the
 * party, and its element in both syntaxes. Schemes of identifiers have their own numbers and
 * follow their identifiers.
 */
const TERMS = [
  [0, 'name', 'cac:PartyLegalEntity/cbc:RegistrationName', 'ram:Name'],
  [1, 'roleCode', 'cbc:IndustryClassificationCode', 'ram:RoleCode'],
  [2, 'tradingName', 'cac:PartyName/cbc:Name', 'ram:SpecifiedLegalOrganization/ram:TradingBusinessName'],
  [3, 'identifiers', 'cac:PartyIdentification/cbc:ID', 'ram:GlobalID'],
  [5, 'legalRegistration', 'cac:PartyLegalEntity/cbc:CompanyID', 'ram:SpecifiedLegalOrganization/ram:ID'],
  [7, 'vatNumber', 'cac:PartyTaxScheme/cbc:CompanyID', 'ram:SpecifiedTaxRegistration/ram:ID'],
  [9, 'electronicAddress', 'cbc:EndpointID', 'ram:URIUniversalCommunication/ram:URIID'],
  [11, 'address', 'cac:PostalAddress', 'ram:PostalTradeAddress'],
  [12, 'address.street', 'cac:PostalAddress/cbc:StreetName', 'ram:PostalTradeAddress/ram:LineOne'],
  [13, 'address.line2', 'cac:PostalAddress/cbc:AdditionalStreetName', 'ram:PostalTradeAddress/ram:LineTwo'],
  [14, 'address.line3', 'cac:PostalAddress/cac:AddressLine/cbc:Line', 'ram:PostalTradeAddress/ram:LineThree'],
  [15, 'address.postalCode', 'cac:PostalAddress/cbc:PostalZone', 'ram:PostalTradeAddress/ram:PostcodeCode'],
  [16, 'address.city', 'cac:PostalAddress/cbc:CityName', 'ram:PostalTradeAddress/ram:CityName'],
  [
    17,
    'address.stateOrProvince',
    'cac:PostalAddress/cbc:CountrySubentity',
    'ram:PostalTradeAddress/ram:CountrySubDivisionName',
  ],
  [
    18,
    'address.country',
    'cac:PostalAddress/cac:Country/cbc:IdentificationCode',
    'ram:PostalTradeAddress/ram:CountryID',
  ],
  [20, 'contactName', 'cac:Contact/cbc:Name', 'ram:DefinedTradeContact/ram:PersonName'],
  [
    21,
    'phone',
    'cac:Contact/cbc:Telephone',
    'ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber',
  ],
  [
    22,
    'email',
    'cac:Contact/cbc:ElectronicMail',
    'ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID',
  ],
] as const

/** The fields of these parties by their terms, relative to the body. */
export function frenchPartyFields(): Readonly<Partial<Record<`EXT-FR-FE-${string}`, string>>> {
  return Object.fromEntries(
    Object.entries(FRENCH_PARTIES).flatMap(([name, { group, first }]): (readonly [string, string])[] => [
      [group, `fr.${name}`],
      ...TERMS.map(([offset, field]) => [term(first + offset), `fr.${name}.${field}`] as const),
    ]),
  )
}

/** Their rows in the tables of terms of a syntax. */
export function frenchPartyRows(syntax: 'ubl' | 'cii'): string {
  return Object.values(FRENCH_PARTIES)
    .map(({ group, first, [syntax]: path }) => {
      const terms = TERMS.map(([offset, , ubl, cii]) => `${term(first + offset)} ${syntax === 'ubl' ? ubl : cii}`)
      return [`${path} ${group} .`, ...terms].join(', ')
    })
    .join('\n')
}

function term(number: number): string {
  return `EXT-FR-FE-${String(number).padStart(2, '0')}`
}
