import { inclusionProof, type InvoiceProof } from '../../../audit/seals/proof.js'
import type { InvoiceRow } from '../../../projections/invoices.js'
import { html, type Html } from '../../html/html.js'
import type { ConsoleDeps } from '../deps.js'
import { badge, code, count, table, time } from '../parts.js'

/** The proof that an invoice's events are sealed; null: its events were erased. */
export function proofOf(
  { store, pool, clock, sealMinutes: everyMinutes }: ConsoleDeps,
  row: Pick<InvoiceRow, 'account' | 'environment' | 'id'>,
): Promise<InvoiceProof | null> {
  return inclusionProof({ store, pool, clock, everyMinutes }, row, row.id)
}

/** Whether each event is sealed, and by which seal. */
export function proofSection(row: Pick<InvoiceRow, 'id'>, proof: InvoiceProof | null): Html {
  if (proof === null) return html``
  const { sealed, reason, nextSealAt, seal, events } = proof
  return html`<section aria-labelledby="proof">
    <h2 id="proof">Proof</h2>
    <p>${sealed ? badge('good', 'sealed') : badge('quiet', 'not sealed')} ${summaryOf(proof)}</p>
    ${reason === null || nextSealAt === null ? null : html`<p>The next seal is due at ${time(nextSealAt)} UTC.</p>`}
    ${table(
      'Events and the seal that covers them',
      ['Event', 'Sealed', { title: 'Place in the tree', numeric: true }, 'Hash'],
      events.map((event) => [
        `${event.revision}. ${event.type}`,
        event.sealed && seal !== null ? `by seal ${seal.sequence}` : 'not yet',
        event.leafIndex === null ? html`<span class="none">none</span>` : count(event.leafIndex),
        code(event.hash),
      ]),
      { hideCaption: true },
    )}
    <p><a href="/console/invoices/${row.id}/proof" download>Download the proof (JSON)</a></p>
    <p class="small">The download contains the events with their data. It is recorded with your name.</p>
  </section>`
}

function summaryOf({ reason, seal }: InvoiceProof): Html {
  const why = reason === null ? null : `${reason}.`
  if (seal === null) return html`${why}`
  return html`${why} Covered by seal ${seal.sequence}, made at ${time(seal.sealedAt)} UTC over ${count(seal.size)}
  events, with the key ${code(seal.keyId)}.`
}
