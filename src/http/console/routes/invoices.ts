import { COUNTRIES } from '../../../countries/registry.js'
import { INVOICE_STATUSES } from '../../../domain/invoice.js'
import { html, type Html } from '../../html/html.js'
import type { InvoiceRow } from '../../../projections/invoices.js'
import type { ConsoleDeps } from '../deps.js'
import type { Fields } from '../fields.js'
import {
  accountIn,
  accountInput,
  asOptions,
  choice,
  environmentChoice,
  environmentIn,
  errorSummary,
  filterForm,
  input,
} from '../forms.js'
import { listPage } from '../listing.js'
import { accountLink, amount, environmentBadge, said, statusBadge, table, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { listWanted } from '../queries/invoices.js'
import type { Site } from '../site.js'

const PAGE = '/console/invoices'
const CODES = Object.values(COUNTRIES).map(({ code }) => code)

/** GET /console/invoices: the invoices of all accounts, newest first. */
export function invoiceListRoutes(site: Site, { db }: ConsoleDeps): void {
  site.page(PAGE, async ({ fields }) => {
    const wanted = {
      text: fields.text('q', 'The search text', 200),
      account: accountIn(fields),
      environment: environmentIn(fields),
      country: fields.oneOf('country', 'The country', CODES),
      status: fields.oneOf('status', 'The status', INVOICE_STATUSES),
      from: fields.day('from', 'The first day'),
      until: fields.day('until', 'The last day', true),
    }
    const { rows, pages, above } = await listPage(PAGE, fields, (after, limit) => listWanted(db, wanted, after, limit))
    const names = await namesOf(
      db,
      rows.map(({ account }) => account),
    )
    const content = html`<h1>Invoices</h1>
      ${errorSummary(fields.faults)} ${filters(fields)} ${above}
      ${fields.faults.length > 0 ? null : invoiceTable(rows, names)} ${pages}`
    return { title: 'Invoices', place: 'console/invoices', content }
  })
}

function invoiceTable(rows: readonly InvoiceRow[], names: ReadonlyMap<string, string>): Html {
  return table(
    'Invoices, newest first',
    [
      'Number',
      'Status',
      'Country',
      'Environment',
      'Account',
      'Customer',
      { title: 'Gross', numeric: true },
      'Created (UTC)',
    ],
    rows.map((row) => [
      html`<a href="${PAGE}/${row.id}">${said(row.number)}</a>`,
      statusBadge(row.status),
      row.country,
      environmentBadge(row.environment),
      accountLink(row.account, names),
      said(row.customer_name),
      html`<span class="nowrap">${amount(row.gross_amount)} ${row.currency}</span>`,
      time(row.created_at),
    ]),
    { empty: 'No invoice matches these filters.', hideCaption: true, brief: true },
  )
}

function filters(fields: Fields): Html {
  const countries = CODES.map((code) => [code, COUNTRIES[code].name] as const)
  return filterForm(
    PAGE,
    'Invoices',
    'Search',
    html`${input(fields, 'q', 'Number, VAT number or id', { type: 'search', hint: 'Also an external id, or the number of a government; parts of these with an account and an environment' })}
    ${accountInput(fields)} ${environmentChoice(fields)}
    ${choice(fields, 'country', 'Country', [['', 'All'], ...countries])}
    ${choice(fields, 'status', 'Status', [['', 'All'], ...asOptions(INVOICE_STATUSES)])}
    ${input(fields, 'from', 'First day (UTC)', { type: 'date' })}
    ${input(fields, 'until', 'Last day (UTC)', { type: 'date' })}`,
  )
}
