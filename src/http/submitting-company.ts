import type { Country } from '../countries/country.js'
import type { Scope } from '../domain/event.js'
import type { Submitters } from '../projections/submitters.js'
import { invalidField } from './errors.js'

/**
 * The company that submits an invoice: the one named; else the active one of the country with the supplier's VAT number; else the oldest
 * active one that is connected to the country. It needs an active connection. Throws a 400 on `companyId`.
 */
export async function submittingCompany(
  submitters: Submitters,
  scope: Scope,
  country: Country,
  companyId: string | undefined,
  supplierVat: string,
): Promise<string> {
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
        : 'names no company of this account and environment',
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
  return candidate.id
}
