import { ruleLink } from '../api/rule-links.js'
import { each, html, type Html } from '../html/html.js'
import type { InvoicingMode, LinkedInvoice, OfflineIssue } from '../../domain/invoice.js'
import type { InvoiceRow } from '../../projections/invoices.js'
import { amount, code, environmentBadge, facts, said, saidLines, time } from './parts.js'

/** Other invoices of the account that belong to an invoice. */
export interface InvoiceLinks {
  /** The advances that it settles. */
  readonly advances: readonly LinkedInvoice[]
  /** The final invoices that settle it. */
  readonly finals: readonly LinkedInvoice[]
}

/** What the events of an invoice show beside its row. */
interface OfEvents extends InvoiceLinks {
  /** Address of the pages of the rules; null: unknown. */
  readonly api: string | null
  /** KSeF's mode of the invoice, if it has named one. */
  readonly mode: InvoicingMode | undefined
}

/** The facts of an invoice, with its error. `account`: the name of the account. */
export function factsOf(row: InvoiceRow, account: string, { api, mode, advances, finals }: OfEvents): Html {
  return html`${facts([
    ['Id', code(row.id)],
    ['Account', html`<a href="/console/accounts/${row.account}">${said(account)}</a>`],
    ['Environment', environmentBadge(row.environment)],
    ['Country', row.country],
    ['Kind', row.invoice_type],
    ['Issued', row.issue_date],
    ['Due', said(row.due_date)],
    ['Supplier', code(row.supplier_vat)],
    ['Customer', html`${said(row.customer_name)} ${row.customer_vat === '' ? null : code(row.customer_vat)}`],
    ['Net', `${amount(row.net_amount)} ${row.currency}`],
    ['VAT', `${amount(row.vat_amount)} ${row.currency}`],
    ['Gross', html`<strong>${amount(row.gross_amount)} ${row.currency}</strong>`],
    ["Government's number", code(row.gov_id)],
    ...(mode === undefined ? [] : [['Mode in KSeF', mode] as const]),
    // The table of an earlier version, while this one is built, has no such column.
    ...(row.offline == null ? [] : [['Issued before KSeF has it', offlineOf(row.offline)] as const]),
    ...(advances.length === 0 ? [] : [['Settles the advances', linksTo(advances)] as const]),
    ...(finals.length === 0 ? [] : [['Settled by', linksTo(finals)] as const]),
    ['External id', said(row.external_id)],
    ['Created (UTC)', time(row.created_at)],
    ['Changed (UTC)', time(row.updated_at)],
  ])}
  ${faultOf(row, api)}`
}

function linksTo(invoices: readonly LinkedInvoice[]): Html {
  return html`${each(
    invoices,
    ({ invoiceId, number }) => html`<a href="/console/invoices/${invoiceId}">${said(number)}</a> `,
  )}`
}

function offlineOf({ mode, deliverBy }: OfflineIssue): string {
  return deliverBy === null ? mode : `${mode}, to reach KSeF by ${deliverBy}`
}

/** Findings, one a line, each with a link to the page of its rule. */
function findingLines(message: string, api: string | null): Html {
  return html`${each(message.split('\n'), (line, at) => {
    const [, rule, rest] = /^([A-Z][A-Z0-9]*(?:-[A-Za-z0-9_]+)+)(: .*)$/.exec(line) ?? []
    const lineBreak = at === 0 ? null : html`<br />`
    if (api === null || rule === undefined || rest === undefined) return html`${lineBreak}${said(line)}`
    return html`${lineBreak}<a href="${ruleLink(api, rule)}">${rule}</a>${said(rest)}`
  })}`
}

/** The error of an invoice, and what to do; null: it has none. */
export function faultOf(
  { status, error_message: message, error_translated: translated, error_fix: fix }: InvoiceRow,
  api: string | null,
): Html | null {
  if (message === null && translated === null) return null
  // Only a rejection is the government's: what was never sent is reported by this service.
  const summary = status === 'rejected' ? "In the government's words" : 'The original message'
  return html`<div class="notice failed">
    <p><strong>What is wrong:</strong> ${saidLines(translated ?? message)}</p>
    ${fix === null ? null : html`<p><strong>What to do:</strong><br />${saidLines(fix)}</p>`}
    ${
      translated === null || message === null
        ? null
        : html`<details>
            <summary>${summary}</summary>
            <p>${status === 'rejected' ? saidLines(message) : findingLines(message, api)}</p>
          </details>`
    }
  </div>`
}
