import type { Address, CountryCode } from './request/invoice-request.js'
import { type Aggregate, unknownEvent } from './aggregate.js'

/** How to reach a company. */
export interface Contacts {
  readonly email?: string
  readonly phone?: string
}

/** Details that may be amended later. */
export interface CompanyDetails {
  readonly name: string
  /** ISO 4217. */
  readonly currency: string
  readonly address?: Address
  readonly contacts?: Contacts
}

/** What can happen to a company. Deactivation is for good. */
export type CompanyEvent =
  | {
      readonly type: 'CompanyCreated'
      readonly data: CompanyDetails & {
        readonly companyId: string
        /** Normalised; immutable. */
        readonly vatNumber: string
        readonly country: CountryCode
        readonly registrationNumber?: string
      }
    }
  /** Only the changes. */
  | { readonly type: 'CompanyAmended'; readonly data: Partial<CompanyDetails> }
  | { readonly type: 'CompanyDeactivated'; readonly data: Record<string, never> }

/** The state of a company for decisions. */
export type CompanyState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'inactive'
      readonly companyId: string
      readonly vatNumber: string
      readonly country: CountryCode
      readonly details: CompanyDetails
    }

/** A company that issues invoices, in one environment. */
export const company: Aggregate<CompanyState, CompanyEvent> = {
  name: 'company',
  initialState: { status: 'none' },
  snapshotVersion: 1,
  evolve(state, event) {
    if (event.type === 'CompanyCreated') {
      const { companyId, vatNumber, country, name, currency, address, contacts } = event.data
      const details = { name, currency, ...(address && { address }), ...(contacts && { contacts }) }
      return { status: 'active', companyId, vatNumber, country, details }
    }
    if (state.status === 'none') throw new Error(`${event.type} before CompanyCreated`)
    switch (event.type) {
      case 'CompanyAmended':
        return { ...state, details: { ...state.details, ...event.data } }
      case 'CompanyDeactivated':
        return { ...state, status: 'inactive' }
      default:
        return unknownEvent(event)
    }
  },
}
