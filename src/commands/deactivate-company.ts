import type { CompanyEvent, CompanyState } from '../domain/company.js'
import { accept, type Decision, reject } from './handle.js'

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
