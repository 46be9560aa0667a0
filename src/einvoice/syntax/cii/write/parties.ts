import type { Delivery } from '../../../model/invoice-model.js'
import type { FrenchParty } from '../../../model/extensions.js'
import type { Address, Contact, Payee, SellerParty, TaxRepresentative } from '../../../model/parties.js'
import { writeCiiDate, writeCiiIdentifiers } from './elements.js'
import type { DocumentSink } from '../../document-sink.js'

/** BG-4 and BG-7, and the parties that EXTENDED-CTC-FR adds; undefined is not written. */
export function writeCiiParty(
  xml: DocumentSink,
  name: `ram:${'Seller' | 'Buyer' | 'SalesAgent' | 'BuyerAgent' | 'Invoicer' | 'Invoicee' | 'Payer'}TradeParty`,
  party: (SellerParty & FrenchParty) | undefined,
): void {
  if (party === undefined) return
  xml.group(name, () => {
    writeCiiIdentifiers(xml, party.identifiers)
    xml.text('ram:Name', party.name)
    xml.text('ram:RoleCode', party.roleCode)
    xml.text('ram:Description', party.legalInformation)
    xml.group('ram:SpecifiedLegalOrganization', () => {
      xml.text('ram:ID', party.legalRegistration?.value, { schemeID: party.legalRegistration?.scheme })
      xml.text('ram:TradingBusinessName', party.tradingName)
    })
    writeContact(xml, party.contact)
    writeAddress(xml, party.address)
    const { electronicAddress } = party
    xml.group('ram:URIUniversalCommunication', () => {
      xml.text('ram:URIID', electronicAddress?.value, { schemeID: electronicAddress?.scheme })
    })
    writeTaxNumber(xml, party.vatIdentifier, 'VA')
    writeTaxNumber(xml, party.taxRegistration, 'FC')
  })
}

/** VA is a VAT identifier, FC the number of a local tax registration. */
function writeTaxNumber(xml: DocumentSink, number: string | undefined, schemeID: 'VA' | 'FC'): void {
  xml.group('ram:SpecifiedTaxRegistration', () => {
    xml.text('ram:ID', number, { schemeID })
  })
}

function writeContact(xml: DocumentSink, contact: Contact | undefined): void {
  xml.group('ram:DefinedTradeContact', () => {
    xml.text('ram:PersonName', contact?.name)
    xml.group('ram:TelephoneUniversalCommunication', () => {
      xml.text('ram:CompleteNumber', contact?.telephone)
    })
    xml.group('ram:EmailURIUniversalCommunication', () => {
      xml.text('ram:URIID', contact?.email)
    })
  })
}

/** BG-5, BG-8, BG-12, BG-15. */
function writeAddress(xml: DocumentSink, address: Address | undefined): void {
  if (address === undefined) return
  xml.group('ram:PostalTradeAddress', () => {
    xml.text('ram:PostcodeCode', address.postCode)
    xml.text('ram:LineOne', address.line1)
    xml.text('ram:LineTwo', address.line2)
    xml.text('ram:LineThree', address.line3)
    xml.text('ram:CityName', address.city)
    xml.text('ram:CountryID', address.country)
    xml.text('ram:CountrySubDivisionName', address.subdivision)
  })
}

/** BG-11. */
export function writeCiiTaxRepresentative(xml: DocumentSink, representative: TaxRepresentative | undefined): void {
  if (representative === undefined) return
  xml.group('ram:SellerTaxRepresentativeTradeParty', () => {
    xml.text('ram:Name', representative.name)
    writeAddress(xml, representative.address)
    writeTaxNumber(xml, representative.vatIdentifier, 'VA')
  })
}

/** BG-10. */
export function writeCiiPayee(xml: DocumentSink, payee: Payee | undefined): void {
  if (payee === undefined) return
  xml.group('ram:PayeeTradeParty', () => {
    writeCiiIdentifiers(xml, payee.identifier === undefined ? [] : [payee.identifier])
    xml.text('ram:Name', payee.name)
    xml.group('ram:SpecifiedLegalOrganization', () => {
      xml.text('ram:ID', payee.legalRegistration?.value, { schemeID: payee.legalRegistration?.scheme })
    })
  })
}

/** BG-13 without the references next to it. */
export function writeCiiDelivery(xml: DocumentSink, delivery: Delivery | undefined): void {
  xml.group('ram:ShipToTradeParty', () => {
    writeCiiIdentifiers(xml, delivery?.location === undefined ? [] : [delivery.location])
    xml.text('ram:Name', delivery?.partyName)
    writeAddress(xml, delivery?.address)
  })
  xml.group('ram:ActualDeliverySupplyChainEvent', () => {
    writeCiiDate(xml, 'ram:OccurrenceDateTime', delivery?.date)
  })
}
