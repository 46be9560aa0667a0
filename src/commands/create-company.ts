import type { CountryCode } from '../domain/invoice-request.js'
import type { CompanyDetails, CompanyEvent, CompanyState } from '../domain/company.js'
import { accept, type Decision } from './handle.js'

export interface CreateCompany extends CompanyDetails {
  readonly companyId: string
  /** Normalised by the country. */
  readonly vatNumber: string
  readonly country: CountryCode
  readonly registrationNumber?: string
}

export function createCompany(command: CreateCompany) {
  return (state: CompanyState): Decision<CompanyEvent, never> =>
    state.status === 'none' ? accept({ type: 'CompanyCreated', data: command }) : accept()
}
