import type { Delivery, Identifier } from '../../../model/invoice-model.js'
import type { FrenchParties, FrenchParty } from '../../../model/extensions.js'
import type { Address, Contact, Party, Payee, SellerParty, TaxRepresentative } from '../../../model/parties.js'
import type { XmlElement } from '../../../xml/element.js'
import type { Reading } from '../../reading.js'

/** BG-4. */
export function readCiiSeller(reading: Reading, agreement: XmlElement | undefined): SellerParty {
  const element = reading.child(agreement, 'ram:SellerTradeParty')
  const party: SellerParty = {
    ...partyOf(reading, element),
    taxRegistration: taxNumber(reading, element, 'FC'),
    legalInformation: reading.text(element, 'ram:Description'),
  }
  return element === undefined ? party : reading.origin(element, party)
}

/** BG-7. */
export function readCiiBuyer(reading: Reading, agreement: XmlElement | undefined): Party {
  const element = reading.child(agreement, 'ram:BuyerTradeParty')
  const party = partyOf(reading, element)
  return element === undefined ? party : reading.origin(element, party)
}

/** The parties that EXTENDED-CTC-FR adds; undefined: there is none. */
export function readCiiFrenchParties(
  reading: Reading,
  agreement: XmlElement | undefined,
  settlement: XmlElement | undefined,
): FrenchParties | undefined {
  const party = (parent: XmlElement | undefined, name: string): FrenchParty | undefined => {
    const element = reading.child(parent, name)
    if (element === undefined) return undefined
    return reading.origin(element, {
      ...partyOf(reading, element),
      roleCode: reading.text(element, 'ram:RoleCode'),
    })
  }
  const found = {
    buyerAgent: party(agreement, 'ram:BuyerAgentTradeParty'),
    payer: party(settlement, 'ram:PayerTradeParty'),
    salesAgent: party(agreement, 'ram:SalesAgentTradeParty'),
    invoicee: party(settlement, 'ram:InvoiceeTradeParty'),
    invoicer: party(settlement, 'ram:InvoicerTradeParty'),
  }
  return Object.values(found).some((each) => each !== undefined) ? found : undefined
}

/** BG-10. */
export function readCiiPayee(reading: Reading, settlement: XmlElement | undefined): Payee | undefined {
  const element = reading.child(settlement, 'ram:PayeeTradeParty')
  if (element === undefined) return undefined
  return reading.origin(element, {
    name: reading.text(element, 'ram:Name') ?? '',
    identifier: firstIdentifier(reading, element),
    legalRegistration: reading.identifier(reading.child(element, 'ram:SpecifiedLegalOrganization'), 'ram:ID'),
  })
}

/** BG-11. */
export function readCiiTaxRepresentative(
  reading: Reading,
  agreement: XmlElement | undefined,
): TaxRepresentative | undefined {
  const element = reading.child(agreement, 'ram:SellerTaxRepresentativeTradeParty')
  if (element === undefined) return undefined
  return reading.origin(element, {
    name: reading.text(element, 'ram:Name') ?? '',
    vatIdentifier: taxNumber(reading, element, 'VA') ?? '',
    address: readAddress(reading, element),
  })
}

/** BG-13. */
export function readCiiDelivery(reading: Reading, delivery: XmlElement | undefined): Delivery | undefined {
  const shipTo = reading.child(delivery, 'ram:ShipToTradeParty')
  const event = reading.child(delivery, 'ram:ActualDeliverySupplyChainEvent')
  const date = reading.compactDate(event, 'ram:OccurrenceDateTime')
  const partyName = reading.text(shipTo, 'ram:Name')
  const location = shipTo === undefined ? undefined : firstIdentifier(reading, shipTo)
  const address = readAddress(reading, shipTo)
  if (date === undefined && partyName === undefined && location === undefined && address === undefined) return undefined
  const found = { partyName, location, date, address }
  return delivery === undefined ? found : reading.origin(delivery, found)
}

function partyOf(reading: Reading, element: XmlElement | undefined): Party {
  const legal = reading.child(element, 'ram:SpecifiedLegalOrganization')
  return {
    name: reading.text(element, 'ram:Name') ?? '',
    tradingName: reading.text(legal, 'ram:TradingBusinessName'),
    identifiers: [...reading.children(element, 'ram:ID'), ...reading.children(element, 'ram:GlobalID')].map((id) =>
      reading.origin(id, reading.identifierOf(id)),
    ),
    legalRegistration: reading.identifier(legal, 'ram:ID'),
    vatIdentifier: taxNumber(reading, element, 'VA'),
    electronicAddress: reading.identifier(reading.child(element, 'ram:URIUniversalCommunication'), 'ram:URIID'),
    address: readAddress(reading, element),
    contact: readContact(reading, reading.child(element, 'ram:DefinedTradeContact')),
  }
}

/**
 * For a party with one identifier in the standard: the one with a scheme, or else the one without.
 */
function firstIdentifier(reading: Reading, element: XmlElement): Identifier | undefined {
  return reading.identifier(element, 'ram:GlobalID') ?? reading.identifier(element, 'ram:ID')
}

/** BT-31, BT-48, BT-63 (VA) and BT-32 (FC). */
function taxNumber(reading: Reading, element: XmlElement | undefined, scheme: 'VA' | 'FC'): string | undefined {
  for (const registration of element?.all('ram:SpecifiedTaxRegistration') ?? [])
    for (const id of registration.all('ram:ID'))
      if (id.attribute('schemeID') === scheme) {
        reading.take(registration)
        reading.attribute(id, 'schemeID')
        return reading.take(id).text
      }
  return undefined
}

function readContact(reading: Reading, element: XmlElement | undefined): Contact | undefined {
  if (element === undefined) return undefined
  const telephone = reading.child(element, 'ram:TelephoneUniversalCommunication')
  const email = reading.child(element, 'ram:EmailURIUniversalCommunication')
  return reading.origin(element, {
    name: reading.text(element, 'ram:PersonName') ?? reading.text(element, 'ram:DepartmentName'),
    telephone: reading.text(telephone, 'ram:CompleteNumber'),
    email: reading.text(email, 'ram:URIID'),
  })
}

function readAddress(reading: Reading, party: XmlElement | undefined): Address | undefined {
  const element = reading.child(party, 'ram:PostalTradeAddress')
  if (element === undefined) return undefined
  return reading.origin(element, {
    line1: reading.text(element, 'ram:LineOne'),
    line2: reading.text(element, 'ram:LineTwo'),
    line3: reading.text(element, 'ram:LineThree'),
    city: reading.text(element, 'ram:CityName'),
    postCode: reading.text(element, 'ram:PostcodeCode'),
    subdivision: reading.text(element, 'ram:CountrySubDivisionName'),
    country: reading.text(element, 'ram:CountryID') ?? '',
  })
}
