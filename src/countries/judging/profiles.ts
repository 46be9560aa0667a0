import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import { PEPPOL_SELF_BILLING } from '../../einvoice/rules/peppol/specification.js'
import type { DocumentProfile } from './document-profile.js'
import { COUNTRIES } from '../registry.js'
import { STANDARD_PROFILE } from '../standard-profile.js'

/**
 * In the order in which the customisation id is compared; plain EN 16931 gets the documents that
 * no other profile claims.
 */
export const PROFILES: readonly DocumentProfile[] = [
  // Germany shares BIS Self-Billing with Belgium.
  ...new Set(Object.values(COUNTRIES).flatMap(({ documents }) => documents)),
  STANDARD_PROFILE,
]

/**
 * In the order in which documents list them: plain EN 16931, then those of the countries. `be-sb`
 * is Peppol BIS Self-Billing, for invoices that the buyer issues.
 */
export const LISTED_PROFILES: readonly DocumentProfile[] = [...PROFILES.slice(-1), ...PROFILES.slice(0, -1)]

/** The names of `LISTED_PROFILES`. */
export const PROFILE_NAMES: readonly string[] = LISTED_PROFILES.map(({ name }) => name)

/** The profile of that name, or the one that a document claims. */
export function profileOf(specification: string, name?: string): DocumentProfile | undefined {
  return PROFILES.find((each) => (name === undefined ? each.claims(specification) : each.name === name))
}

/** The first profile of a country; undefined: its documents are not of EN 16931. */
export function profileOfCountry(country: CountryCode): DocumentProfile | undefined {
  return COUNTRIES[country].documents[0]
}

/** The profile that judges an invoice in JSON; undefined: as for `profileOfCountry`. */
export function profileOfRequest({
  country,
  selfBilled,
}: Pick<InvoiceRequest, 'country' | 'selfBilled'>): DocumentProfile | undefined {
  if (selfBilled !== true) return profileOfCountry(country)
  return COUNTRIES[country].documents.find(({ claims }) => claims(PEPPOL_SELF_BILLING))
}

/** The data in a document that determine its rules. */
interface DocumentClaims {
  /** BT-24. */
  readonly specification: string
  /** BT-40 and BT-55. */
  readonly countries: { readonly seller: string; readonly buyer: string }
}

/**
 * The profile of a document: the requested one; else, of the requested country or of all, the one
 * that its customisation id claims; else the one of the country of both parties, if that has no id
 * of its own; else plain EN 16931.
 */
export function profileFor(
  { specification, countries: { seller, buyer } }: DocumentClaims,
  asked: { readonly profile?: string | undefined; readonly country?: CountryCode | undefined },
): DocumentProfile | undefined {
  if (asked.profile !== undefined) return profileOf(specification, asked.profile)
  const claimed = profileOf(specification)
  if (asked.country !== undefined) {
    const { documents } = COUNTRIES[asked.country]
    return documents.find(({ claims }) => claims(specification)) ?? profileOfCountry(asked.country)
  }
  if (claimed?.country !== null || seller !== buyer) return claimed
  return PROFILES.find(({ isUnnamed, country }) => isUnnamed && country === seller) ?? claimed
}
