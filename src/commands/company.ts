import { isDeepStrictEqual } from 'node:util'
import type { CompanyDetails, CompanyEvent, CompanyState } from '../domain/company.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: a company is to be created. */
interface CreateCompany extends CompanyDetails {
  readonly companyId: string
  /** Normalised by the country. */
  readonly vatNumber: string
  readonly country: CountryCode
  readonly registrationNumber?: string
}

/** Creates a company. Nothing happens where the id exists already. */
export function createCompany(command: CreateCompany) {
  return (state: CompanyState): Decision<CompanyEvent, never> =>
    state.status === 'none' ? accept({ type: 'CompanyCreated', data: command }) : accept()
}

/** Only what the client wants changed; an address or contacts are replaced as a whole. */
export type AmendCompany = Partial<CompanyDetails>

/** Records what really changes; an amendment that changes nothing is no event. */
export function amendCompany(command: AmendCompany) {
  return (state: CompanyState): Decision<CompanyEvent, 'unknown' | 'inactive'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'inactive':
        return reject('inactive')
      case 'active': {
        const changes = Object.entries(command).filter(
          ([field, value]) => !isDeepStrictEqual(value, state.details[field as keyof CompanyDetails]),
        )
        if (changes.length === 0) return accept()
        return accept({ type: 'CompanyAmended', data: Object.fromEntries(changes) })
      }
    }
  }
}

/**
 * The company takes no new invoices; those that it has are unaffected. Nothing makes it active
 * again.
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
