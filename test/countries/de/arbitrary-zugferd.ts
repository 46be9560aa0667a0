import fc from 'fast-check'
import { germanInvoice } from '../../../src/countries/de/profile.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { germanExtension } from '../../support/random/extensions.js'
import type { RandomInvoice } from '../../support/random/invoice.js'

/** A profile of ZUGFeRD that an invoice may ask for. */
export type ZugferdProfile = 'en16931' | 'extended'

/**
 * The same invoice in a profile of ZUGFeRD, with several preceding invoices, cash discounts
 * and, in EXTENDED, sub-lines.
 */
export function inProfile(
  { invoice, attachments }: RandomInvoice,
  profile: ZugferdProfile,
): fc.Arbitrary<RandomInvoice> {
  const nested = profile === 'extended' ? germanExtension(invoice) : fc.constant(invoice)
  const preceding = fc.array(
    fc.record(
      { number: fc.constantFrom('A-1', 'A-2'), issueDate: fc.constant('2026-10-01') },
      { requiredKeys: ['number'] },
    ),
    { maxLength: 3 },
  )
  const discount = fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10_000 }))
    .map(([days, hundredths]) => ({ days, percentage: hundredths / 100 }))
  return fc
    .tuple(nested, preceding, fc.array(discount, { maxLength: 2 }))
    .map(([{ lines }, precedingInvoices, cashDiscounts]) => {
      const asked: InvoiceRequest = {
        ...invoice,
        format: 'cii',
        profile,
        // BR-CO-25, which EXTENDED has too.
        dueDate: invoice.dueDate ?? '2026-12-21',
        lines,
        ...(precedingInvoices.length > 0 && { precedingInvoices }),
      }
      // A discount is of an amount that is due.
      const isDue = germanInvoice(asked).totals.due?.isPositive() === true
      const discounted = cashDiscounts.length > 0 && isDue ? { ...asked, cashDiscounts } : asked
      return { invoice: discounted, attachments }
    })
}
