import type { InvoiceRequest } from '../../domain/request/invoice-request.js'

/** The outcome that a client chose. null: not chosen. */
interface MagicValues {
  /** Of `SIM-REJECT-<code>`. */
  readonly rejectCode: string | null
  /** Of `SIM-OUTAGE-<seconds>`. */
  readonly outageSeconds: number | null
  /** Of `SIM-SLOW-<seconds>`; 0 without it. */
  readonly slowSeconds: number
}

/** Whether a text chooses an outcome. */
export function holdsMagicValue(text: string): boolean {
  return /SIM-(?:REJECT-[A-Za-z0-9_]|(?:OUTAGE|SLOW)-\d)/.test(text)
}

/**
 * The magic values in the customer's name or the external id, with which a client of the test
 * environment chooses the outcome.
 */
export function magicValuesOf(invoice: InvoiceRequest): MagicValues {
  return magicValues(`${invoice.customer.name}\n${invoice.externalId ?? ''}`)
}

/** The magic values in a text, such as the reason of an answer. */
export function magicValues(text: string): MagicValues {
  const outage = /SIM-OUTAGE-(\d{1,6})/.exec(text)?.[1]
  const slow = /SIM-SLOW-(\d{1,6})/.exec(text)?.[1]
  return {
    rejectCode: /SIM-REJECT-([A-Za-z0-9_]+(?:[-:][A-Za-z0-9_]+)*)/.exec(text)?.[1] ?? null,
    outageSeconds: outage === undefined ? null : Number(outage),
    slowSeconds: Number(slow ?? 0),
  }
}
