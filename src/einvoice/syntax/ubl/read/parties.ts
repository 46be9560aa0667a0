import type { Delivery, Identifier } from '../../../model/invoice-model.js'
import type { FrenchParties, FrenchParty } from '../../../model/extensions.js'
import type { Address, Contact, Party, Payee, SellerParty, TaxRepresentative } from '../../../model/parties.js'
import type { XmlElement } from '../../../xml/element.js'
import { firstOf, isVat, type Reading } from '../../reading.js'

/** A party in UBL, where BT-90 is an identifier with the scheme SEPA. */
export interface UblParty<T> {
  readonly party: T
  readonly element: XmlElement | undefined
  /** The identifiers with the scheme SEPA, which `party` does not contain. */
  readonly sepa: readonly Identifier[]
}

/** BG-4. */
export function readUblSeller(reading: Reading, root: XmlElement): UblParty<SellerParty> {
  const element = reading.child(reading.child(root, 'cac:AccountingSupplierParty'), 'cac:Party')
  const legal = reading.child(element, 'cac:PartyLegalEntity')
  const { others, sepa } = identifiers(reading, element)
  const party: SellerParty = {
    ...partyOf(reading, element, legal),
    identifiers: others,
    taxRegistration: taxNumber(reading, element, false),
    legalInformation: reading.text(legal, 'cbc:CompanyLegalForm'),
  }
  return { party, element, sepa }
}

/** BG-7. */
export function readUblBuyer(reading: Reading, root: XmlElement): Party {
  const element = reading.child(reading.child(root, 'cac:AccountingCustomerParty'), 'cac:Party')
  const { others, sepa } = identifiers(reading, element)
  const party = {
    ...partyOf(reading, element, reading.child(element, 'cac:PartyLegalEntity')),
    identifiers: [...others, ...sepa],
  }
  return element === undefined ? party : reading.origin(element, party)
}

/** The parties that EXTENDED-CTC-FR adds; undefined: there is none. */
export function readUblFrenchParties(reading: Reading, root: XmlElement): FrenchParties | undefined {
  const partyOfGroup = (name: string) => reading.child(reading.child(root, name), 'cac:Party')
  const seller = partyOfGroup('cac:AccountingSupplierParty')
  const buyer = partyOfGroup('cac:AccountingCustomerParty')
  const agent = (of: XmlElement | undefined) => frenchParty(reading, reading.child(of, 'cac:AgentParty'))
  const service = (of: XmlElement | undefined) =>
    frenchParty(reading, reading.child(reading.child(of, 'cac:ServiceProviderParty'), 'cac:Party'))
  const payer = firstOf(root.all('cac:PaymentMeans'), (means) =>
    frenchParty(reading, reading.child(reading.child(means, 'cac:PaymentMandate'), 'cac:PayerParty')),
  )
  const found = {
    buyerAgent: agent(buyer),
    payer,
    salesAgent: agent(seller),
    invoicee: service(buyer),
    invoicer: service(seller),
  }
  return Object.values(found).some((party) => party !== undefined) ? found : undefined
}

function frenchParty(reading: Reading, element: XmlElement | undefined): FrenchParty | undefined {
  if (element === undefined) return undefined
  const { others, sepa } = identifiers(reading, element)
  return reading.origin(element, {
    ...partyOf(reading, element, reading.child(element, 'cac:PartyLegalEntity')),
    identifiers: [...others, ...sepa],
    roleCode: reading.text(element, 'cbc:IndustryClassificationCode'),
  })
}

/** BG-10. */
export function readUblPayee(reading: Reading, root: XmlElement): UblParty<Payee> | undefined {
  const element = reading.child(root, 'cac:PayeeParty')
  if (element === undefined) return undefined
  let identifier: Identifier | undefined
  const sepa: Identifier[] = []
  for (const identification of element.all('cac:PartyIdentification')) {
    const id = identification.child('cbc:ID')
    if (id === undefined) continue
    if (isSepa(id)) sepa.push(reading.origin(id, reading.identifierOf(id)))
    else if (identifier === undefined) identifier = reading.identifierOf(id)
    else continue
    reading.take(identification)
    reading.take(id)
  }
  const legal = reading.child(element, 'cac:PartyLegalEntity')
  const party: Payee = {
    name: reading.text(reading.child(element, 'cac:PartyName'), 'cbc:Name') ?? '',
    identifier,
    legalRegistration: reading.identifier(legal, 'cbc:CompanyID'),
  }
  return { party, element, sepa }
}

/** BG-11. */
export function readUblTaxRepresentative(reading: Reading, root: XmlElement): TaxRepresentative | undefined {
  const element = reading.child(root, 'cac:TaxRepresentativeParty')
  if (element === undefined) return undefined
  return reading.origin(element, {
    name: reading.text(reading.child(element, 'cac:PartyName'), 'cbc:Name') ?? '',
    vatIdentifier: taxNumber(reading, element, true) ?? '',
    address: readAddress(reading, reading.child(element, 'cac:PostalAddress')),
  })
}

/** BG-13. */
export function readUblDelivery(reading: Reading, root: XmlElement): Delivery | undefined {
  const element = reading.child(root, 'cac:Delivery')
  if (element === undefined) return undefined
  const place = reading.child(element, 'cac:DeliveryLocation')
  const date = reading.date(element, 'cbc:ActualDeliveryDate')
  const location = reading.identifier(place, 'cbc:ID')
  const address = readAddress(reading, reading.child(place, 'cac:Address'))
  const partyName = reading.text(
    reading.child(reading.child(element, 'cac:DeliveryParty'), 'cac:PartyName'),
    'cbc:Name',
  )
  if (date === undefined && location === undefined && address === undefined && partyName === undefined) return undefined
  return reading.origin(element, { partyName, location, date, address })
}

function partyOf(reading: Reading, element: XmlElement | undefined, legal: XmlElement | undefined) {
  return {
    name: reading.text(legal, 'cbc:RegistrationName') ?? '',
    tradingName: reading.text(reading.child(element, 'cac:PartyName'), 'cbc:Name'),
    legalRegistration: reading.identifier(legal, 'cbc:CompanyID'),
    vatIdentifier: taxNumber(reading, element, true),
    electronicAddress: reading.identifier(element, 'cbc:EndpointID'),
    address: readAddress(reading, reading.child(element, 'cac:PostalAddress')),
    contact: readContact(reading, reading.child(element, 'cac:Contact')),
  }
}

function identifiers(reading: Reading, element: XmlElement | undefined) {
  const others: Identifier[] = []
  const sepa: Identifier[] = []
  for (const identification of reading.children(element, 'cac:PartyIdentification')) {
    const id = reading.child(identification, 'cbc:ID')
    if (id !== undefined) (isSepa(id) ? sepa : others).push(reading.origin(id, reading.identifierOf(id)))
  }
  return { others, sepa }
}

function isSepa(id: XmlElement): boolean {
  return id.attribute('schemeID')?.toUpperCase() === 'SEPA'
}

/** BT-31, BT-48, BT-63 (the scheme is VAT) and BT-32 (any other). */
function taxNumber(reading: Reading, element: XmlElement | undefined, ofVat: boolean): string | undefined {
  for (const tax of element?.all('cac:PartyTaxScheme') ?? []) {
    const scheme = tax.child('cac:TaxScheme')
    const id = scheme?.child('cbc:ID')
    if (scheme === undefined || id === undefined || isVat(id.text) !== ofVat) continue
    for (const taken of [tax, scheme, id]) reading.take(taken)
    return reading.text(tax, 'cbc:CompanyID')
  }
  return undefined
}

function readContact(reading: Reading, element: XmlElement | undefined): Contact | undefined {
  if (element === undefined) return undefined
  return reading.origin(element, {
    name: reading.text(element, 'cbc:Name'),
    telephone: reading.text(element, 'cbc:Telephone'),
    email: reading.text(element, 'cbc:ElectronicMail'),
  })
}

function readAddress(reading: Reading, element: XmlElement | undefined): Address | undefined {
  if (element === undefined) return undefined
  return reading.origin(element, {
    line1: reading.text(element, 'cbc:StreetName'),
    line2: reading.text(element, 'cbc:AdditionalStreetName'),
    line3: reading.text(reading.child(element, 'cac:AddressLine'), 'cbc:Line'),
    city: reading.text(element, 'cbc:CityName'),
    postCode: reading.text(element, 'cbc:PostalZone'),
    subdivision: reading.text(element, 'cbc:CountrySubentity'),
    country: reading.text(reading.child(element, 'cac:Country'), 'cbc:IdentificationCode') ?? '',
  })
}
