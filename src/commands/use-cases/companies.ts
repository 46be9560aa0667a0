import { lazily } from '../../domain/lazily.js'
import type { Country } from '../../countries/country.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { company, type CompanyDetails, type CompanyEvent, type CompanyState } from '../../domain/company.js'
import type { Environment } from '../../domain/event.js'
import type { RandomBytes } from '../../domain/ids.js'
import { conflict, type Detail, invalid, invalidField, unknown } from '../../domain/refusal.js'
import type { CompanyDefaults } from '../../domain/request/company-defaults.js'
import { streamName } from '../../domain/streams.js'
import { amendCompany, type AmendCompany, createCompany, deactivateCompany, setCompanyDefaults } from '../company.js'
import { idFor } from '../command-id.js'
import { type CommandDeps, handle, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { compileCheck } from '../../documents/intake/check.js'
import { quoted } from '../../documents/intake/messages.js'
import { DefaultsInCountry } from '../../documents/intake/schemas/company-defaults.js'
import { loadOwned } from '../owned.js'
import type { Quota } from './quota.js'

/** Of companies that name none. */
const STANDARD_CURRENCY = 'EUR'

/** The dependencies of `registerCompany`. */
interface RegisterCompanyDeps extends CommandDeps {
  readonly random: RandomBytes
  readonly quota: Pick<Quota, 'claimCompany'>
  readonly countryOf: (code: CountryCode) => Country
}

/** The company that a caller asks for. */
interface RegisterCompany extends Omit<CompanyDetails, 'currency'> {
  /** As the caller writes it; null: none. */
  readonly vatNumber: string | null
  readonly country: CountryCode
  readonly registrationNumber?: string
  readonly taxNumber?: string
  /** Absent: EUR. */
  readonly currency?: string
}

/**
 * Warnings about a company that was registered, each at a field of the body: allowed but worth a
 * check. In production a wrong check digit is refused; in the test environment the format is
 * enough, since test numbers are made up.
 * @param hasNamesake whether another active company of the country has its VAT number
 */
export function companyWarnings(
  { countryOf }: Pick<RegisterCompanyDeps, 'countryOf'>,
  { vatNumber, country, currency }: Pick<RegisterCompany, 'vatNumber' | 'country' | 'currency'>,
  hasNamesake: boolean,
): readonly Detail[] {
  const { vat, name, currency: national = STANDARD_CURRENCY } = countryOf(country)
  const warnings: Detail[] = []
  if (vatNumber !== null && vat.normalise(vatNumber, { checkDigit: true }) === null) {
    const message = `${quoted(vatNumber)} has a wrong check digit: the live environment refuses this number. Correct it, unless it is a test number.`
    warnings.push({ path: 'vatNumber', message })
  }
  if (hasNamesake) {
    const message =
      'Another active company has this VAT number as well. Invoices without companyId go to one that is ' +
      'connected to the country, the older one first: name companyId in invoices, or delete one of the two.'
    warnings.push({ path: 'vatNumber', message })
  }
  if (currency === undefined && national !== STANDARD_CURRENCY) {
    const message =
      `No currency was sent, so it is ${STANDARD_CURRENCY}; the currency of ${name} is ${national}. ` +
      'Change it with PATCH /v1/companies/{id}; each invoice names its own.'
    warnings.push({ path: 'currency', message })
  }
  return warnings
}

/**
 * Registers a company, if the plan allows one more. In production the VAT number needs a correct
 * check digit.
 */
export async function registerCompany(
  deps: RegisterCompanyDeps,
  context: ScopedContext,
  wanted: RegisterCompany,
  plan: string,
): Promise<Loaded<CompanyState, CompanyEvent>> {
  const scope = scopeOf(context)
  const vatNumber = vatNumberOf(deps.countryOf(wanted.country), wanted, scope.environment)
  const companyId = idFor(context, 'comp', deps.random)
  await deps.quota.claimCompany(scope, plan, companyId)
  const stream = streamName(scope.environment, 'Company', companyId)
  const command = createCompany({ ...wanted, companyId, vatNumber, currency: wanted.currency ?? STANDARD_CURRENCY })
  return (await handle(deps, context, company, stream, command)).loaded
}

/** The normalised VAT number; null: the company has none, and another number instead. */
function vatNumberOf({ code, vat }: Country, wanted: RegisterCompany, environment: Environment): string | null {
  if (wanted.vatNumber !== null) {
    const vatNumber = vat.normalise(wanted.vatNumber, { checkDigit: environment === 'production' })
    if (vatNumber === null) throw invalidField('vatNumber', `is not a VAT number of ${code}: ${vat.description}`)
    return vatNumber
  }
  if (wanted.registrationNumber === undefined && wanted.taxNumber === undefined)
    throw invalidField(
      'registrationNumber',
      'is required where vatNumber is null, unless taxNumber is given: one of them identifies the company in its invoices',
    )
  return null
}

/** Changes the given fields. Refuses a company that does not exist or was deleted. */
export async function changeCompany(
  deps: CommandDeps,
  context: ScopedContext,
  companyId: string,
  changes: AmendCompany,
): Promise<{ readonly stream: string; readonly position: bigint }> {
  const owned = await loadOwned(deps.store, scopeOf(context), company, 'Company', companyId, deps.snapshots)
  if (!owned) throw unknown('company')
  const { stream } = owned
  const outcome = await handle(deps, context, company, stream, amendCompany(changes), owned.loaded)
  if (outcome.kind === 'done') return { stream, position: outcome.loaded.position }
  throw outcome.rejection === 'unknown' ? unknown('company') : conflict('The company was deleted')
}

const checkDefaults = lazily(() => compileCheck(DefaultsInCountry))

/**
 * Sets the defaults of the company's invoices as a whole; none: removes them. Refuses what the
 * format of the company's country has no place for, and a company that does not exist or was
 * deleted.
 */
export async function changeDefaults(
  deps: CommandDeps,
  context: ScopedContext,
  companyId: string,
  defaults: CompanyDefaults,
): Promise<{ readonly position: bigint }> {
  const owned = await loadOwned(deps.store, scopeOf(context), company, 'Company', companyId, deps.snapshots)
  if (!owned) throw unknown('company')
  const { stream, loaded } = owned
  if (loaded.state.status === 'active') {
    const details: Detail[] = []
    checkDefaults()({ country: loaded.state.country, ...defaults }, '', details)
    if (details.length > 0) throw invalid(details)
  }
  const outcome = await handle(deps, context, company, stream, setCompanyDefaults(defaults), loaded)
  if (outcome.kind === 'done') return { position: outcome.loaded.position }
  throw outcome.rejection === 'unknown' ? unknown('company') : conflict('The company was deleted')
}

/** The dependencies of `closeCompany`. */
interface CloseCompanyDeps extends CommandDeps {
  readonly quota: Pick<Quota, 'releaseCompany'>
}

/**
 * The company accepts no new invoices from now on, and its place in the plan is free again. When
 * this returns, the read model shows it, unless it lags for longer than the wait.
 */
export async function closeCompany(deps: CloseCompanyDeps, context: ScopedContext, companyId: string): Promise<void> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
  if (!owned) throw unknown('company')
  const outcome = await handle(deps, context, company, owned.stream, deactivateCompany(), owned.loaded)
  if (outcome.kind === 'rejected') {
    throw outcome.rejection === 'unknown' ? unknown('company') : conflict('The company is already deleted')
  }
  await deps.quota.releaseCompany(scope, companyId, outcome.loaded.position)
}
