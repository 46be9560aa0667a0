import { defined } from '../../../domain/defined.js'
import type {
  Address as RequestAddress,
  DeliveryParty,
  Party as RequestParty,
  Payee as RequestPayee,
  TaxRepresentative as RequestRepresentative,
} from '../../../domain/request/invoice-request.js'
import type { RequestExtensionParty } from '../../../domain/request/extensions.js'
import { SIRET } from '../from-request/parties.js'
import { given } from '../given.js'
import type { Delivery } from '../../model/invoice-model.js'
import type { FrenchParty } from '../../model/extensions.js'
import type { Address, Payee, SellerParty, TaxRepresentative } from '../../model/parties.js'
import { filled, schemedId, schemedIdOf, unlessEmpty } from './basics.js'

/**
 * BG-4 or BG-7. Data that a country may derive from other fields (electronic address,
 * registration, contact) has its own fields.
 */
export function partyToRequest(read: SellerParty): RequestParty {
  const { legalRegistration: registration, identifiers, contact } = read
  const siret = identifiers.find(({ scheme, value }) => scheme === SIRET && /^\d{14}$/.test(value))
  return defined({
    vatNumber: read.vatIdentifier ?? '',
    name: read.name,
    tradingName: given(read.tradingName),
    siret: siret?.value,
    identifiers: filled(identifiers.filter((each) => each !== siret).map(schemedId)),
    legalRegistration: schemedIdOf(registration),
    electronicAddress: schemedIdOf(read.electronicAddress),
    taxRegistration: given(read.taxRegistration),
    legalInformation: given(read.legalInformation),
    address: read.address && addressToRequest(read.address),
    contactName: given(contact?.name),
    email: given(contact?.email),
    phone: given(contact?.telephone),
  })
}

function addressToRequest(read: Address): RequestAddress {
  return defined({
    street: given(read.line1),
    line2: given(read.line2),
    line3: given(read.line3),
    city: given(read.city),
    postalCode: given(read.postCode),
    country: read.country,
    stateOrProvince: given(read.subdivision),
  })
}

/** A party of EXTENDED-CTC-FR. */
export function frenchPartyToRequest(read: FrenchParty): RequestExtensionParty {
  const { address, contact } = read
  return defined({
    name: read.name,
    roleCode: given(read.roleCode),
    tradingName: given(read.tradingName),
    identifiers: filled(read.identifiers.map(schemedId)),
    legalRegistration: schemedIdOf(read.legalRegistration),
    vatNumber: given(read.vatIdentifier),
    electronicAddress: schemedIdOf(read.electronicAddress),
    address: address && addressToRequest(address),
    contactName: given(contact?.name),
    phone: given(contact?.telephone),
    email: given(contact?.email),
  })
}

/** BG-10. */
export function payeeToRequest({ name, identifier, legalRegistration }: Payee): RequestPayee {
  return defined({
    name,
    identifier: schemedIdOf(identifier),
    legalRegistration: schemedIdOf(legalRegistration),
  })
}

/** BG-11. */
export function representativeToRequest({ name, vatIdentifier, address }: TaxRepresentative): RequestRepresentative {
  return defined({ name, vatNumber: vatIdentifier, address: address && addressToRequest(address) })
}

/** BG-13 without its date. */
export function deliveryToRequest({ partyName, location, address }: Delivery): DeliveryParty | undefined {
  return unlessEmpty(
    defined({
      name: given(partyName),
      location: schemedIdOf(location),
      address: address && addressToRequest(address),
    }),
  )
}
