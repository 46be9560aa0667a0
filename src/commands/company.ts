import { isDeepStrictEqual } from 'node:util'
import type { CompanyDefaults } from '../domain/request/company-defaults.js'
import type { CompanyDetails, CompanyEvent, CompanyState } from '../domain/company.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { accept, type Decision, reject } from './handle.js'
import { fieldsOf } from '../domain/json.js'
import type { Letterhead } from '../domain/letterhead.js'
import type { Numbering } from '../domain/numbering.js'
import type { Receiving } from '../domain/receiving.js'

/** The command: a company is to be created. */
interface CreateCompany extends CompanyDetails {
  readonly companyId: string
  /** Normalised by the country; null: none. */
  readonly vatNumber: string | null
  readonly country: CountryCode
  readonly registrationNumber?: string
  readonly taxNumber?: string
}

/** Creates a company. Does nothing if the id exists already. */
export function createCompany(command: CreateCompany) {
  return (state: CompanyState): Decision<CompanyEvent, never> =>
    state.status === 'none' ? accept({ type: 'CompanyCreated', data: command }) : accept()
}

/** Only what the client wants to change; an address or contacts are replaced as a whole. */
export type AmendCompany = Partial<CompanyDetails>

/** Records the real changes only; an amendment that changes nothing appends no event. */
export function amendCompany(command: AmendCompany) {
  return whileActive(({ details }) => {
    const changes = Object.entries(command).filter(
      ([field, value]) => !isDeepStrictEqual(value, fieldsOf(details)[field]),
    )
    if (changes.length === 0) return accept()
    return accept({ type: 'CompanyAmended', data: Object.fromEntries(changes) })
  })
}

/**
 * The company accepts no new invoices from now on; existing ones are unaffected. This can't be
 * undone.
 */
export function deactivateCompany() {
  return (state: CompanyState): Decision<CompanyEvent, 'unknown' | 'already_inactive'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'inactive':
        return reject('already_inactive')
      case 'active':
        return accept({ type: 'CompanyDeactivated', data: {} })
    }
  }
}

/** Sets the defaults of the company's invoices as a whole; without any, removes them. */
export function setCompanyDefaults(defaults: CompanyDefaults) {
  return whileActive((state) => {
    if (isDeepStrictEqual(state.defaults ?? {}, defaults)) return accept()
    return Object.keys(defaults).length === 0
      ? accept({ type: 'CompanyDefaultsRemoved', data: {} })
      : accept({ type: 'CompanyDefaultsSet', data: { defaults } })
  })
}

/**
 * Sets how its invoices get their numbers; null: by themselves.
 * @param isPaused since a restore: the same numbering is set again, to confirm it
 */
export function setCompanyNumbering(numbering: Numbering | null, isPaused = false) {
  return whileActive((state) => {
    const { setAt = '' } = state.numbering ?? {}
    const isSame = isDeepStrictEqual(state.numbering ?? null, numbering && { ...numbering, setAt })
    if (isSame && !isPaused) return accept()
    return numbering === null
      ? accept({ type: 'CompanyNumberingRemoved', data: {} })
      : accept({ type: 'CompanyNumberingSet', data: { numbering } })
  })
}

/**
 * The company receives from now on, or no longer (null). Set again, it keeps the time from which
 * on documents are fetched, unless another one is given.
 */
export function setCompanyReceiving(
  receiving: (Omit<Receiving, 'since'> & { since: string | null }) | null,
  now: string,
) {
  return whileActive((state) => {
    const before = state.receiving
    if (receiving === null) return before === undefined ? accept() : accept({ type: 'CompanyReceivingEnded', data: {} })
    const wanted: Receiving = { ...receiving, since: receiving.since ?? before?.since ?? now }
    return isDeepStrictEqual(before, wanted)
      ? accept()
      : accept({ type: 'CompanyReceivingSet', data: { receiving: wanted } })
  })
}

/** Sets logo and colour of its invoices' pages as a whole; null: removes them. */
export function setCompanyLogo(letterhead: Letterhead | null) {
  return whileActive((state) => {
    if (isDeepStrictEqual(state.letterhead ?? null, letterhead)) return accept()
    return letterhead === null
      ? accept({ type: 'CompanyLogoRemoved', data: {} })
      : accept({ type: 'CompanyLogoSet', data: { letterhead } })
  })
}

type Active = Exclude<CompanyState, { status: 'none' }>

/** A decision that only an active company can take. */
function whileActive(decide: (state: Active) => Decision<CompanyEvent, never>) {
  return (state: CompanyState): Decision<CompanyEvent, 'unknown' | 'inactive'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'inactive':
        return reject('inactive')
      case 'active':
        return decide(state)
    }
  }
}
