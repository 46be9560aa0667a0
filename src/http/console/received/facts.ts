import type { InvoiceReceived } from '../../../domain/received.js'
import { each, html, type Html } from '../../html/html.js'
import type { PrecedingReceived } from '../../preceding-received.js'
import type { ReceivedRow } from '../../../projections/received.js'
import { amount, code, environmentBadge, facts, said, time } from '../parts.js'

/** Others of the company with the same supplier, number and year. */
type Alike = Pick<ReceivedRow, 'id' | 'number' | 'created_at'>

/** What the page shows beside the row. */
interface Beside {
  /** Name of the account. */
  readonly account: string
  /** Name of the company; null: unknown. */
  readonly company: string | null
  /** The facts of the stream; null: it was erased. */
  readonly stored: InvoiceReceived['data'] | null
  /** The invoices that it corrects or continues. */
  readonly preceding: readonly PrecedingReceived[]
}

/** The head of a received invoice. */
export function factsOfReceived(row: ReceivedRow, { account, company, stored, preceding }: Beside): Html {
  const money = (value: string | null): string =>
    value === null ? '–' : `${amount(value)} ${row.currency ?? ''}`.trim()
  return facts([
    ['Supplier', html`${said(row.supplier_name)} ${row.supplier_vat === '' ? null : code(row.supplier_vat)}`],
    ['Kind', row.invoice_type === null ? '–' : row.invoice_type.replaceAll('_', ' ')],
    ...(preceding.length === 0 ? [] : [['Corrects or continues', html`${each(preceding, precedingInvoice)}`] as const]),
    ['Issued', row.issue_date ?? '–'],
    ['Due', row.due_date === null ? '–' : html`<strong>${row.due_date}</strong>`],
    ['Net', money(row.net_amount)],
    ['VAT', money(row.vat_amount)],
    ['Gross', html`<strong>${money(row.gross_amount)}</strong>`],
    ['To be paid to', row.accounts.length === 0 ? '–' : html`${each(row.accounts, (iban) => html`${code(iban)} `)}`],
    [
      'Came for',
      html`<a href="/console/received?company=${row.company_id}">${said(company ?? row.company_id)}</a>
        ${row.customer_vat === '' ? null : code(row.customer_vat)}`,
    ],
    ['Account', html`<a href="/console/accounts/${row.account}">${said(account)}</a>`],
    ['Environment', environmentBadge(row.environment)],
    ['Country', row.country],
    ['Channel', row.channel],
    ['Format', row.format],
    ['Government’s number', code(row.gov_id)],
    ['Id', code(row.id)],
    ...(stored?.sentAs == null
      ? []
      : [
          [
            'Sent by this account as',
            html`<a href="/console/invoices/${stored.sentAs}">${code(stored.sentAs)}</a>`,
          ] as const,
        ]),
    ['Arrived (UTC)', time(row.received_at)],
    ['Recorded (UTC)', time(row.created_at)],
    ['Read (UTC)', time(row.read_at)],
  ])
}

function precedingInvoice({ number, issueDate, govId, receivedId }: PrecedingReceived): Html {
  const name = said(number)
  return html`<div>
    ${receivedId === null ? name : html`<a href="/console/received/${receivedId}">${name}</a>`} ${issueDate}
    ${govId === null ? null : code(govId)} ${receivedId === null ? '(not received)' : null}
  </div>`
}

/** Warns that the company has the same invoice already, or got it again later; null: neither. */
export function duplicateNotice(row: ReceivedRow, alike: readonly Alike[]): Html | null {
  if (row.duplicate_of === null && alike.length === 0) return null
  const lead =
    row.duplicate_of === null
      ? html`Others came later with this supplier, number and year.`
      : html`This may be a duplicate:
          <a href="/console/received/${row.duplicate_of}">the first invoice with this supplier, number and year</a>
          came before. Don’t pay it twice.`
  const others = alike.filter(({ id }) => id !== row.duplicate_of)
  return html`<div class="notice warned" role="note">
    <p><strong>Duplicate:</strong> ${lead}</p>
    ${
      others.length === 0
        ? null
        : html`<ul>
            ${each(
              others,
              (other) =>
                html`<li>
                  <a href="/console/received/${other.id}">${said(other.number)}</a>, recorded at
                  ${time(other.created_at)} UTC
                </li>`,
            )}
          </ul>`
    }
  </div>`
}
