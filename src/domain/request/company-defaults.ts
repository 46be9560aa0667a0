import type { PaymentMeans } from './payment.js'
import type { RequestNote } from './terms.js'

/** How a company is usually paid: without the day and the reference of one invoice. */
export type DefaultPayment = Omit<PaymentMeans, 'dueDate' | 'remittance'>

/** What the invoices of a company contain where they do not say it themselves. */
export interface CompanyDefaults {
  readonly notes?: readonly RequestNote[]
  readonly paymentMeans?: DefaultPayment
  /** Italy: RegimeFiscale. */
  readonly taxRegime?: string
  /** BT-33. */
  readonly legalInformation?: string
}
