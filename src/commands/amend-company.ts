import { isDeepStrictEqual } from 'node:util'
import type { CompanyDetails, CompanyEvent, CompanyState } from '../domain/company.js'
import { accept, type Decision, reject } from './handle.js'

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
