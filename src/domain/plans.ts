/** The limits of a plan. null: no limit. */
export interface Plan {
  /** Invoices created in a calendar month in UTC. */
  readonly monthlyInvoices: { readonly test: number | null; readonly production: number | null }
  /** Active companies in each environment. */
  readonly activeCompanies: number | null
}

/** The plan of an account whose plan is no longer configured. */
export const DEFAULT_PLAN = 'free'

const FREE: Plan = { monthlyInvoices: { test: 50, production: null }, activeCompanies: 10 }

/** The plans of the service by their names. */
export const PLANS: Readonly<Record<string, Plan>> = {
  [DEFAULT_PLAN]: FREE,
  unlimited: { monthlyInvoices: { test: null, production: null }, activeCompanies: null },
}

/** The plan of that name; the default one if the name is unknown. */
export function planNamed(plans: Readonly<Record<string, Plan>>, name: string): Plan {
  return plans[name] ?? plans[DEFAULT_PLAN] ?? FREE
}
