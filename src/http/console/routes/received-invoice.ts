import { operatorContext } from '../../../commands/use-cases/operator.js'
import { deliveryIdOf } from '../../../commands/delivery.js'
import { answerReceived, countryOfAnswers } from '../../../commands/use-cases/answer-received.js'
import { readInvoice } from '../../../commands/use-cases/read-received.js'
import { countryOf } from '../../../countries/registry.js'
import type { RecordedEvent } from '../../../domain/event.js'
import { isOf } from '../../../domain/event-of.js'
import { derivedUuid, eventId, newId } from '../../../domain/ids.js'
import { eventToPublish } from '../../../domain/public-events/event-kinds.js'
import { received, type InvoiceReceived, type ReceivedEvent } from '../../../domain/received.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { streamName } from '../../../domain/streams.js'
import { visible } from '../../../domain/text.js'
import { verifyChain } from '../../../eventstore/hash-chain.js'
import { upcast } from '../../../eventstore/upcast.js'
import { documentsOfReceived, readingOf, type StoredReading } from '../../api/received-documents.js'
import { html, type Html } from '../../html/html.js'
import { namedPdf } from '../../pdf-name.js'
import { precedingReceived } from '../../preceding-received.js'
import { pagesOfReceived } from '../../shown-received.js'
import type { ReceivedRow } from '../../../projections/received.js'
import { loadOwned } from '../../../commands/owned.js'
import { deliveryTable } from '../delivery-table.js'
import type { ConsoleDeps } from '../deps.js'
import { missing } from '../errors.js'
import { chain, eventTable } from '../invoice-events.js'
import { button, said, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { findDeliveries } from '../queries/deliveries.js'
import { companyName, findReceivedOfAny, othersAlike } from '../queries/received.js'
import { answersSection, wantedAnswer } from '../received/answers.js'
import { receivedBadge } from '../received/badge.js'
import { receivedContent } from '../received/content.js'
import { documentsSection, downloadName, pagesOf } from '../received/documents.js'
import { duplicateNotice, factsOfReceived } from '../received/facts.js'
import { accountNotice, findingsSection } from '../received/findings.js'
import type { Site, Visit } from '../site.js'

const PAGE = '/console/received'
const MOST_ALIKE = 20

/** One received invoice: what it says, what is wrong with it, its documents, its history. */
export function receivedRoutes(site: Site, deps: ConsoleDeps): void {
  const { db, store, documents, random } = deps

  site.page(`${PAGE}/:id`, async (visit) => {
    const row = await findReceivedOfAny(db, visit.params['id'] ?? '')
    if (row === null) throw missing('received invoice')
    const stream = streamName(row.environment, 'Received', row.id)
    const events = (await store.readStream(stream)).filter((event) => isOf('Received', event))
    const stored = factsIn(events)
    const [names, company, alike] = await Promise.all([
      namesOf(db, [row.account]),
      companyName(db, row, row.company_id),
      othersAlike(db, row, MOST_ALIKE),
    ])
    const reading = stored === null ? null : await keptReading(row, stored)
    const preceding = await precedingReceived(db, row, reading?.invoice ?? null)
    const content = html`<p class="crumb"><a href="${PAGE}">Received invoices</a></p>
      <h1>
        ${row.format === 'unknown' ? 'Unreadable document' : html`Invoice ${said(row.number)}`}
        ${receivedBadge(row.status)}
      </h1>
      ${accountNotice(reading?.findings ?? [])} ${duplicateNotice(row, alike)}
      ${factsOfReceived(row, { account: names.get(row.account) ?? row.account, company, stored, preceding })}
      ${stored && pagesOf(row, stored)} ${markAsRead(visit, row)}
      ${stored === null ? erased() : await lifeOf(visit, row, { stream, stored, reading, events })}`
    return { title: `Received invoice ${visible(row.number ?? '')}`.trim(), place: 'console/received', content }
  })

  site.act(
    `${PAGE}/:id/read`,
    ({ id = '' }) => `${PAGE}/${id}`,
    async ({ params, doing }) => {
      const row = await findReceivedOfAny(db, params['id'] ?? '')
      if (row === null) throw missing('received invoice')
      const { account, environment } = row
      const context = { ...operatorContext(account, random), environment }
      const loaded = await doing({ action: 'received read', target: row.id, details: { account, environment } }, () =>
        readInvoice(deps, context, row.id),
      )
      await deps.freshness.waitFor(loaded.position, [received.name])
      return { to: `${PAGE}/${row.id}`, done: 'The invoice is marked as read.' }
    },
  )

  site.act(
    `${PAGE}/:id/answer`,
    ({ id = '' }) => `${PAGE}/${id}`,
    async ({ params, fields, form, doing }) => {
      const row = await findReceivedOfAny(db, params['id'] ?? '')
      if (row === null) throw missing('received invoice')
      const to = `${PAGE}/${row.id}#answers`
      const wanted = wantedAnswer(fields)
      if (wanted === null)
        return { to, failed: fields.faults.map(({ message }) => message).join(' ') || 'Choose an answer.' }
      const { account, environment } = row
      const commandId = derivedUuid('console answer', row.id, form.get('once') ?? '')
      const context = { ...operatorContext(account, random), environment, commandId }
      const details = { account, environment, code: wanted.code }
      const { loaded } = await doing({ action: 'received answer', target: row.id, details }, () =>
        answerReceived({ ...deps, countryOf }, context, row.id, wanted),
      )
      await deps.freshness.waitFor(loaded.position, [received.name])
      return { to, done: 'The answer is on its way to the supplier.' }
    },
  )

  site.download(`${PAGE}/:id/documents/pdf`, async ({ params, reply, disclosing }) => {
    const { row, facts } = await found(params['id'] ?? '')
    const request = await pagesOfReceived(deps, row, facts)
    if (request === null) throw missing('document')
    const bytes = await deps.rendering.pdf({ account: row.account, whenBusy: 'refuse' }, request)
    await disclosing({
      action: 'documents download',
      target: row.id,
      details: { account: row.account, environment: row.environment, kind: 'pdf' },
    })
    return reply
      .type('application/octet-stream')
      .header('content-disposition', namedPdf(row.number ?? '', row.id))
      .send(Buffer.from(bytes))
  })

  site.download(`${PAGE}/:id/documents/:kind`, async ({ params, reply, disclosing }) => {
    const { row, facts } = await found(params['id'] ?? '')
    const wanted = documentsOfReceived(facts).find(({ kind }) => kind === params['kind'])
    const bytes = wanted && (await documents.get(row, wanted.document.sha256))
    if (!wanted || !bytes) throw missing('document')
    const { kind, document } = wanted
    const details = { account: row.account, environment: row.environment, kind, sha256: document.sha256 }
    await disclosing({ action: 'documents download', target: row.id, details })
    return reply
      .type('application/octet-stream')
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(downloadName(row.id, wanted).toWellFormed())}`,
      )
      .send(Buffer.from(bytes))
  })

  /** The invoice of any account, from its stream. Throws a 404. */
  async function found(id: string): Promise<{ readonly row: ReceivedRow; readonly facts: InvoiceReceived['data'] }> {
    const row = await findReceivedOfAny(db, id)
    const owned = row && (await loadOwned(store, row, received, 'Received', row.id))
    if (!row || !owned || owned.loaded.state.status === 'none') throw missing('received invoice')
    return { row, facts: owned.loaded.state.facts }
  }

  async function lifeOf({ session }: Visit, row: ReceivedRow, life: Life): Promise<Html> {
    const { stream, stored, reading, events } = life
    const deliveryIds = events.flatMap((event) =>
      eventToPublish(event) === null ? [] : [deliveryIdOf(row, eventId(event.id))],
    )
    const [sent, country] = await Promise.all([
      findDeliveries(db, row, deliveryIds),
      countryOfAnswers(deps, row, stored).then(countryOf),
    ])
    return html`${reading === null ? null : findingsSection(reading.findings, reading.losses, deps.api)}
      ${reading?.invoice == null ? null : receivedContent(reading.invoice as unknown as InvoiceRequest, reading.stated ?? null)}
      ${documentsSection(row, stored)}
      ${answersSection(row, stored, { session, country, now: deps.clock.now(), once: newId('req', random) })}
      <section aria-labelledby="events">
        <h2 id="events">Timeline and events</h2>
        ${chain(verifyChain(stream, events), events.length)}
        <p class="small">Times are in UTC.</p>
        ${eventTable(
          events.map((event) => upcast(event)),
          ({ revision, type }) => `${revision}. ${type}`,
        )}
      </section>
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries to the webhook</h2>
        ${deliveryTable(session, sent, { now: deps.clock.now() })}
      </section>`
  }

  /** null: the document store does not contain it. */
  async function keptReading(row: ReceivedRow, stored: InvoiceReceived['data']): Promise<StoredReading | null> {
    try {
      return await readingOf(documents, row, stored)
    } catch (error) {
      deps.log.error({ err: error, receivedId: row.id }, 'the content of a received invoice cannot be read')
      return null
    }
  }
}

/** What the page shows of an invoice that was not erased. */
interface Life {
  readonly stream: string
  readonly stored: InvoiceReceived['data']
  readonly reading: StoredReading | null
  readonly events: readonly RecordedEvent<ReceivedEvent>[]
}

function factsIn(events: readonly RecordedEvent<ReceivedEvent>[]): InvoiceReceived['data'] | null {
  const arrival = events.find((event) => event.type === 'InvoiceReceived')
  return arrival?.data ?? null
}

function markAsRead({ session }: Visit, row: ReceivedRow): Html | null {
  if (row.read_at !== null) return html`<p class="small">Marked as read at ${time(row.read_at)} UTC.</p>`
  if (session.user.role !== 'operator') return null
  return button(session, `${PAGE}/${row.id}/read`, 'Mark as read')
}

function erased(): Html {
  return html`<p class="empty">
    Its events were erased at the end of their retention period, or the event store was restored to an older point.
  </p>`
}
