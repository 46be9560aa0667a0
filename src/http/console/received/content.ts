import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { StatedAmounts } from '../../../documents/receiving/reading.js'
import { html, type Html } from '../../html/html.js'
import { linesTable } from '../invoice-content.js'
import { amount, said, table } from '../parts.js'

/** The parties, lines and VAT of a received invoice, as its document states them. */
export function receivedContent(invoice: InvoiceRequest, stated: StatedAmounts | null): Html {
  const { supplier, customer, currency } = invoice
  const isWhole = stated?.lines != null && stated.lines.length === Math.min(invoice.lines.length, stated.lines.length)
  return html`<section aria-labelledby="content">
    <h2 id="content">Content</h2>
    <p>Of <strong>${said(supplier.name)}</strong> to <strong>${said(customer.name)}</strong>, in ${said(currency)}.</p>
    ${linesTable(invoice, isWhole ? (stated?.lines ?? null) : null)}
    ${
      stated === null || stated.vat.length === 0
        ? null
        : html`<h3>VAT as the document states it</h3>
            ${table(
              'VAT as the document states it',
              [
                'VAT',
                { title: 'Taxable amount', numeric: true },
                { title: 'VAT amount', numeric: true },
                'Reason without VAT',
              ],
              stated.vat.map(({ category, rate, taxable, tax, exemption }) => [
                said(`${category}${rate === null ? '' : `, ${rate} %`}`),
                taxable === null ? '–' : amount(taxable),
                tax === null ? '–' : amount(tax),
                said(exemption),
              ]),
              { hideCaption: true },
            )}`
    }
  </section>`
}
