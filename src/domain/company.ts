import type { CompanyDefaults } from './request/company-defaults.js'
import type { Address, CountryCode } from './request/invoice-request.js'
import { type Aggregate, unknownEvent } from './aggregate.js'
import type { Letterhead } from './letterhead.js'
import type { Numbering } from './numbering.js'
import type { Receiving } from './receiving.js'

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
        /** Normalised; immutable. null: it has none, and one of the other numbers. */
        readonly vatNumber: string | null
        readonly country: CountryCode
        readonly registrationNumber?: string
        readonly taxNumber?: string
      }
    }
  /** Only the changes. */
  | { readonly type: 'CompanyAmended'; readonly data: Partial<CompanyDetails> }
  /** As a whole. */
  | { readonly type: 'CompanyDefaultsSet'; readonly data: { readonly defaults: CompanyDefaults } }
  | { readonly type: 'CompanyDefaultsRemoved'; readonly data: Record<string, never> }
  /** As a whole. */
  | { readonly type: 'CompanyNumberingSet'; readonly data: { readonly numbering: Numbering } }
  | { readonly type: 'CompanyNumberingRemoved'; readonly data: Record<string, never> }
  /** As a whole: from now on the company receives. */
  | { readonly type: 'CompanyReceivingSet'; readonly data: { readonly receiving: Receiving } }
  | { readonly type: 'CompanyReceivingEnded'; readonly data: Record<string, never> }
  /** As a whole. */
  | { readonly type: 'CompanyLogoSet'; readonly data: { readonly letterhead: Letterhead } }
  | { readonly type: 'CompanyLogoRemoved'; readonly data: Record<string, never> }
  | { readonly type: 'CompanyDeactivated'; readonly data: Record<string, never> }

/** The state of a company for decisions. */
export type CompanyState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'inactive'
      readonly companyId: string
      readonly vatNumber: string | null
      readonly registrationNumber?: string
      readonly taxNumber?: string
      readonly country: CountryCode
      readonly details: CompanyDetails
      /** Absent: none. */
      readonly defaults?: CompanyDefaults | undefined
      /** Absent: its invoices have numbers of their own. */
      readonly numbering?: Numbering | undefined
      /** Absent: it does not receive. */
      readonly receiving?: Receiving | undefined
      /** Logo and colour of its invoices' pages; absent: none. */
      readonly letterhead?: Letterhead | undefined
    }

/** The number by which authorities know a company: of VAT, or else of taxes or the register. */
export function numberOfCompany({
  vatNumber,
  taxNumber,
  registrationNumber,
}: Pick<Exclude<CompanyState, { status: 'none' }>, 'vatNumber' | 'taxNumber' | 'registrationNumber'>): string {
  return vatNumber ?? taxNumber ?? registrationNumber ?? ''
}

/** A company that issues invoices, in one environment. */
export const company: Aggregate<CompanyState, CompanyEvent> = {
  name: 'company',
  initialState: { status: 'none' },
  snapshotVersion: 6,
  evolve(state, event) {
    if (event.type === 'CompanyCreated') {
      const { companyId, vatNumber, registrationNumber, taxNumber, country, name, currency, address, contacts } =
        event.data
      const details = { name, currency, ...(address && { address }), ...(contacts && { contacts }) }
      return {
        status: 'active',
        companyId,
        vatNumber,
        ...(registrationNumber !== undefined && { registrationNumber }),
        ...(taxNumber !== undefined && { taxNumber }),
        country,
        details,
      }
    }
    if (state.status === 'none') throw new Error(`${event.type} before CompanyCreated`)
    switch (event.type) {
      case 'CompanyAmended':
        return { ...state, details: { ...state.details, ...event.data } }
      case 'CompanyDefaultsSet':
        return { ...state, defaults: event.data.defaults }
      case 'CompanyDefaultsRemoved': {
        const { defaults, ...others } = state
        return defaults === undefined ? state : others
      }
      case 'CompanyNumberingSet':
        return { ...state, numbering: event.data.numbering }
      case 'CompanyNumberingRemoved': {
        const { numbering, ...others } = state
        return numbering === undefined ? state : others
      }
      case 'CompanyReceivingSet':
        return { ...state, receiving: event.data.receiving }
      case 'CompanyReceivingEnded': {
        const { receiving, ...others } = state
        return receiving === undefined ? state : others
      }
      case 'CompanyLogoSet':
        return { ...state, letterhead: event.data.letterhead }
      case 'CompanyLogoRemoved': {
        const { letterhead, ...others } = state
        return letterhead === undefined ? state : others
      }
      case 'CompanyDeactivated':
        return { ...state, status: 'inactive' }
      default:
        return unknownEvent(event)
    }
  },
}
