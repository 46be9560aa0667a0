import { defined } from '../../domain/defined.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import { PEPPOL_SELF_BILLING } from '../../einvoice/rules/peppol/specification.js'
import { EN_16931 } from '../../einvoice/rules/factur-x.js'
import type { DetectedDocument } from '../../einvoice/syntax/invoice-document.js'
import { trimmed } from '../../einvoice/xml/white-space.js'
import { FACTUR_X_PROFILE_NAMES, FACTUR_X_PROFILES, facturXProfile } from '../factur-x-profiles.js'
import type { DocumentProfile } from './document-profile.js'
import { COUNTRIES } from '../registry.js'
import { STANDARD_PROFILE } from '../standard-profile.js'

/**
 * In the order in which the customisation id is compared; plain EN 16931 gets the documents that
 * no other profile claims.
 */
export const PROFILES: readonly DocumentProfile[] = [
  // Germany shares BIS Self-Billing with Belgium, and has profiles of Factur-X.
  ...new Set(
    Object.values(COUNTRIES)
      .flatMap(({ documents }) => documents)
      .filter((profile) => !FACTUR_X_PROFILES.includes(profile)),
  ),
  ...FACTUR_X_PROFILES,
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
  profile,
  customer,
  businessProcess,
  documentType,
}: Pick<InvoiceRequest, 'country' | 'selfBilled' | 'profile'> &
  Partial<Pick<InvoiceRequest, 'customer' | 'businessProcess' | 'documentType'>>): DocumentProfile | undefined {
  const { portal } = COUNTRIES[country].invoicing ?? {}
  if (customer !== undefined && portal?.isFor(defined({ customer, businessProcess })) === true) return portal.documents
  if (profile === 'en16931') return facturXProfile('EN 16931')
  if (profile === 'extended') return facturXProfile('EXTENDED')
  const { documents } = COUNTRIES[country]
  const special = documents.find(({ isOfRequest }) => isOfRequest?.(defined({ documentType })) === true)
  if (special !== undefined) return special
  if (selfBilled !== true) return profileOfCountry(country)
  return documents.find(({ claims }) => claims(PEPPOL_SELF_BILLING))
}

/** The data in a document that determine its rules. */
interface DocumentClaims {
  /** BT-24. */
  readonly specification: string
  /** BT-23. */
  readonly businessProcess?: string | undefined
  /** BT-40 and BT-55. */
  readonly countries: { readonly seller: string; readonly buyer: string }
  /** Its format; absent: it decides nothing. */
  readonly syntax?: DetectedDocument['syntax']
}

/**
 * The profile of a document: the requested one; else, of the requested country or of all, the one
 * that its business process or its customisation id claims; else the one of the country of both
 * parties, if that has no id of its own; else plain EN 16931.
 */
export function profileFor(
  claims: DocumentClaims,
  asked: { readonly profile?: string | undefined; readonly country?: CountryCode | undefined },
): DocumentProfile | undefined {
  const { specification, businessProcess } = claims
  if (asked.profile !== undefined) return profileOf(specification, asked.profile)
  const claimed = profileOf(specification)
  if (asked.country !== undefined) {
    const { documents } = COUNTRIES[asked.country]
    return (
      documents.find(({ isOfProcess }) => isOfProcess?.(businessProcess) === true) ??
      documents.find((each) => each.claims(specification)) ??
      documents.find((each) => isPlainFacturX(each, claims)) ??
      profileOfCountry(asked.country)
    )
  }
  return (claimed === STANDARD_PROFILE ? unnamedProfile(claims) : undefined) ?? claimed
}

/**
 * Whether a profile is that of Factur-X without an id of its own, and a document may be in it: a
 * country that accepts it lists it.
 */
function isPlainFacturX({ name }: DocumentProfile, { specification, syntax }: DocumentClaims): boolean {
  return name === FACTUR_X_PROFILE_NAMES['EN 16931'] && syntax === 'cii' && trimmed(specification) === EN_16931
}

/** The profile without an id of the country of both parties. */
function unnamedProfile({
  businessProcess,
  countries: { seller, buyer },
}: Pick<DocumentClaims, 'businessProcess' | 'countries'>): DocumentProfile | undefined {
  if (seller !== buyer) return undefined
  const unnamed = PROFILES.filter(({ isUnnamed, isOfProcess, country }) => {
    return country === seller && (isUnnamed || isOfProcess?.(businessProcess) === true)
  })
  return unnamed.find(({ isOfProcess }) => isOfProcess !== undefined) ?? unnamed[0]
}

/** The country of a document: that of its profile, or that of both parties, as `profileFor`. */
export function countryFor(claims: DocumentClaims): CountryCode | undefined {
  return profileFor(claims, {})?.country ?? unnamedProfile(claims)?.country ?? undefined
}
