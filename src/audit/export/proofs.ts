import type pg from 'pg'
import type { RecordedEvent } from '../../domain/event.js'
import { isSealed } from '../seals/prefixes.js'
import type { RecordedSeal } from '../seals/seals.js'
import { TreeReader } from '../seals/tree.js'
import type { ProofLine } from './format.js'

/** A proof, and its seal. */
interface MadeProof {
  readonly line: ProofLine
  readonly seal: RecordedSeal | null
}

/** Creates the proofs that bind events to the first seal that covers each. */
export class ProofMaker {
  readonly #pool: pg.Pool
  readonly #seals: readonly RecordedSeal[]

  /** `seals`: in their order. */
  constructor(pool: pg.Pool, seals: readonly RecordedSeal[]) {
    this.#pool = pool
    this.#seals = seals
  }

  /** A proof for each sealed event, in the order of the events, page by page. */
  async *of(
    events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>,
  ): AsyncGenerator<MadeProof, void, undefined> {
    let page: RecordedEvent[] = []
    for await (const event of events) {
      if (!isSealed(event.stream)) continue
      page.push(event)
      if (page.length < PAGE) continue
      yield* this.#page(page)
      page = []
    }
    yield* this.#page(page)
  }

  async *#page(events: readonly RecordedEvent[]): AsyncGenerator<MadeProof, void, undefined> {
    const indexes = await this.#indexes(events)
    // It caches what it reads, so a new one is created for each page.
    const tree = new TreeReader(this.#pool)
    for (const [place, { stream, revision, metadata }] of events.entries()) {
      const index = indexes[place] ?? null
      const seal = index === null ? null : firstCovering(this.#seals, index)
      const path = index === null || seal === null ? [] : await tree.inclusionPath(index, seal.seal.size)
      yield {
        seal,
        line: {
          stream,
          revision,
          hash: metadata.hash,
          index,
          seal: seal?.seal.sequence ?? null,
          path: path.map((hash) => hash.toString('hex')),
        },
      }
    }
  }

  async #indexes(events: readonly RecordedEvent[]): Promise<readonly (number | null)[]> {
    if (events.length === 0) return []
    const { rows } = await this.#pool.query<{ index: string | null }>(
      `SELECT leaf.index FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS asked (stream, revision, place)
       LEFT JOIN audit.leaf leaf ON leaf.stream = asked.stream COLLATE "C" AND leaf.revision = asked.revision
       ORDER BY asked.place`,
      [events.map(({ stream }) => stream), events.map(({ revision }) => revision)],
    )
    return rows.map(({ index }) => (index === null ? null : Number(index)))
  }
}

const PAGE = 500

/** Binary search for the first seal whose tree contains a leaf; null: no seal does yet. */
function firstCovering(seals: readonly RecordedSeal[], index: number): RecordedSeal | null {
  let [from, to] = [0, seals.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((seals[middle]?.seal.size ?? 0) > index) to = middle
    else from = middle + 1
  }
  return seals[from] ?? null
}
