import { type Environment, type Scope, scopeOfEvent } from '../../domain/event.js'
import type { InvoiceEvent } from '../../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../../domain/streams.js'
import { BETWEEN, searchTextOf } from '../../domain/public-events/invoice-view.js'
import type { StreamProjection } from '../engine/projection.js'
import { hashed, saltOf } from './search-hash.js'
import { spansOf } from './search-spans.js'

/**
 * The text by which an invoice is found, in a separate table because it never changes: beside the
 * status, its index would be written again with each change.
 */
type InvoiceSearchRow = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly created_at: string
  /** As on the invoice. */
  readonly number: string
  /** Hashes of all parts of the search text, and of its traits: `gramsOf`, `traitsOf`. */
  readonly grams: readonly number[]
  /** Hashes of the spans of time in which it was created: see `spansOf`. */
  readonly spans: readonly number[]
}

declare module '../read-models.js' {
  interface ReadModels {
    'read.invoice_search': InvoiceSearchRow
  }
}

/** The search index of invoices. */
export const invoiceSearch: StreamProjection<InvoiceSearchRow, InvoiceEvent> = {
  name: 'invoice_search',
  version: 4,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    created_at timestamptz NOT NULL,
    number text NOT NULL,
    grams integer[] NOT NULL,
    spans integer[] NOT NULL`,
  // No index by time: it would tempt the planner to go through all invoices of an account.
  indexes: [
    // Every search reads the entries that wait for the index, so few may wait (kB).
    'CREATE INDEX ON $table USING gin (grams, spans) WITH (gin_pending_list_limit = 256)',
    // A hash, because no length of a number may keep its row from being written.
    'CREATE INDEX ON $table (hashtext(number))',
  ],
  key: (event) => (event.type === 'InvoiceCreated' ? event.data.invoiceId : null),
  needsRow: () => false,
  evolve(row, event) {
    if (event.type !== 'InvoiceCreated') return row
    const scope = scopeOfEvent(event)
    return {
      id: event.data.invoiceId,
      ...scope,
      created_at: event.metadata.occurredAt,
      number: event.data.number,
      grams: [...gramsOf(scope, searchTextOf(event.data)), ...traitsOf(scope, event.data)],
      spans: spansOf(scope, event.metadata.occurredAt),
    }
  },
}

/**
 * Parts of one to three characters find short texts; those of six are rare even among a million
 * invoices.
 */
const SHORT_GRAM = 3
const LONG_GRAM = 6
/**
 * The most parts of a search text that are looked up: more would hardly narrow the result further.
 */
const MOST_GRAMS_ASKED = 8

/**
 * The parts of one to three, and of six characters of a text, each as a hash with the scope in it:
 * a look-up touches no data of another account. Two parts may have the same hash; so the text of
 * each invoice found is compared.
 */
export function gramsOf(scope: Scope, text: string): readonly number[] {
  const salt = saltOf(scope)
  const characters = Array.from(text)
  const grams = new Set<number>()
  for (let from = 0; from < characters.length; from += 1) {
    let hash = salt
    for (let at = from; at < Math.min(from + LONG_GRAM, characters.length); at += 1) {
      const character = characters[at] ?? ''
      if (character === BETWEEN) break
      hash = hashed(hash, character)
      const length = at - from + 1
      if (length <= SHORT_GRAM || length === LONG_GRAM) grams.add(hash)
    }
  }
  return [...grams]
}

/**
 * Hashes of other conditions that never change for an invoice. The index then skips those that
 * have only the text: there may be hundreds of thousands.
 */
export function traitsOf(
  scope: Scope,
  { country, companyId }: { readonly country?: string | undefined; readonly companyId?: string | undefined },
): readonly number[] {
  const salt = saltOf(scope)
  const traits: number[] = []
  // No part of a text contains the separator.
  if (country !== undefined) traits.push(hashed(salt, `${BETWEEN}country ${country}`))
  if (companyId !== undefined) traits.push(hashed(salt, `${BETWEEN}company ${companyId}`))
  return traits
}

/**
 * The hashes by which a text is looked up: of its longest parts alone, since they narrow the most.
 */
export function gramsToAsk(scope: Scope, text: string): readonly number[] {
  const characters = Array.from(text)
  const length = characters.length >= LONG_GRAM ? LONG_GRAM : Math.min(SHORT_GRAM, characters.length)
  const starts = characters.length - length + 1
  // Side by side: each one that most invoices have costs time, and overlapping ones narrow little
  // more.
  const step = Math.max(length, Math.ceil(starts / MOST_GRAMS_ASKED))
  const salt = saltOf(scope)
  const asked = new Set<number>()
  // Always the last one: numbers differ at their end.
  for (let from = 0; from < starts - 1 + step; from += step) {
    const start = Math.min(from, starts - 1)
    asked.add(characters.slice(start, start + length).reduce(hashed, salt))
  }
  return [...asked]
}
