import { COUNTRIES } from '../../../countries/registry.js'
import { RECEIVED_STATUSES } from '../../../domain/received.js'
import { html, type Html, type Part } from '../../html/html.js'
import type { ReceivedRow } from '../../../projections/received.js'
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
import { accountLink, amount, badge, environmentBadge, said, table, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { listWantedReceived } from '../queries/received.js'
import { receivedBadge } from '../received/badge.js'
import type { Site } from '../site.js'

const PAGE = '/console/received'
const CODES = Object.values(COUNTRIES).map(({ code }) => code)

/** GET /console/received: the received invoices of all accounts, newest first. */
export function receivedListRoutes(site: Site, { db }: ConsoleDeps): void {
  site.page(PAGE, async ({ fields }) => {
    const wanted = {
      text: fields.text('q', 'The search text', 200),
      account: accountIn(fields),
      environment: environmentIn(fields),
      company: fields.matching(
        'company',
        /^comp_[0-9A-Za-z]{22}$/,
        'The company must be an id, such as comp_7TzKd3Wq9RvBn5xLc2YhSm.',
      ),
      country: fields.oneOf('country', 'The country', CODES),
      status: fields.oneOf('status', 'The status', RECEIVED_STATUSES),
      supplier: fields.text('supplier', 'The VAT number', 50)?.toUpperCase() ?? null,
      from: fields.day('from', 'The first day'),
      until: fields.day('until', 'The last day', true),
    }
    const { rows, pages, above } = await listPage(PAGE, fields, (after, limit) =>
      listWantedReceived(db, wanted, after, limit),
    )
    const names = await namesOf(
      db,
      rows.map(({ account }) => account),
    )
    const content = html`<h1>Received invoices</h1>
      <p>What suppliers sent to the companies that receive through this service.</p>
      ${errorSummary(fields.faults)} ${filters(fields)} ${above}
      ${fields.faults.length > 0 ? null : receivedTable(rows, names)} ${pages}`
    return { title: 'Received invoices', place: 'console/received', content }
  })
}

function receivedTable(rows: readonly ReceivedRow[], names: ReadonlyMap<string, string>): Html {
  return table(
    'Received invoices, newest first',
    ['Number', 'Status', 'Supplier', { title: 'Gross', numeric: true }, 'Due', 'Country', 'Account', 'Received (UTC)'],
    rows.map((row) => [
      html`<a href="${PAGE}/${row.id}">${nameOf(row)}</a>`,
      html`${receivedBadge(row.status)} ${marksOf(row)}`,
      said(row.supplier_name ?? row.supplier_vat),
      html`<span class="nowrap"
          >${row.gross_amount === null ? '–' : `${amount(row.gross_amount)} ${row.currency ?? ''}`}</span
        >${row.due_date === null ? null : html`<br /><small class="nowrap">due ${row.due_date}</small>`}`,
      html`${row.country} ${environmentBadge(row.environment)}`,
      accountLink(row.account, names),
      time(row.created_at),
    ]),
    { empty: 'No received invoice matches these filters.', hideCaption: true, brief: true },
  )
}

function nameOf({ number, format }: ReceivedRow): Part {
  if (format === 'unknown') return 'unreadable document'
  return number === null ? 'without a number' : said(number)
}

/** What an accountant should look at. */
function marksOf({ format, valid, duplicate_of: first, findings_total: findings }: ReceivedRow): Html {
  if (format === 'unknown') return badge('bad', 'unreadable')
  return html`${valid ? (findings > 0 ? badge('warn', 'findings') : null) : badge('bad', 'invalid')}
  ${first === null ? null : badge('warn', 'duplicate')}`
}

function filters(fields: Fields): Html {
  const countries = CODES.map((code) => [code, COUNTRIES[code].name] as const)
  return filterForm(
    PAGE,
    'Received invoices',
    'Search',
    html`${input(fields, 'q', 'Number, supplier’s VAT number or id', { type: 'search', hint: 'Also the number of a government; with an account and an environment parts of these, or of the supplier’s name' })}
    ${accountInput(fields)} ${environmentChoice(fields)}
    ${input(fields, 'company', 'Company', { hint: 'Its id, comp_…' })}
    ${input(fields, 'supplier', 'Supplier', { hint: 'Its VAT number with the prefix, such as RO18547290' })}
    ${choice(fields, 'country', 'Country', [['', 'All'], ...countries])}
    ${choice(fields, 'status', 'Status', [['', 'All'], ...asOptions(RECEIVED_STATUSES)])}
    ${input(fields, 'from', 'First day (UTC)', { type: 'date' })}
    ${input(fields, 'until', 'Last day (UTC)', { type: 'date' })}`,
  )
}
