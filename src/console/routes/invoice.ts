import { actorInWords, sentenceOf } from '../../audit/sentences.js'
import { deliveryIdOf } from '../../commands/schedule-delivery.js'
import { loadOwned } from '../../commands/owned.js'
import { eventId } from '../../domain/ids.js'
import { invoice, type InvoiceEvent } from '../../domain/invoice.js'
import { visible } from '../../domain/text.js'
import { invoiceEventKind } from '../../domain/webhook-kinds.js'
import { streamName } from '../../domain/streams.js'
import { type ChainFault, verifyChain } from '../../eventstore/hash-chain.js'
import type { RecordedEvent } from '../../domain/event.js'
import { upcast } from '../../eventstore/upcast.js'
import { each, html, type Html, type Part } from '../../http/docs/html.js'
import { documentsOf, type InvoiceDocument } from '../../http/invoice-documents.js'
import { project } from '../../projections/engine/projection.js'
import { invoices, type InvoiceRow } from '../../projections/invoices.js'
import { listResponses } from '../../projections/responses.js'
import { resolveContent } from '../../storage/invoice-content.js'
import type { ConsoleDeps } from '../deps.js'
import { missing } from '../errors.js'
import { badge, code, count, environmentBadge, facts, said, statusBadge, table, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { findDeliveries } from '../queries/deliveries.js'
import { findInvoice } from '../queries/invoices.js'
import type { Site, Visit } from '../site.js'
import { deliveryTable } from './deliveries.js'
import { proofOf, proofSection } from './proof.js'

const MOST_RESPONSES = 100

/** One invoice: what it is, how it came to be so, and what it was at each moment before. */
export function invoiceRoutes(site: Site, deps: ConsoleDeps): void {
  const { db, store, documents } = deps

  site.page('/console/invoices/:id', async (visit) => {
    const row = await findInvoice(db, visit.params['id'] ?? '')
    if (row === null) throw missing('invoice')
    const stream = streamName(row.environment, 'Invoice', row.id)
    const events = (await store.readStream(stream)) as readonly RecordedEvent<InvoiceEvent>[]
    const names = await namesOf(db, [row.account])
    const content = html`<p class="crumb"><a href="/console/invoices">Invoices</a></p>
      <h1>Invoice ${said(row.number)} ${statusBadge(row.status)}</h1>
      ${factsOf(row, names.get(row.account) ?? row.account)}
      ${events.length === 0 ? erased() : await lifeOf(visit, row, stream, events)}`
    return { title: `Invoice ${visible(row.number)}`, place: 'console/invoices', content }
  })

  site.download('/console/invoices/:id/documents/:kind', async ({ params, reply, disclosing }) => {
    const row = await findInvoice(db, params['id'] ?? '')
    const owned = row && (await loadOwned(store, row, invoice, 'Invoice', row.id))
    if (!row || !owned || owned.loaded.state.status === 'none') throw missing('invoice')
    const accepted = await resolveContent(documents, row, owned.loaded.state.facts.content)
    const found = documentsOf(owned.loaded.events, accepted).find(({ kind }) => kind === params['kind'])
    const bytes = found && (await documents.get(row, found.document.sha256))
    if (!found || !bytes) throw missing('document')
    const { kind, filename: named, document } = found
    const details = { account: row.account, environment: row.environment, kind, sha256: document.sha256 }
    await disclosing({ action: 'documents download', target: row.id, details })
    const filename = named ?? `${row.id}-${kind}${EXTENSIONS[document.mediaType] ?? ''}`
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`)
      .send(Buffer.from(bytes))
  })

  site.download('/console/invoices/:id/proof', async ({ params, reply, disclosing }) => {
    const row = await findInvoice(db, params['id'] ?? '')
    const proof = row && (await proofOf(deps, row))
    if (!row || !proof) throw missing('proof')
    const details = { account: row.account, environment: row.environment }
    await disclosing({ action: 'proof download', target: row.id, details })
    return reply
      .type('application/json')
      .header('content-disposition', `attachment; filename="${row.id}-proof.json"`)
      .send(`${JSON.stringify(proof, null, 2)}\n`)
  })

  async function lifeOf(
    { session, query }: Visit,
    row: InvoiceRow,
    stream: string,
    stored: readonly RecordedEvent<InvoiceEvent>[],
  ): Promise<Html> {
    const events = stored.map((event) => upcast(event) as RecordedEvent<InvoiceEvent>)
    const told = events.flatMap((event) => (invoiceEventKind(event) ? [deliveryIdOf(row, eventId(event.id))] : []))
    const [sent, responses, kept, proof] = await Promise.all([
      findDeliveries(db, row, told),
      listResponses(db, row, row.id, null, MOST_RESPONSES),
      keptDocuments(row, events),
      proofOf(deps, row),
    ])
    const at = momentIn(query, events)
    return html`${at === null ? null : stateAt(row, events, at)}
      <section aria-labelledby="events">
        <h2 id="events">Timeline and events</h2>
        ${chain(verifyChain(stream, stored), stored.length)}
        <p class="small">Times are in UTC. Each link shows the invoice as it was right after that event.</p>
        ${eventTable(row, events, at)}
      </section>
      ${proofSection(row, proof)}
      <section aria-labelledby="documents">
        <h2 id="documents">Documents</h2>
        <p class="small">Each download is recorded with your name.</p>
        ${documentTable(row, kept)}
      </section>
      <section aria-labelledby="responses">
        <h2 id="responses">What the buyer said</h2>
        ${table(
          'What the buyer said',
          ['Said at (UTC)', 'Code', 'Meaning', 'Reason'],
          responses.map((each) => [time(each.said_at), code(each.code), said(each.label), said(each.reason)]),
          { empty: 'Nothing yet.', hideCaption: true },
        )}
      </section>
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries to the webhook</h2>
        ${deliveryTable(session, sent)}
      </section>`
  }

  /** null: the document store does not have the invoice itself. */
  async function keptDocuments(
    row: InvoiceRow,
    events: readonly InvoiceEvent[],
  ): Promise<readonly InvoiceDocument[] | null> {
    const created = events.find((event) => event.type === 'InvoiceCreated')
    if (created === undefined) return null
    try {
      return documentsOf(events, await resolveContent(documents, row, created.data.content))
    } catch (error) {
      deps.log.error({ err: error, invoiceId: row.id }, 'the content of an invoice can not be read')
      return null
    }
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'text/plain; charset=utf-8': '.txt',
}

function erased(): Html {
  return html`<p class="empty">
    Its events were erased at the end of their retention, or the event store was restored to an older point.
  </p>`
}

function factsOf(row: InvoiceRow, account: string): Html {
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
    ['Net', `${row.net_amount} ${row.currency}`],
    ['VAT', `${row.vat_amount} ${row.currency}`],
    ['Gross', html`<strong>${row.gross_amount} ${row.currency}</strong>`],
    ["Government's number", code(row.gov_id)],
    ['External id', said(row.external_id)],
    ['Created (UTC)', time(row.created_at)],
    ['Changed (UTC)', time(row.updated_at)],
  ])}
  ${faultOf(row)}`
}

function faultOf({ error_message: message, error_translated: translated, error_fix: fix }: InvoiceRow): Html | null {
  if (message === null && translated === null) return null
  return html`<div class="notice failed">
    <p><strong>What is wrong:</strong> ${said(translated ?? message)}</p>
    ${fix === null ? null : html`<p><strong>What to do:</strong> ${said(fix)}</p>`}
    ${
      translated === null || message === null
        ? null
        : html`<details>
            <summary>In the government's words</summary>
            <p>${said(message)}</p>
          </details>`
    }
  </div>`
}

function chain(fault: ChainFault | null, events: number): Html {
  if (fault === null) {
    return html`<p>
      ${badge('good', 'chain sound')} All ${count(events)} events are as they were written, and in their order.
    </p>`
  }
  return html`<p role="alert">
    ${badge('bad', 'chain broken')} From event ${fault.revision} on nothing can be trusted:
    ${fault.reason.replaceAll('-', ' ')}.
  </p>`
}

/** The revision that the address asks for; null: none that there is. */
function momentIn(query: URLSearchParams, events: readonly RecordedEvent[]): number | null {
  const asked = query.get('at') ?? ''
  const revision = /^\d{1,6}$/.test(asked) ? Number(asked) : null
  return revision !== null && revision < events.length ? revision : null
}

function eventTable(row: InvoiceRow, events: readonly RecordedEvent<InvoiceEvent>[], at: number | null): Html {
  return table(
    'Events of the invoice, oldest first',
    ['Event', 'When', 'What happened', 'By', 'Position', 'Hash', 'Data'],
    events.map((event) => [
      html`<a href="/console/invoices/${row.id}?at=${event.revision}#then" ${event.revision === at ? CURRENT : null}
        >${event.revision}. ${event.type}</a
      >`,
      time(event.metadata.occurredAt),
      said(sentenceOf(event)),
      said(actorInWords(event.metadata.actor)),
      code(event.position.toString()),
      html`<code title="${event.metadata.hash}">${event.metadata.hash.slice(0, 12)}…</code>`,
      html`<details>
        <summary>Data<span class="visually-hidden"> of event ${event.revision}</span></summary>
        <pre class="code" tabindex="0">${asJson({ data: event.data, metadata: event.metadata, id: event.id })}</pre>
      </details>`,
    ]),
    { hideCaption: true },
  )
}

/** Line by line, with what nobody sees as what it is. */
function asJson(value: object): string {
  return JSON.stringify(value, undefined, 2).split('\n').map(visible).join('\n')
}

const CURRENT: Part = html`aria-current="true"`

/** The invoice as the API showed it after an event of its own. */
function stateAt(row: InvoiceRow, events: readonly RecordedEvent<InvoiceEvent>[], revision: number): Html {
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
      ['Gross', `${then.gross_amount} ${then.currency}`],
      ["Government's number", code(then.gov_id)],
      ['Changed (UTC)', time(then.updated_at)],
    ])}
    ${faultOf(then)}
    <p class="pages">
      ${link(revision - 1, 'One event earlier')} ${link(revision + 1, 'One event later')}
      <a href="/console/invoices/${row.id}">As it is now</a>
    </p>
  </section>`
}

function documentTable(row: InvoiceRow, documents: readonly InvoiceDocument[] | null): Html {
  if (documents === null) return html`<p class="empty">Its content is not in the document store; the log says more.</p>`
  return table(
    'Documents of the invoice',
    ['Document', 'Name', 'Kind', { title: 'Bytes', numeric: true }, 'SHA-256'],
    documents.map(({ kind, filename, document }) => [
      html`<a href="/console/invoices/${row.id}/documents/${kind}" download>${kind}</a>`,
      said(filename),
      code(document.mediaType),
      count(document.size),
      html`<code title="${document.sha256}">${document.sha256.slice(0, 16)}…</code>`,
    ]),
    { empty: 'There are none yet.', hideCaption: true },
  )
}
