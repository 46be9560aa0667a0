import { isDeepStrictEqual } from 'node:util'
import type { CompanyDetails, CompanyEvent, CompanyState } from '../domain/company.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { accept, type Decision, reject } from './handle.js'
import { fieldsOf } from '../domain/json.js'

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
  return (state: CompanyState): Decision<CompanyEvent, 'unknown' | 'inactive'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'inactive':
        return reject('inactive')
      case 'active': {
        const changes = Object.entries(command).filter(
          ([field, value]) => !isDeepStrictEqual(value, fieldsOf(state.details)[field]),
        )
        if (changes.length === 0) return accept()
        return accept({ type: 'CompanyAmended', data: Object.fromEntries(changes) })
      }
    }
  }
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
