import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import type { Judgement } from './judgement.js'
import { RequestFindings } from './request-findings.js'

/**
 * The rule on the sign of the total, which depends on the type that the caller requested: amounts
 * of a credit note say what is credited. `{}` stands for the total.
 */
export const TOTAL_SIGN = {
  id: 'CW-TOTAL-SIGN',
  severity: 'fatal',
  terms: ['BT-3', 'BT-112'],
  message: 'The total of this type of invoice (invoiceType) is negative: {}',
  fix: 'Turn the signs (lines[].quantity), or send the other type (invoiceType: credit_note, debit_note or invoice)',
} as const

/** For each type: what a negative total means, and the two remedies. */
const MEANINGS = {
  credit_note: [
    'The total of the credit note is {}, so it raises what the customer owes',
    'Amounts of a credit note say what is credited: turn the signs (lines[].quantity), or send an invoice or a debit note (invoiceType: debit_note)',
  ],
  debit_note: [
    'The total of the debit note is {}, so it lowers what the customer owes',
    'Amounts of a debit note say what is owed in addition: turn the signs (lines[].quantity), or send a credit note (invoiceType: credit_note)',
  ],
  invoice: [
    'The total of the invoice is {}, which this country does not know',
    'Send a credit note (invoiceType: credit_note) with positive amounts and the invoice that it corrects (precedingInvoice), or turn the signs (lines[].quantity)',
  ],
} as const

/** Countries without negative invoices. */
const WITHOUT_NEGATIVE: ReadonlySet<string> = new Set(['IT', 'PL'])
/** Italy: the integration of a foreign credit note has negative amounts. */
const INTEGRATIONS: ReadonlySet<string> = new Set(['TD17', 'TD18', 'TD19'])

/** Whether a total is negative where it may not be. Pure. */
export function judgeTotalSign(
  { invoiceType, country, documentType = '', prepayments }: InvoiceRequest,
  { totals: { withVat } }: Invoice,
): Judgement {
  // With advances it is they that exceed the total (CW-PREPAYMENTS).
  const mayBe =
    prepayments !== undefined ||
    (invoiceType === 'invoice' && (!WITHOUT_NEGATIVE.has(country) || INTEGRATIONS.has(documentType)))
  const found = new RequestFindings()
  if (withVat !== undefined && withVat.compare(Decimal.zero) < 0 && !mayBe) {
    const [message, fix] = MEANINGS[invoiceType]
    found.report({ ...TOTAL_SIGN, fix }, 'BT-3', 'invoiceType', message.replace('{}', withVat.toAtLeast(2)))
  }
  return found.judgement(1)
}
