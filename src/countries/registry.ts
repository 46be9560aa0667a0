import type { CountryCode } from '../domain/request/invoice-request.js'
import { belgium } from './be/index.js'
import type { Country } from './country.js'
import { germany } from './de/index.js'
import { france } from './fr/index.js'
import type { InboundDoor } from './gateway/inbound-door.js'
import type { Notifications } from './gateway/notifications.js'
import { italy } from './it/index.js'
import { poland } from './pl/index.js'
import { romania } from './ro/index.js'
import { keysOf } from '../domain/keys.js'

/**
 * Every country of the service, in the order of the documents: a new one is a folder and a line
 * here.
 */
export const COUNTRIES: Readonly<Record<CountryCode, Country>> = {
  RO: romania,
  IT: italy,
  BE: belgium,
  PL: poland,
  FR: france,
  DE: germany,
}

/** ISO 3166-1 alpha-2 codes of the countries of the service. */
export const COUNTRY_CODES = keysOf(COUNTRIES)

/** A country of the service by its code. */
export function countryOf(code: CountryCode): Country {
  return COUNTRIES[code]
}

/** The paths for governments' messages, each once. */
export const INBOUND_DOORS: readonly InboundDoor[] = [
  ...new Map(
    Object.values(COUNTRIES)
      .flatMap(({ inbound = [] }) => inbound)
      .map((door) => [door.path, door]),
  ).values(),
]

/** The notifications of customers' own systems, of all countries. */
export const NOTIFICATIONS: readonly Notifications[] = Object.values(COUNTRIES).flatMap(
  ({ notifications }) => notifications ?? [],
)
