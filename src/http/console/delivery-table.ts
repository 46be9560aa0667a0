import { cut, visible } from '../../domain/text.js'
import { html, type Html, type Part } from '../html/html.js'
import type { DeliveryRow } from '../../projections/deliveries.js'
import { button, code, count, environmentBadge, said, statusBadge, table, time } from './parts.js'
import type { Session } from './sessions.js'

/** Characters of an address that are shown. */
const MOST_OF_URL = 120

interface DeliveryTableOptions {
  /** The moment at which it is shown. */
  readonly now: Date
  /** Returns the account cell; absent: none. */
  readonly whose?: (row: DeliveryRow) => Part
  /** The bodies of the requests, as JSON, by the ids of their deliveries; absent: not shown. */
  readonly requests?: ReadonlyMap<string, string>
}

/** Deliveries, each with its attempts. */
export function deliveryTable(
  session: Session,
  rows: readonly DeliveryRow[],
  { now, whose, requests = new Map() }: DeliveryTableOptions,
): Html {
  return table(
    'Deliveries',
    ['Event', 'Status', ...(whose ? ['Account'] : []), 'To', 'Attempts', 'Created (UTC)', 'Send again'],
    rows.map((row) => [
      html`${row.type}<br /><small>${code(row.id)}</small>${requestOf(row, requests)}`,
      statusBadge(row.status),
      ...(whose ? [html`${whose(row)}<br />${environmentBadge(row.environment)}`] : []),
      code(cut(row.url, MOST_OF_URL)),
      attempts(row, now),
      time(row.created_at),
      oneAgain(session, row, whose === undefined),
    ]),
    { empty: 'There are none.', hideCaption: true },
  )
}

/** What the webhook gets, without the signatures. */
function requestOf({ id, type }: DeliveryRow, requests: ReadonlyMap<string, string>): Html | null {
  const body = requests.get(id)
  if (body === undefined) return null
  const lines = JSON.stringify(JSON.parse(body), undefined, 2).split('\n').map(visible)
  return html`<details>
    <summary>Request<span class="visually-hidden"> of ${type}</span></summary>
    <pre class="code" tabindex="0">
X-Service-Event: ${type}
X-Service-Delivery-Id: ${id}

${lines.join('\n')}</pre>
  </details>`
}

function attempts({ attempts: made, next_attempt_at: next }: DeliveryRow, now: Date): Part {
  const last = made.at(-1)
  const answer = last?.statusCode == null ? (last?.error ?? 'no answer') : `answer ${last.statusCode}`
  const summary = last === undefined ? 'none yet' : html`${count(made.length)}, the last: ${said(answer)}`
  if (next === null) return summary
  // Its own time has come, but the earlier ones of the same invoice go first.
  const isBehind = last === undefined && new Date(next) < now
  return html`${summary}<br /><small
      >${isBehind ? 'waits behind an earlier delivery, or is under way' : html`next at ${time(next)} UTC`}</small
    >`
}

function oneAgain(session: Session, row: DeliveryRow, fromInvoice: boolean): Part {
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  if (row.status === 'pending') return html`<span class="none">waiting</span>`
  const fields = fromInvoice ? { back: 'invoice' } : {}
  return button(session, `/console/deliveries/${row.id}/redeliver`, 'Send again', fields, row.id)
}
