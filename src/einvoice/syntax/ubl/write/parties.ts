import type { Delivery, Identifier } from '../../../model/invoice-model.js'
import type { FrenchParties, FrenchParty } from '../../../model/extensions.js'
import type { Address, Contact, Party, Payee, SellerParty, TaxRepresentative } from '../../../model/parties.js'
import { writeTaxScheme } from './elements.js'
import type { DocumentSink } from '../../document-sink.js'

/** BG-4. `creditor` is BT-90, the creditor of a direct debit, if there is no payee for it. */
export function writeSeller(
  xml: DocumentSink,
  seller: SellerParty,
  creditor: Identifier | undefined,
  { salesAgent, invoicer }: FrenchParties,
): void {
  xml.group('cac:AccountingSupplierParty', () => {
    writeParty(xml, 'cac:Party', seller, creditor, () => {
      writeHelpers(xml, salesAgent, invoicer)
    })
  })
}

/** BG-7. */
export function writeBuyer(xml: DocumentSink, buyer: Party, { buyerAgent, invoicee }: FrenchParties): void {
  xml.group('cac:AccountingCustomerParty', () => {
    writeParty(xml, 'cac:Party', buyer, undefined, () => {
      writeHelpers(xml, buyerAgent, invoicee)
    })
  })
}

/** The agent and the invoice recipient or issuer of a party, from EXTENDED-CTC-FR. */
function writeHelpers(xml: DocumentSink, agent: FrenchParty | undefined, service: FrenchParty | undefined): void {
  if (agent !== undefined) writeFrenchParty(xml, 'cac:AgentParty', agent)
  if (service === undefined) return
  xml.group('cac:ServiceProviderParty', () => {
    writeFrenchParty(xml, 'cac:Party', service)
  })
}

/** A party of EXTENDED-CTC-FR. */
export function writeFrenchParty(xml: DocumentSink, name: string, party: FrenchParty): void {
  writeParty(xml, name, party, undefined)
}

function writeParty(
  xml: DocumentSink,
  name: string,
  party: SellerParty & FrenchParty,
  creditor: Identifier | undefined,
  inside?: () => void,
): void {
  xml.group(name, () => {
    writeIdentifier(xml, 'cbc:EndpointID', party.electronicAddress)
    xml.text('cbc:IndustryClassificationCode', party.roleCode)
    for (const identifier of party.identifiers) writePartyIdentification(xml, identifier)
    if (creditor !== undefined) writePartyIdentification(xml, { value: creditor.value, scheme: 'SEPA' })
    writePartyName(xml, party.tradingName)
    writeAddress(xml, 'cac:PostalAddress', party.address)
    writeTaxNumber(xml, party.vatIdentifier, 'VAT')
    // Any scheme other than VAT marks BT-32.
    writeTaxNumber(xml, party.taxRegistration, 'TAX')
    xml.group('cac:PartyLegalEntity', () => {
      xml.text('cbc:RegistrationName', party.name)
      writeIdentifier(xml, 'cbc:CompanyID', party.legalRegistration)
      xml.text('cbc:CompanyLegalForm', party.legalInformation)
    })
    writeContact(xml, party.contact)
    inside?.()
  })
}

function writeTaxNumber(xml: DocumentSink, number: string | undefined, scheme: string): void {
  if (number === undefined) return
  xml.group('cac:PartyTaxScheme', () => {
    xml.text('cbc:CompanyID', number)
    writeTaxScheme(xml, scheme)
  })
}

function writeIdentifier(xml: DocumentSink, name: string, identifier: Identifier | undefined): void {
  xml.text(name, identifier?.value, { schemeID: identifier?.scheme })
}

function writePartyIdentification(xml: DocumentSink, identifier: Identifier | undefined): void {
  xml.group('cac:PartyIdentification', () => {
    writeIdentifier(xml, 'cbc:ID', identifier)
  })
}

function writePartyName(xml: DocumentSink, name: string | undefined): void {
  xml.group('cac:PartyName', () => {
    xml.text('cbc:Name', name)
  })
}

function writeContact(xml: DocumentSink, contact: Contact | undefined): void {
  xml.group('cac:Contact', () => {
    xml.text('cbc:Name', contact?.name)
    xml.text('cbc:Telephone', contact?.telephone)
    xml.text('cbc:ElectronicMail', contact?.email)
  })
}

/** BG-5, BG-8, BG-12, BG-15. */
function writeAddress(xml: DocumentSink, name: string, address: Address | undefined): void {
  if (address === undefined) return
  xml.group(name, () => {
    xml.text('cbc:StreetName', address.line1)
    xml.text('cbc:AdditionalStreetName', address.line2)
    xml.text('cbc:CityName', address.city)
    xml.text('cbc:PostalZone', address.postCode)
    xml.text('cbc:CountrySubentity', address.subdivision)
    xml.group('cac:AddressLine', () => {
      xml.text('cbc:Line', address.line3)
    })
    xml.group('cac:Country', () => {
      xml.text('cbc:IdentificationCode', address.country)
    })
  })
}

/** BG-10. */
export function writePayee(xml: DocumentSink, payee: Payee | undefined, creditor: Identifier | undefined): void {
  if (payee === undefined) return
  xml.group('cac:PayeeParty', () => {
    writePartyIdentification(xml, payee.identifier)
    if (creditor !== undefined) writePartyIdentification(xml, { value: creditor.value, scheme: 'SEPA' })
    writePartyName(xml, payee.name)
    xml.group('cac:PartyLegalEntity', () => {
      writeIdentifier(xml, 'cbc:CompanyID', payee.legalRegistration)
    })
  })
}

/** BG-11. */
export function writeTaxRepresentative(xml: DocumentSink, representative: TaxRepresentative | undefined): void {
  if (representative === undefined) return
  xml.group('cac:TaxRepresentativeParty', () => {
    writePartyName(xml, representative.name)
    writeAddress(xml, 'cac:PostalAddress', representative.address)
    writeTaxNumber(xml, representative.vatIdentifier, 'VAT')
  })
}

/** BG-13. */
export function writeDelivery(xml: DocumentSink, delivery: Delivery | undefined): void {
  xml.group('cac:Delivery', () => {
    xml.text('cbc:ActualDeliveryDate', delivery?.date)
    xml.group('cac:DeliveryLocation', () => {
      writeIdentifier(xml, 'cbc:ID', delivery?.location)
      writeAddress(xml, 'cac:Address', delivery?.address)
    })
    xml.group('cac:DeliveryParty', () => {
      writePartyName(xml, delivery?.partyName)
    })
  })
}
