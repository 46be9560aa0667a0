import type { InvoiceRequest, Line } from '../domain/request/invoice-request.js'

/**
 * What the API's reference shows of a country: a company, its invoice, and what becomes of it.
 * Whoever sends it to the service gets these very answers, but for numbers that governments give.
 */
export interface CountryExample {
  /** Body of POST /v1/companies, the supplier of the invoice. */
  readonly company: Readonly<{ name: string; vatNumber: string; currency: string } & Record<string, unknown>>
  /** Another name that the company takes. */
  readonly newName: string
  /** A domestic invoice; without an issue date, so that it passes on every day of the year. */
  readonly invoice: Pick<InvoiceRequest, 'supplier' | 'customer' | 'currency' | 'lines' | 'paymentMeans'>
  /** What the government's simulator makes of it. */
  readonly accepted: AcceptedExample
  /** A code of the catalogue, as in `SIM-REJECT-<code>`. */
  readonly rejectCode: string
  /** Lines that break a rule of the country, and the one finding on them. */
  readonly breach: {
    /** What the lines are, in a few words. */
    readonly summary: string
    readonly lines: readonly Partial<Line>[]
    readonly finding: Readonly<Record<'rule' | 'severity' | 'path' | 'term' | 'message' | 'fix', string>>
  }
}

/** An invoice from validation to the government's decision. */
export interface AcceptedExample {
  readonly rulesChecked: number
  readonly govEndpoint: string
  readonly uploadId: string
  readonly govId: string
  readonly govMessage: string
  /** Bytes of the XML. */
  readonly xmlSize: number
  /** Bytes of the government's receipt. */
  readonly receiptSize: number
}
