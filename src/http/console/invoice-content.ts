import { COUNTRIES } from '../../countries/registry.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { areFlat, eachWithPath } from '../../einvoice/model/line-hierarchy.js'
import { html, type Html } from '../html/html.js'
import { amount, count, said, table } from './parts.js'

/** Lines of an invoice that its page shows; the documents contain all. */
const MOST_LINES = 100

/**
 * The parties and lines of an invoice, as it was accepted.
 * @param isOwnDocument the caller sent the document itself, which states the amounts of its lines
 */
export function contentSection(accepted: InvoiceRequest, isOwnDocument: boolean): Html {
  const { supplier, customer, currency } = accepted
  return html`<section aria-labelledby="content">
    <h2 id="content">Content</h2>
    <p>Of <strong>${said(supplier.name)}</strong> to <strong>${said(customer.name)}</strong>, in ${currency}.</p>
    ${linesTable(accepted, isOwnDocument ? null : netAmounts(accepted))}
  </section>`
}

/** The first lines of an invoice. `nets`: their net amounts, in their order; null: unknown. */
export function linesTable(
  { lines }: Pick<InvoiceRequest, 'lines'>,
  nets: readonly (string | null | undefined)[] | null,
): Html {
  const rest = lines.length - MOST_LINES
  return html`${table(
    'Lines of the invoice',
    [
      'Description',
      { title: 'Quantity', numeric: true },
      'Unit',
      { title: 'Unit price', numeric: true },
      { title: 'Discount a unit', numeric: true },
      { title: 'VAT', numeric: true },
      ...(nets === null ? [] : [{ title: 'Net amount', numeric: true } as const]),
    ],
    lines
      .slice(0, MOST_LINES)
      .map(({ description, quantity, unitCode, unitPrice, discount, vatRate, vatCategory }, index) => [
        said(description),
        amount(String(quantity)),
        unitCode,
        amount(String(unitPrice)),
        discount === undefined ? '–' : amount(String(discount)),
        `${vatCategory === undefined ? '' : `${vatCategory}, `}${vatRate} %`,
        ...(nets === null ? [] : [html`<strong>${amount(nets[index] ?? '–')}</strong>`]),
      ]),
    { hideCaption: true },
  )}
  ${rest > 0 ? html`<p class="small">${count(rest)} more lines are in the documents below.</p>` : null}`
}

/**
 * What each line that the page shows comes to without VAT, with its allowances and charges; null:
 * its country has no documents.
 */
function netAmounts(accepted: InvoiceRequest): readonly (string | undefined)[] | null {
  const model = COUNTRIES[accepted.country].invoicing?.model(accepted)
  if (model === undefined) return null
  const { lines } = accepted
  const places = areFlat(lines, model.lines)
    ? new Map(Array.from(eachWithPath(lines), ([path], place) => [path, place]))
    : null
  return lines
    .slice(0, MOST_LINES)
    .map((_, index) => model.lines[places?.get(`lines[${index}]`) ?? index]?.netAmount)
    .map((net) => (net?.fits(2) === true ? net.toFixed(2) : net?.toString()))
}
