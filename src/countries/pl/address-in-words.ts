import type { Address } from '../../domain/request/invoice-request.js'
import { isBlank } from '../../einvoice/xml/white-space.js'

/** An address on one line. */
export function addressInWords({ street, line2, line3, postalCode, city, stateOrProvince, country }: Address): string {
  const town = [postalCode, city].filter((part) => !isBlank(part)).join(' ')
  return [street, line2, line3, town, stateOrProvince, country].filter((part) => !isBlank(part)).join(', ')
}
