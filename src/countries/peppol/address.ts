import type { Address as AcceptedAddress } from '../../domain/request/invoice-request.js'
import { given } from '../../einvoice/request/given.js'
import type { Address } from '../../einvoice/model/parties.js'

/**
 * The caller's address without blank fields, because Peppol refuses empty elements
 * (PEPPOL-EN16931-R008).
 */
export function plainAddress(address: AcceptedAddress): Address {
  return {
    line1: given(address.street),
    line2: given(address.line2),
    line3: given(address.line3),
    city: given(address.city),
    postCode: given(address.postalCode),
    subdivision: given(address.stateOrProvince),
    country: address.country,
  }
}
