import type {
  DeliveryParty,
  InvoiceRequest,
  Party as AcceptedParty,
  Payee as AcceptedPayee,
  TaxRepresentative as AcceptedRepresentative,
} from '../../../domain/request/invoice-request.js'
import type { SchemedId } from '../../../domain/request/terms.js'
import { given } from '../given.js'
import type { Delivery, Identifier } from '../../model/invoice-model.js'
import type { Contact, Party, Payee, SellerParty, TaxRepresentative } from '../../model/parties.js'
import type { Profile } from '../../rules/profile.js'

/** BG-4 or BG-7. `outsideVat`: the invoice may show no VAT identifier (BR-O-02 to BR-O-04). */
export function partyOf(accepted: AcceptedParty, profile: Profile, outsideVat: boolean): SellerParty {
  // A consumer may have none.
  const vatNumber = given(accepted.vatNumber)
  const siret = given(accepted.siret)
  const peppolId = given(accepted.peppolId)
  const registration = identifierOf(accepted.legalRegistration)
  return {
    name: accepted.name,
    tradingName: given(accepted.tradingName),
    identifiers: [
      ...(siret === undefined ? [] : [{ value: siret, scheme: SIRET }]),
      ...(accepted.identifiers ?? []).map(identifier),
    ],
    // The number that is not allowed as VAT identifier becomes the registration.
    legalRegistration: registration ?? (outsideVat && vatNumber !== undefined ? { value: vatNumber } : undefined),
    vatIdentifier: outsideVat ? undefined : vatNumber,
    electronicAddress:
      identifierOf(accepted.electronicAddress) ?? (peppolId === undefined ? undefined : peppolAddress(peppolId)),
    address: accepted.address === undefined ? undefined : profile.address(accepted.address),
    contact: contact(accepted),
    taxRegistration: given(accepted.taxRegistration),
    legalInformation: given(accepted.legalInformation),
    ...(accepted.consumer === true && { isConsumer: true }),
  }
}

function contact(accepted: AcceptedParty): Contact | undefined {
  const [name, telephone, email] = [accepted.contactName, accepted.phone, accepted.email].map(given)
  if (name === undefined && telephone === undefined && email === undefined) return undefined
  return { ...(name !== undefined && { name }), telephone, email }
}

/** BG-10. */
export function payeeOf({ name, identifier: id, legalRegistration }: AcceptedPayee): Payee {
  return { name, identifier: identifierOf(id), legalRegistration: identifierOf(legalRegistration) }
}

/** BG-11. */
export function taxRepresentativeOf(
  { name, vatNumber, address }: AcceptedRepresentative,
  profile: Profile,
): TaxRepresentative {
  return { name, vatIdentifier: vatNumber, address: address === undefined ? undefined : profile.address(address) }
}

/**
 * BG-13. An intra-community supply must name the country of delivery (BR-IC-12): the default is
 * the buyer's address.
 */
export function deliveryOf(invoice: InvoiceRequest, buyer: Party, profile: Profile): Delivery | undefined {
  const { name, location, address }: DeliveryParty = invoice.delivery ?? {}
  const delivery: Delivery = {
    date: given(invoice.deliveryDate),
    partyName: given(name),
    location: identifierOf(location),
    address:
      address !== undefined
        ? profile.address(address)
        : invoice.lines.some((line) => line.vatCategory === 'K')
          ? buyer.address
          : undefined,
  }
  return Object.values(delivery).every((each) => each === undefined) ? undefined : delivery
}

/** An identifier of the semantic model. */
export function identifier({ id, scheme }: SchemedId): Identifier {
  return scheme === undefined ? { value: id } : { value: id, scheme }
}

/** The same for an optional one. */
export function identifierOf(id: SchemedId | undefined): Identifier | undefined {
  return id === undefined ? undefined : identifier(id)
}

/** ISO 6523 code of the French SIRET. */
export const SIRET = '0009'

/**
 * A Peppol participant id is `scheme:value`, as in `0208:0123456789`; without a scheme there is
 * only the value, and BR-62/BR-63 report it.
 */
function peppolAddress(participant: string): Identifier {
  const id = participant.replace(/^iso6523-actorid-upis::/i, '')
  const colon = id.indexOf(':')
  return colon < 0 ? { value: id } : { scheme: id.slice(0, colon), value: id.slice(colon + 1) }
}
