import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { html, type Html } from '../html/html.js'
import { amount, count, said, table } from './parts.js'

/** Lines of an invoice that its page shows; the documents contain all. */
const MOST_LINES = 100

/** The parties and lines of an invoice, as it was accepted. */
export function contentSection({ supplier, customer, lines, currency }: InvoiceRequest): Html {
  const rest = lines.length - MOST_LINES
  return html`<section aria-labelledby="content">
    <h2 id="content">Content</h2>
    <p>Of <strong>${said(supplier.name)}</strong> to <strong>${said(customer.name)}</strong>, in ${currency}.</p>
    ${table(
      'Lines of the invoice',
      [
        'Description',
        { title: 'Quantity', numeric: true },
        'Unit',
        { title: 'Unit price', numeric: true },
        { title: 'Discount a unit', numeric: true },
        { title: 'VAT', numeric: true },
      ],
      lines
        .slice(0, MOST_LINES)
        .map(({ description, quantity, unitCode, unitPrice, discount, vatRate, vatCategory }) => [
          said(description),
          amount(String(quantity)),
          unitCode,
          amount(String(unitPrice)),
          discount === undefined ? '–' : amount(String(discount)),
          `${vatCategory === undefined ? '' : `${vatCategory}, `}${vatRate} %`,
        ]),
      { hideCaption: true },
    )}
    ${rest > 0 ? html`<p class="small">${count(rest)} more lines are in the documents below.</p>` : null}
  </section>`
}
