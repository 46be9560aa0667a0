import { COUNTRIES } from '../../countries/registry.js'
import { ENVIRONMENTS } from '../../domain/event.js'
import { html, type Html } from '../../http/docs/html.js'
import type { InvoiceRow } from '../../projections/invoices.js'
import type { ListPlace } from '../../projections/list-place.js'
import { isoTime } from '../../projections/shown.js'
import type { ConsoleDeps } from '../deps.js'
import type { Fields } from '../fields.js'
import {
  choice,
  environmentBadge,
  errorSummary,
  faulty,
  input,
  nextPage,
  said,
  statusBadge,
  table,
  time,
} from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { listWanted } from '../queries/invoices.js'
import type { Site } from '../site.js'
import { INVOICE_STATUSES } from '../../domain/invoice.js'

const PAGE_SIZE = 50
const CODES = Object.values(COUNTRIES).map(({ code }) => code)

/** GET /console/invoices: the invoices of all accounts, newest first. */
export function invoiceListRoutes(site: Site, { db }: ConsoleDeps): void {
  site.page('/console/invoices', async ({ fields, query }) => {
    const wanted = {
      text: fields.text('q', 'What is searched for', 200),
      account: accountIn(fields),
      environment: fields.oneOf('environment', 'The environment', ENVIRONMENTS),
      country: fields.oneOf('country', 'The country', CODES),
      status: fields.oneOf('status', 'The status', INVOICE_STATUSES),
      from: fields.day('from', 'The first day'),
      until: fields.day('until', 'The last day', true),
    }
    const after = placeIn(fields)
    const found = fields.faults.length > 0 ? [] : await listWanted(db, wanted, after, PAGE_SIZE + 1)
    const rows = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
    const names = await namesOf(
      db,
      rows.map(({ account }) => account),
    )
    const title = fields.faults.length > 0 ? 'Error: invoices' : 'Invoices'
    const content = html`<h1>Invoices</h1>
      ${errorSummary(fields.faults)} ${filters(fields)} ${fields.faults.length > 0 ? null : invoiceTable(rows, names)}
      ${nextPage(query, '/console/invoices', last ? placeText(last) : null, after === null)}`
    return { title, place: 'console/invoices', content }
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
      html`<a href="/console/invoices/${row.id}">${said(row.number)}</a>`,
      statusBadge(row.status),
      row.country,
      environmentBadge(row.environment),
      html`<a href="/console/accounts/${row.account}">${said(names.get(row.account) ?? row.account)}</a>`,
      said(row.customer_name),
      html`<span class="nowrap">${row.gross_amount} ${row.currency}</span>`,
      time(row.created_at),
    ]),
    { empty: 'No invoice meets these conditions.', hideCaption: true },
  )
}

function filters(fields: Fields): Html {
  const { faults } = fields
  return html`<form class="filters" action="/console/invoices" role="search" aria-label="Invoices">
    ${input('q', 'Number or id', fields.raw('q'), {
      type: 'search',
      hint: 'With account and environment also a part of a VAT number or external id',
      more: faulty(faults, 'q'),
    })}
    ${input('account', 'Account', fields.raw('account'), { hint: 'Its id, acc_…', more: faulty(faults, 'account') })}
    ${choice('environment', 'Environment', fields.raw('environment'), [
      ['', 'Both'],
      ['production', 'Production'],
      ['test', 'Test'],
    ])}
    ${choice('country', 'Country', fields.raw('country'), [['', 'All'], ...CODES.map((code) => [code, COUNTRIES[code].name] as const)])}
    ${choice('status', 'Status', fields.raw('status'), [['', 'All'], ...INVOICE_STATUSES.map((status) => [status, status] as const)])}
    ${input('from', 'First day (UTC)', fields.raw('from'), { type: 'date', more: faulty(faults, 'from') })}
    ${input('until', 'Last day (UTC)', fields.raw('until'), { type: 'date', more: faulty(faults, 'until') })}
    <button>Search</button>
  </form>`
}

/** An account's id in a field; null: none was given, or it is none. */
export function accountIn(fields: Fields): string | null {
  return fields.matching(
    'account',
    /^acc_[0-9A-Za-z]{22}$/,
    'The account must be an id, such as acc_0XyGq5vTk8BnR2wLc7ZmHs.',
  )
}

/** The place in a list at which a page begins; null: at its beginning. */
export function placeIn(fields: Fields): ListPlace | null {
  const text = fields.matching(
    'after',
    /^\d{4}-\d\d-\d\dT[\d:.]+Z [a-z]{3,4}_[0-9A-Za-z]{22}$/,
    'The page must be one that a list leads to.',
  )
  const [createdAt = '', id = ''] = text?.split(' ') ?? []
  return text === null || Number.isNaN(Date.parse(createdAt)) ? null : { createdAt, id }
}

/** As an address has it. */
export function placeText({ created_at, id }: { readonly created_at: string; readonly id: string }): string {
  return `${isoTime(created_at)} ${id}`
}
