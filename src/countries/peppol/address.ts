import type { Address as AcceptedAddress } from '../../domain/invoice-request.js'
import type { Address } from '../../einvoice/model-parties.js'
import { isBlank } from '../../einvoice/rules/rule.js'

/**
 * An address as the caller gave it; blank fields are none, as Peppol refuses empty elements
 * (PEPPOL-EN16931-R008).
 */
export function plainAddress(address: AcceptedAddress): Address {
  return {
    line1: given(address.street),
    city: given(address.city),
    postCode: given(address.postalCode),
    subdivision: given(address.stateOrProvince),
    country: address.country,
  }
}

function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}
