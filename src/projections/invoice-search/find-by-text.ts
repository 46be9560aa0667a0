import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../domain/event.js'
import { TookTooLong } from '../../storage/postgres/unavailable.js'
import { inScope } from '../in-scope.js'
import { gramsToAsk } from './invoice-search.js'
import { isBefore, type ListPlace } from '../list-place.js'
import type { ReadModels } from '../read-models.js'
import { type Period, periodsBack, SHORTEST_PERIOD } from './search-spans.js'
import { addAll } from '../../domain/lists.js'

/** What is searched for, and where. */
interface TextSearch {
  readonly scope: Scope
  /** Case is ignored. */
  readonly text: string
  /** Only invoices with these: see `traitsOf`. */
  readonly traits: readonly number[]
  /** Everything before this place has been searched. */
  readonly behind: ListPlace
  /** Only newer invoices are wanted; null: all. */
  readonly since: Date | null
  readonly limit: number
}

/** The rows of those ids that contain the text and meet the other conditions, newest first. */
type Narrow<Row> = (db: Kysely<ReadModels>, ids: readonly string[], limit: number) => Promise<readonly Row[]>

/**
 * First, twice as many invoices are looked up by id as are wanted, then each time four times as
 * many, up to this number. A period in which more may contain the text is divided.
 */
const MOST_CANDIDATES = 1_000
/**
 * The first period holds some five times as many invoices, if they arrive at the same rate as
 * these.
 */
const SAMPLE = 2_000
const FIRST_PERIOD = 5
/**
 * Each period is longer than the one before by this factor. So a long history has few periods, and
 * the first one in which very many invoices have the text is much shorter than the time without
 * any.
 */
const GROWTH = 1.1
const DIVIDED_BY = 16
/** The limit for all statements of a search together; milliseconds. */
const LONGEST_MS = 10_000

/**
 * The newest invoices whose search text may contain a text, period by period back in time, until
 * `narrow` has found enough among them. Its time depends on what it finds, hardly on the number of
 * invoices. Throws `TookTooLong`.
 */
export function findBySearchText<Row>(
  db: Kysely<ReadModels>,
  search: TextSearch,
  narrow: Narrow<Row>,
  longestMs = LONGEST_MS,
): Promise<readonly Row[]> {
  return db.transaction().execute(async (transaction) => {
    const deadline = performance.now() + longestMs
    const { oldest, length } = await rhythmBehind(transaction, search)
    const candidates = new Candidates(transaction, search, oldest)
    const found: Row[] = []
    let next: Position | null = { place: search.behind, length }
    let most = 2 * search.limit
    while (next !== null && found.length < search.limit) {
      if (performance.now() > deadline) throw new TookTooLong('a search', longestMs)
      const step: SearchStep = await candidates.behind(next, most)
      if (step.ids.length > 0) addAll(found, await narrow(transaction, step.ids, search.limit - found.length))
      next = step.next
      most = Math.min(4 * most, MOST_CANDIDATES)
    }
    return found
  })
}

/**
 * The age of the oldest invoice, and the time in which the next of them came; milliseconds. From
 * now on the transaction reads by indexes alone: the planner mistakes a text without statistics
 * for a common one.
 */
async function rhythmBehind(
  db: Kysely<ReadModels>,
  { scope, behind }: TextSearch,
): Promise<{ readonly oldest: number; readonly length: number }> {
  const { rows } = await sql<{ readonly oldest: string | null; readonly sampled: string | null }>`
    SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      (SELECT created_at FROM read.invoices WHERE ${inScope(scope)} ORDER BY created_at, id LIMIT 1) AS oldest,
      (SELECT created_at FROM read.invoices WHERE ${inScope(scope)} AND ${isBefore(behind)}
       ORDER BY created_at DESC, id DESC OFFSET ${SAMPLE} LIMIT 1) AS sampled`.execute(db)
  const begin = Date.parse(behind.createdAt)
  const oldest = Date.parse(rows[0]?.oldest ?? behind.createdAt)
  const sampled = rows[0]?.sampled ?? null
  return { oldest, length: sampled === null ? begin - oldest : (begin - Date.parse(sampled)) * FIRST_PERIOD }
}

/** Where a search continues, and the length of its first period; milliseconds. */
interface Position {
  readonly place: ListPlace
  readonly length: number
}

/** All candidates up to the next position; null: there are no older ones. */
interface SearchStep {
  readonly ids: readonly string[]
  readonly next: Position | null
}

/** The invoices that contain all parts of a text and have all traits, by the index alone. */
class Candidates {
  readonly #db: Kysely<ReadModels>
  readonly #scope: Scope
  readonly #grams: readonly number[]
  readonly #since: number

  constructor(db: Kysely<ReadModels>, { scope, text, traits, since }: TextSearch, oldest: number) {
    this.#db = db
    this.#scope = scope
    this.#grams = [...gramsToAsk(scope, text), ...traits]
    this.#since = Math.max(oldest, since?.getTime() ?? oldest)
  }

  async behind({ place, length }: Position, most: number): Promise<SearchStep> {
    const until = Date.parse(place.createdAt) + 1
    const periods = periodsBack(this.#scope, { until, since: this.#since, length, growth: GROWTH })
    const candidates = await this.#inPeriods(place, periods, most + 1)
    const number = candidates.at(-1)?.number ?? 0
    const crowded = periods[number - 1]
    if (candidates.length <= most || crowded === undefined) return { ids: idsOf(candidates), next: null }

    // The period in which the limit was reached is incomplete.
    const ofOthers = candidates.filter((candidate) => candidate.number < number)
    const itsLength = crowded.until - crowded.from
    const shorter = itsLength / DIVIDED_BY
    if (number > 1) return { ids: idsOf(ofOthers), next: { place: endOf(crowded), length: shorter } }
    if (itsLength > 2 * SHORTEST_PERIOD) return { ids: [], next: { place, length: shorter } }
    return this.#newest(place, crowded, most)
  }

  /** Period by period; PostgreSQL searches no further than to the limit. */
  async #inPeriods(
    place: ListPlace,
    periods: readonly Period[],
    limit: number,
  ): Promise<readonly { readonly id: string; readonly number: number }[]> {
    const { rows } = await sql<{ readonly id: string; readonly number: number }>`
      SELECT candidate.id, period.number::integer AS number
      FROM unnest(
        ${periods.map(({ from }) => instant(from))}::timestamptz[],
        ${periods.map(({ until }) => instant(until))}::timestamptz[],
        ${periods.map(({ spans }) => `{${spans.join(',')}}`)}::text[]
      ) WITH ORDINALITY AS period (begins, ends, spans, number),
      LATERAL (
        SELECT id FROM read.invoice_search
        WHERE grams @> ${this.#grams}::integer[] AND spans && period.spans::integer[] AND ${inScope(this.#scope)}
          AND ${isBefore(place)} AND created_at >= period.begins AND created_at < period.ends
        LIMIT ${limit}
      ) AS candidate
      LIMIT ${limit}`.execute(this.#db)
    return rows
  }

  /** The newest ones of a period that can't be divided. */
  async #newest(place: ListPlace, { from, spans }: Period, most: number): Promise<SearchStep> {
    const { rows } = await sql<{ readonly id: string; readonly created_at: string }>`
      SELECT id, created_at FROM read.invoice_search
      WHERE grams @> ${this.#grams}::integer[] AND spans && ${spans}::integer[] AND ${inScope(this.#scope)}
        AND ${isBefore(place)} AND created_at >= ${instant(from)}
      ORDER BY created_at DESC, id DESC LIMIT ${most}`.execute(this.#db)
    const oldest = rows.at(-1)
    const next = oldest && { place: { createdAt: oldest.created_at, id: oldest.id }, length: SHORTEST_PERIOD }
    return { ids: idsOf(rows), next: next ?? null }
  }
}

function idsOf(candidates: readonly { readonly id: string }[]): readonly string[] {
  return candidates.map(({ id }) => id)
}

/** The place before the newest invoice of a period. */
function endOf({ until }: Period): ListPlace {
  return { createdAt: instant(until), id: '' }
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
