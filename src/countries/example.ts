import type { InvoiceRequest, Line } from '../domain/request/invoice-request.js'

/**
 * A country's example in the API's reference: a company, its invoice, and the outcome. The service
 * returns exactly these responses, except for numbers that governments assign.
 */
export interface CountryExample {
  /** Body of POST /v1/companies, the supplier of the invoice. */
  readonly company: Readonly<{ name: string; vatNumber: string; currency: string } & Record<string, unknown>>
  /** A new name of the company. */
  readonly newName: string
  /** A domestic invoice; without an issue date, so that it is valid on any day. */
  readonly invoice: Pick<InvoiceRequest, 'supplier' | 'customer' | 'currency' | 'lines' | 'paymentMeans'>
  /** The result of the government's simulator. */
  readonly accepted: AcceptedExample
  /** A code of the catalogue, as in `SIM-REJECT-<code>`. */
  readonly rejectCode: string
  /** Lines that break a rule of the country, and the one finding on them. */
  readonly breach: {
    /** A short description of the lines. */
    readonly summary: string
    readonly lines: readonly Partial<Line>[]
    readonly finding: Readonly<Record<'rule' | 'severity' | 'path' | 'term' | 'message' | 'fix', string>>
  }
}

/** The life of an invoice from validation to the government's decision. */
interface AcceptedExample {
  readonly rulesChecked: number
  readonly govEndpoint: string
  readonly uploadId: string
  readonly govId: string
  readonly govMessage: string
  /** Size of the XML in bytes. */
  readonly xmlSize: number
  /** Size of the government's receipt in bytes. */
  readonly receiptSize: number
}
