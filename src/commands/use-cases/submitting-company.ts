import type { Country } from '../../countries/country.js'
import { company } from '../../domain/company.js'
import { issuerOf } from '../../countries/issuer.js'
import type { Letterhead } from '../../domain/letterhead.js'
import type { Numbering } from '../../domain/numbering.js'
import type { CompanyDefaults } from '../../domain/request/company-defaults.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import { notAnIdOf } from '../../domain/ids.js'
import { invalidField } from '../../domain/refusal.js'
import { numbersOf, type SupplierDetails } from '../../documents/intake/supplier-of-company.js'
import type { CommandDeps } from '../handle.js'
import { loadOwned } from '../owned.js'
import { currentConnection } from './current-connection.js'

/** A company that may submit an invoice for a country. */
export interface Candidate extends SupplierDetails {
  readonly id: string
  readonly is_active: boolean
  readonly defaults: CompanyDefaults | null
  readonly numbering: Numbering | null
  readonly letterhead: Letterhead | null
  /** Whether it has an active connection for the country. */
  readonly connected: boolean
}

/** Finds the companies that can submit invoices; it may lag behind the events. */
export interface Submitters {
  /**
   * The active company of the country with the issuer's VAT number (a connected one first, then
   * the oldest); else the oldest active company that is connected to the country. For an issuer
   * without a VAT number: one that has an equal register or tax number. null: none.
   */
  ofIssuer(
    scope: Scope,
    country: CountryCode,
    issuer: { readonly vatNumber: string; readonly numbers: readonly string[] },
  ): Promise<Candidate | null>
  /** null: no such company in this scope. */
  byId(scope: Scope, country: CountryCode, companyId: string): Promise<Candidate | null>
}

/** The dependencies of `submittingCompany`. */
interface SubmittingDeps extends Pick<CommandDeps, 'store' | 'snapshots'> {
  readonly submitters: Submitters
}

/**
 * The company that submits an invoice: the one named; else the active one of the country with the
 * VAT number of the issuer, the supplier or with self-billing the customer; else the oldest active
 * one that is connected to the country. An issuer without a VAT number needs a company with an
 * equal register or tax number. It needs an active connection. One that was created or connected a
 * moment ago is accepted by its own events. Refuses `companyId`.
 */
export async function submittingCompany(
  deps: SubmittingDeps,
  scope: Scope,
  country: Country,
  companyId: string | undefined,
  invoice: InvoiceRequest,
): Promise<Candidate> {
  const { code, name } = country
  const { submitters } = deps
  const candidate =
    companyId === undefined
      ? await findIssuer(submitters, scope, country, invoice)
      : ((await submitters.byId(scope, code, companyId)) ?? (await unshownCompany(deps, scope, companyId)))
  if (candidate === null) {
    throw invalidField(
      'companyId',
      companyId === undefined ? unmatched(name, issuerOf(country, invoice), invoice) : unknownCompany(companyId),
    )
  }
  if (!candidate.is_active) throw invalidField('companyId', 'names a company that was deleted; use another one')
  if (!candidate.connected && !(await isConnected(deps, scope, candidate.id, code))) {
    throw invalidField(
      'companyId',
      `${companyId === undefined ? `matches ${candidate.id}, which` : 'names a company that'} has no active connection for ${code}; ` +
        `connect it with POST /v1/connections {"companyId":"${candidate.id}","countryCode":"${code}"}`,
    )
  }
  return candidate
}

/** The company that may submit for the issuer of an invoice, if the request names none. */
export function findIssuer(
  submitters: Submitters,
  scope: Scope,
  country: Country,
  invoice: InvoiceRequest,
): Promise<Candidate | null> {
  const issuer = invoice[issuerOf(country, invoice)]
  return submitters.ofIssuer(scope, country.code, { vatNumber: issuer.vatNumber, numbers: numbersOf(issuer) })
}

function unmatched(country: string, issuer: 'supplier' | 'customer', invoice: InvoiceRequest): string {
  const remedy = 'create a company with POST /v1/companies and connect it with POST /v1/connections'
  return invoice[issuer].vatNumber === ''
    ? `matches no company: the ${issuer} has no VAT number, and no company has its register or tax number; send companyId, or ${remedy}`
    : `matches no company: none has the ${issuer}'s VAT number, and none is connected to ${country}; ${remedy}`
}

/** The company that no read model shows yet, from its stream; null: it does not exist. */
async function unshownCompany(deps: SubmittingDeps, scope: Scope, companyId: string): Promise<Candidate | null> {
  const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
  const state = owned?.loaded.state
  if (state === undefined || state.status === 'none') return null
  const { vatNumber, registrationNumber = null, taxNumber = null, details } = state
  return {
    id: state.companyId,
    is_active: state.status === 'active',
    connected: false,
    vat_number: vatNumber,
    registration_number: registrationNumber,
    tax_number: taxNumber,
    address: details.address ?? null,
    contacts: details.contacts ?? null,
    defaults: state.defaults ?? null,
    numbering: state.numbering ?? null,
    letterhead: state.letterhead ?? null,
  }
}

/** Whether its connection is active, by the connection's own events. */
async function isConnected(
  deps: SubmittingDeps,
  scope: Scope,
  companyId: string,
  country: CountryCode,
): Promise<boolean> {
  const { loaded } = await currentConnection(deps, scope, companyId, country)
  return loaded.state.status === 'active'
}

function unknownCompany(companyId: string): string {
  const reason = notAnIdOf('comp', companyId)
  return `does not match a company of this account and environment${reason === null ? '' : `; ${reason}`}`
}
