import type fc from 'fast-check'
import { countryOf } from '../../../src/countries/registry.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { RandomInvoice } from './invoice.js'

/**
 * Only the invoices whose total has the sign that their type has: that of credit and debit notes
 * is never negative, that of invoices in some countries.
 */
export function withRightSign(random: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  return random.filter(({ invoice }) => {
    const mayBeNegative = invoice.invoiceType === 'invoice' && !['IT', 'PL'].includes(invoice.country)
    const total = countryOf(invoice.country).invoicing?.totals(invoice).grossAmount
    return mayBeNegative || total === undefined || Decimal.of(total).compare(Decimal.zero) >= 0
  })
}
