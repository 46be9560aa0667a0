import { actorInWords, sentenceOf } from '../../audit/sentences.js'
import type { RecordedEvent } from '../../domain/event.js'
import type { InvoiceEvent } from '../../domain/invoice.js'
import { visible } from '../../domain/text.js'
import type { ChainFault } from '../../eventstore/hash-chain.js'
import { each, html, type Html, type Part } from '../html/html.js'
import { project } from '../../projections/engine/projection.js'
import { invoices, type InvoiceRow } from '../../projections/invoices.js'
import { ConsoleError } from './errors.js'
import { faultOf } from './invoice-facts.js'
import { amount, badge, code, count, facts, said, saidLines, short, statusBadge, table, time } from './parts.js'

/** An invoice's events, in the form of this program. */
type Events = readonly RecordedEvent<InvoiceEvent>[]

/**
 * The revision in the query parameter `at`; null: there is none. Throws a 400 for a revision that
 * does not exist.
 */
export function momentIn(query: URLSearchParams, events: Events): number | null {
  const asked = query.get('at') ?? ''
  if (asked === '') return null
  const revision = /^\d{1,6}$/.test(asked) ? Number(asked) : Infinity
  if (revision < events.length) return revision
  throw new ConsoleError(
    400,
    'There is no such moment',
    `The invoice has the events 0 to ${events.length - 1}; follow one of the links of its timeline.`,
  )
}

/** Shows whether the hash chain of the events is intact. */
export function chain(fault: ChainFault | null, events: number): Html {
  if (fault === null) {
    return html`<p>${badge('good', 'chain sound')} All ${count(events)} events are unchanged and in their order.</p>`
  }
  return html`<p role="alert">
    ${badge('bad', 'chain broken')} From event ${fault.revision} on nothing can be trusted:
    ${fault.reason.replaceAll('-', ' ')}.
  </p>`
}

/** The timeline; `at`: the event whose state is shown. */
export function invoiceTimeline(row: InvoiceRow, events: Events, at: number | null): Html {
  return eventTable(
    events,
    ({ revision, type }) =>
      html`<a href="/console/invoices/${row.id}?at=${revision}#then" ${revision === at ? CURRENT : null}
        >${revision}. ${type}</a
      >`,
  )
}

/** The events of an invoice, sent or received. `named`: the first cell of each. */
export function eventTable(events: readonly RecordedEvent[], named: (event: RecordedEvent) => Part): Html {
  return table(
    'Events of the invoice, oldest first',
    ['Event', 'When (UTC)', 'What happened', 'By', 'Hash', 'Data'],
    events.map((event) => [
      named(event),
      time(event.metadata.occurredAt),
      saidLines(sentenceOf(event)),
      said(actorInWords(event.metadata.actor)),
      short(event.metadata.hash),
      html`<details>
        <summary>Data<span class="visually-hidden"> of event ${event.revision}</span></summary>
        <pre class="code" tabindex="0">
${asJson({ id: event.id, position: event.position.toString(), data: event.data, metadata: event.metadata })}</pre>
      </details>`,
    ]),
    { hideCaption: true },
  )
}

/** Indented JSON in which invisible characters are made visible. */
function asJson(value: object): string {
  return JSON.stringify(value, undefined, 2).split('\n').map(visible).join('\n')
}

const CURRENT: Part = html`aria-current="true"`

/** The invoice as the API showed it after one of its events. `api`: where rules have pages. */
export function stateAt(row: InvoiceRow, events: Events, revision: number, api: string | null): Html {
  const event = events[revision]
  const then = project(invoices, events.slice(0, revision + 1))
  if (event === undefined || then === null) return html``
  const link = (to: number, label: string): Part =>
    to < 0 || to >= events.length
      ? html`<span class="none">${label}</span>`
      : html`<a href="/console/invoices/${row.id}?at=${to}#then">${label}</a>`
  return html`<section class="then" id="then" aria-labelledby="then-title">
    <h2 id="then-title">As it was at ${time(event.metadata.occurredAt)} UTC ${statusBadge(then.status)}</h2>
    <p>After event ${revision}, ${event.type}, of ${events.length - 1}.</p>
    <ol class="steps" aria-label="Moments">
      ${each(
        events,
        ({ revision: to, type }) =>
          html`<li>
            <a href="/console/invoices/${row.id}?at=${to}#then" ${to === revision ? CURRENT : null} title="${type}"
              ><span class="visually-hidden">${type}, </span>${to}</a
            >
          </li>`,
      )}
    </ol>
    ${facts([
      ['Status', statusBadge(then.status)],
      ['Gross', `${amount(then.gross_amount)} ${then.currency}`],
      ["Government's number", code(then.gov_id)],
      ['Changed (UTC)', time(then.updated_at)],
    ])}
    ${faultOf(then, api)}
    <p class="pages">
      ${link(revision - 1, 'One event earlier')} ${link(revision + 1, 'One event later')}
      <a href="/console/invoices/${row.id}">As it is now</a>
    </p>
  </section>`
}
