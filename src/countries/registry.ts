import type { CountryCode } from '../domain/invoice-request.js'
import { belgium } from './be/index.js'
import type { Country } from './country.js'
import { germany } from './de/index.js'
import { france } from './fr/index.js'
import { italy } from './it/index.js'
import { poland } from './pl/index.js'
import { romania } from './ro/index.js'

/** Every country of the service: a new one is a folder and a line here. */
export const COUNTRIES: Readonly<Record<CountryCode, Country>> = {
  RO: romania,
  IT: italy,
  BE: belgium,
  PL: poland,
  FR: france,
  DE: germany,
}

export function countryOf(code: CountryCode): Country {
  return COUNTRIES[code]
}
