import { type Kysely, sql, type SqlBool } from 'kysely'
import { type Environment, type Scope, scopeOfEvent } from '../domain/event.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { ListPlace } from './list-place.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'

/**
 * The text that an invoice is found by, in a table of its own because it never changes: beside the
 * status, its index would be written again with each change.
 */
export type InvoiceSearchRow = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly created_at: string
  /** As it is written on the invoice. */
  readonly number: string
  /** Hashes of all that is found in the search text: see `gramsOf`. */
  readonly grams: readonly number[]
}

declare module './read-models.js' {
  interface ReadModels {
    'read.invoice_search': InvoiceSearchRow
  }
}

/** The search index of invoices. */
export const invoiceSearch: StreamProjection<InvoiceSearchRow, InvoiceEvent> = {
  name: 'invoice_search',
  version: 2,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    created_at timestamptz NOT NULL,
    number text NOT NULL,
    grams integer[] NOT NULL`,
  // No index by time: it would tempt the planner to go through all invoices of an account.
  indexes: [
    'CREATE INDEX ON $table USING gin (grams)',
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
      grams: gramsOf(scope, searchTextOf(event.data)),
    }
  },
}

/** The one way in which case is folded, for what is stored and for what is asked. */
export function withoutCase(text: string): string {
  return text.toLowerCase()
}

/**
 * The text that `search` searches: VAT numbers of both parties and the external id, separated so
 * that no search text matches across two of them.
 */
export function searchTextOf(invoice: {
  readonly supplierVat: string
  readonly customerVat: string
  readonly externalId: string | null
}): string {
  return withoutCase([invoice.supplierVat, invoice.customerVat, invoice.externalId ?? ''].join(BETWEEN))
}

/** Stands between two fields. No field holds it: the API refuses control characters. */
export const BETWEEN = '\u001F'
/**
 * Parts of one to three characters find short texts; those of six are rare even among a million
 * invoices.
 */
const SHORT_GRAM = 3
const LONG_GRAM = 6
/**
 * Parts of a search text that are looked up at most: more would not narrow the result much
 * further.
 */
const MOST_GRAMS_ASKED = 8

/**
 * The parts of one to three, and of six characters of a text, each as a hash with the scope in it:
 * a look-up touches nothing of another account. Two parts may have the same hash; so the text of
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

function saltOf({ account, environment }: Scope): number {
  return hashed(0x811c9dc5, `${account} ${environment} `)
}

/**
 * FNV-1a over UTF-16 units, mixed at the end of each call so that short texts differ in all bits.
 */
function hashed(seed: number, text: string): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** The longest parts alone: they say the most. */
function gramsToAsk(scope: Scope, text: string): readonly number[] {
  const characters = Array.from(text)
  const length = characters.length >= LONG_GRAM ? LONG_GRAM : Math.min(SHORT_GRAM, characters.length)
  const starts = characters.length - length + 1
  const step = Math.max(1, Math.ceil(starts / MOST_GRAMS_ASKED))
  const salt = saltOf(scope)
  const asked = new Set<number>()
  // Always the last one: numbers differ at their end.
  for (let from = 0; from < starts - 1 + step; from += step) {
    const start = Math.min(from, starts - 1)
    asked.add(characters.slice(start, start + length).reduce(hashed, salt))
  }
  return [...asked]
}

const FIRST_PORTION = 64
const PORTION_GROWS = 8

/**
 * The newest invoices whose search text may hold a text, portion by portion, until `narrow` has
 * found enough among them.
 * @param narrow the rows of those ids that hold the text and meet the other conditions, newest
 *   first
 */
export async function findBySearchText<Row>(
  db: Kysely<ReadModels>,
  scope: Scope,
  text: string,
  after: ListPlace | null,
  limit: number,
  narrow: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const grams = gramsToAsk(scope, text)
  const found: Row[] = []
  let cursor = after
  for (let portion = FIRST_PORTION; ; portion *= PORTION_GROWS) {
    let query = db
      .selectFrom('read.invoice_search')
      .select(['id', 'created_at'])
      .where(sql<SqlBool>`grams @> ${grams}::integer[]`)
      .where('account', '=', scope.account)
      .where('environment', '=', scope.environment)
    if (cursor !== null) {
      const { createdAt, id } = cursor
      query = query.where((both) => both(both.refTuple('created_at', 'id'), '<', both.tuple(createdAt, id)))
    }
    const candidates = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(portion).execute()
    if (candidates.length > 0) found.push(...(await narrow(candidates.map(({ id }) => id))))
    const last = candidates.at(-1)
    if (found.length >= limit || last === undefined || candidates.length < portion) return found.slice(0, limit)
    cursor = { createdAt: last.created_at, id: last.id }
  }
}
