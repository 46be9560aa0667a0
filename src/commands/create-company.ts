import type { CountryCode } from '../domain/request/invoice-request.js'
import type { CompanyDetails, CompanyEvent, CompanyState } from '../domain/company.js'
import { accept, type Decision } from './handle.js'

/** The command: a company is to be created. */
export interface CreateCompany extends CompanyDetails {
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
