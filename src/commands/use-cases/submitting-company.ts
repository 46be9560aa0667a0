import type { Country } from '../../countries/country.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import { invalidField } from '../../domain/refusal.js'
import type { SupplierDetails } from '../../documents/intake/supplier-of-company.js'

/** A company that may submit an invoice for a country. */
export interface Candidate extends SupplierDetails {
  readonly id: string
  readonly is_active: boolean
  /** Whether it has an active connection for the country. */
  readonly connected: boolean
}

/** Finds the companies that can submit invoices; it may lag behind the events. */
export interface Submitters {
  /**
   * The active company of the country with this VAT number (a connected one first, then the
   * oldest); else the oldest active company that is connected to the country. null: neither.
   */
  byVatNumber(scope: Scope, country: CountryCode, vatNumber: string): Promise<Candidate | null>
  /** null: no such company in this scope. */
  byId(scope: Scope, country: CountryCode, companyId: string): Promise<Candidate | null>
}

/**
 * The company that submits an invoice: the one named; else the active one of the country with the
 * supplier's VAT number; else the oldest active one that is connected to the country. It needs an
 * active connection. Refuses `companyId`.
 */
export async function submittingCompany(
  submitters: Submitters,
  scope: Scope,
  country: Country,
  companyId: string | undefined,
  supplierVat: string,
): Promise<Candidate> {
  const { code, name } = country
  const candidate =
    companyId === undefined
      ? await submitters.byVatNumber(scope, code, supplierVat)
      : await submitters.byId(scope, code, companyId)
  if (candidate === null) {
    throw invalidField(
      'companyId',
      companyId === undefined
        ? `matches no company: none has the supplier's VAT number, and none is connected to ${name}; create a company with POST /v1/companies and connect it with POST /v1/connections`
        : 'does not match a company of this account and environment',
    )
  }
  if (!candidate.is_active) throw invalidField('companyId', 'names a company that was deleted; use another one')
  if (!candidate.connected) {
    throw invalidField(
      'companyId',
      `${companyId === undefined ? `matches ${candidate.id}, which` : 'names a company that'} has no active connection for ${code}; ` +
        `connect it with POST /v1/connections {"companyId":"${candidate.id}","countryCode":"${code}"}`,
    )
  }
  return candidate
}
