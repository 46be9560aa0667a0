import { deliveryIdOf } from '../../../commands/delivery.js'
import { COUNTRIES } from '../../../countries/registry.js'
import { loadOwned } from '../../../commands/owned.js'
import type { RecordedEvent } from '../../../domain/event.js'
import { eventId } from '../../../domain/ids.js'
import { invoice, type InvoiceEvent, type InvoicingMode } from '../../../domain/invoice.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { streamName } from '../../../domain/streams.js'
import { visible } from '../../../domain/text.js'
import { invoiceEventKind } from '../../../domain/public-events/event-kinds.js'
import { publicBody, publicEventOf } from '../../../domain/public-events/public-event.js'
import { verifyChain } from '../../../eventstore/hash-chain.js'
import { upcast } from '../../../eventstore/upcast.js'
import { html, type Html } from '../../html/html.js'
import { namedPdf } from '../../pdf-name.js'
import { shownInvoice } from '../../shown-invoice.js'
import { documentsOf, type InvoiceDocument } from '../../api/invoice-documents.js'
import type { DeliveryRow } from '../../../projections/deliveries.js'
import type { InvoiceRow } from '../../../projections/invoices.js'
import { listResponses } from '../../../projections/responses.js'
import { resolveContent } from '../../../storage/documents/invoice-content.js'
import { deliveryTable } from '../delivery-table.js'
import type { ConsoleDeps } from '../deps.js'
import { EXTENSIONS } from '../document-names.js'
import { missing } from '../errors.js'
import { contentSection } from '../invoice-content.js'
import { chain, invoiceTimeline, momentIn, stateAt } from '../invoice-events.js'
import { factsOf, type InvoiceLinks } from '../invoice-facts.js'
import { code, count, said, statusBadge, table, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { findDeliveries } from '../queries/deliveries.js'
import { findInvoice } from '../queries/invoices.js'
import type { Site, Visit } from '../site.js'
import { proofOf, proofSection } from './proof.js'
import { isOf } from '../../../domain/event-of.js'

const MOST_RESPONSES = 100

/** What the document store has of an invoice. */
interface KeptContent {
  readonly accepted: InvoiceRequest
  readonly documents: readonly InvoiceDocument[]
  /** The caller sent it in XML. */
  readonly isOwnDocument: boolean
}

/** KSeF's mode of the invoice; undefined: it has named none. */
function modeOf(events: readonly RecordedEvent<InvoiceEvent>[]): InvoicingMode | undefined {
  return events.findLast((event) => event.type === 'InvoiceAccepted')?.data.invoicingMode
}

/** The advances that it settles, and the final invoices that settle it. */
function linksOf(events: readonly RecordedEvent<InvoiceEvent>[]): InvoiceLinks {
  const validated = events.findLast((event) => event.type === 'InvoiceValidated')
  return {
    advances: validated?.data.advances ?? [],
    finals: events.flatMap((event) => (event.type === 'FinalInvoiceIssued' ? [event.data] : [])),
  }
}

/** One invoice: its facts, its history, and its state after each event. */
export function invoiceRoutes(site: Site, deps: ConsoleDeps): void {
  const { db, store, documents } = deps

  site.page('/console/invoices/:id', async (visit) => {
    const row = await findInvoice(db, visit.params['id'] ?? '')
    if (row === null) throw missing('invoice')
    const stream = streamName(row.environment, 'Invoice', row.id)
    const events = (await store.readStream(stream)).filter((event) => isOf('Invoice', event))
    const names = await namesOf(db, [row.account])
    const content = html`<p class="crumb"><a href="/console/invoices">Invoices</a></p>
      <h1>Invoice ${said(row.number)} ${statusBadge(row.status)}</h1>
      ${factsOf(row, names.get(row.account) ?? row.account, { api: deps.api, mode: modeOf(events), ...linksOf(events) })}
      ${events.length === 0 ? erased() : await lifeOf(visit, row, stream, events)}`
    return { title: `Invoice ${visible(row.number)}`, place: 'console/invoices', content }
  })

  site.download('/console/invoices/:id/documents/pdf', async ({ params, reply, disclosing }) => {
    const row = await findInvoice(db, params['id'] ?? '')
    if (row === null) throw missing('invoice')
    const { shown } = await shownInvoice(deps, row, row.id)
    const { language } = COUNTRIES[row.country]
    const bytes = await deps.rendering.pdf({ account: row.account, whenBusy: 'refuse' }, { ...shown, language })
    const details = { account: row.account, environment: row.environment, kind: 'pdf' }
    await disclosing({ action: 'documents download', target: row.id, details })
    return reply
      .type('application/octet-stream')
      .header('content-disposition', namedPdf(row.number, row.id))
      .send(Buffer.from(bytes))
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
    const events = stored.map((event) => upcast(event))
    const deliveryIds = events.flatMap((event) =>
      invoiceEventKind(event) ? [deliveryIdOf(row, eventId(event.id))] : [],
    )
    const [sent, responses, kept, proof] = await Promise.all([
      findDeliveries(db, row, deliveryIds),
      listResponses(db, row, row.id, null, MOST_RESPONSES),
      keptContent(row, events),
      proofOf(deps, row),
    ])
    const at = momentIn(query, events)
    return html`${at === null ? null : stateAt(row, events, at, deps.api)}
      ${kept && contentSection(kept.accepted, kept.isOwnDocument)}
      <section aria-labelledby="events">
        <h2 id="events">Timeline and events</h2>
        ${chain(verifyChain(stream, stored), stored.length)}
        <p class="small">Times are in UTC. Each link shows the invoice as it was right after that event.</p>
        ${invoiceTimeline(row, events, at)}
      </section>
      ${proofSection(row, proof)}
      <section aria-labelledby="documents">
        <h2 id="documents">Documents</h2>
        <p class="small">Each download is recorded with your name.</p>
        ${kept && html`<p><a href="/console/invoices/${row.id}/documents/pdf" download>The invoice as a PDF</a></p>`}
        ${documentTable(row, kept?.documents ?? null)}
      </section>
      <section aria-labelledby="responses">
        <h2 id="responses">Responses of the buyer</h2>
        ${table(
          'Responses of the buyer',
          ['Responded at (UTC)', 'Code', 'Meaning', 'Reason'],
          responses.map((each) => [time(each.said_at), code(each.code), said(each.label), said(each.reason)]),
          { empty: 'Nothing yet.', hideCaption: true },
        )}
      </section>
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries to the webhook</h2>
        ${deliveryTable(session, sent, { now: deps.clock.now(), requests: requestsOf(row, events, sent) })}
      </section>`
  }

  /** null: the document store does not contain the invoice itself. */
  async function keptContent(row: InvoiceRow, events: readonly InvoiceEvent[]): Promise<KeptContent | null> {
    const created = events.find((event) => event.type === 'InvoiceCreated')
    if (created === undefined) return null
    try {
      const accepted = await resolveContent(documents, row, created.data.content)
      const isOwnDocument = created.data.content.kind === 'xml'
      return { accepted, documents: documentsOf(events, accepted), isOwnDocument }
    } catch (error) {
      deps.log.error({ err: error, invoiceId: row.id }, 'the content of an invoice cannot be read')
      return null
    }
  }
}

/** The bodies of the requests of these deliveries, by their ids. */
function requestsOf(
  row: InvoiceRow,
  events: readonly RecordedEvent<InvoiceEvent>[],
  sent: readonly DeliveryRow[],
): ReadonlyMap<string, string> {
  const ids = new Set(sent.map(({ id }) => id))
  return new Map(
    events.flatMap((event): (readonly [string, string])[] => {
      const kind = invoiceEventKind(event)
      const id = deliveryIdOf(row, eventId(event.id))
      if (kind === null || !ids.has(id)) return []
      return [[id, JSON.stringify(publicBody(publicEventOf({ subject: 'invoice', kind, event }, events)))]]
    }),
  )
}

function erased(): Html {
  return html`<p class="empty">
    Its events were erased at the end of their retention period, or the event store was restored to an older point.
  </p>`
}

function documentTable(row: InvoiceRow, documents: readonly InvoiceDocument[] | null): Html {
  if (documents === null)
    return html`<p class="empty">The document store does not contain its content; see the log.</p>`
  return table(
    'Documents of the invoice',
    ['Document', 'Name', 'Kind', { title: 'Bytes', numeric: true }, 'SHA-256'],
    documents.map(({ kind, filename, document }) => [
      html`<a href="/console/invoices/${row.id}/documents/${kind}" download>${kind}</a>`,
      said(filename),
      code(document.mediaType),
      count(document.size),
      code(document.sha256),
    ]),
    { empty: 'There are none yet.', hideCaption: true },
  )
}
