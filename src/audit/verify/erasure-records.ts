import type pg from 'pg'
import { endedBefore, LEAST_LIVE_YEARS, LEAST_TEST_DAYS, type StreamsErased } from '../../domain/erasure.js'
import type { RecordedEvent } from '../../domain/event.js'
import { ERASURE_PREFIX } from '../../domain/streams.js'
import type { StreamLine } from '../export/format.js'
import { isSealed } from '../seals/prefixes.js'
import type { RecordedSeal } from '../seals/seals.js'
import type { Findings } from './findings.js'

/** What records of erasures are judged by. */
export interface ErasureCheckDeps {
  readonly pool: Pick<pg.Pool, 'query'>
  /** In their order. */
  readonly seals: readonly RecordedSeal[]
  readonly now: Date
  readonly findings: Findings
}

interface EventPosition {
  readonly stream: string
  readonly revision: number
}

interface Erased extends StreamLine {
  readonly isOfTest: boolean
  readonly record: EventPosition
}

const PAGE = 1_000
/** Clocks differ, and a seal is dated a little after the last event that it covers. */
const SLACK_MS = 24 * 3_600_000

/**
 * The records of data retention, which excuse that streams are missing. A record behind the newest
 * seal could be forged by whoever can write to the database. So it is judged by what is signed:
 * the leaf of a stream's last event stands behind the seals that were made before that event, and
 * one that is younger than any rule lets go excuses nothing. Memory: some 300 bytes for each
 * stream on record, and as much for each record.
 */
export class ErasureRecords {
  readonly #erased = new Map<string, Erased>()
  readonly #records: (EventPosition & {
    readonly before: string
    readonly isLive: boolean
    readonly sealed: number
  })[] = []

  /** What was erased on record, by stream. */
  get erased(): ReadonlyMap<string, StreamLine> {
    return this.#erased
  }

  /** Takes an event; one in a stream that nobody seals excuses nothing. */
  note(event: RecordedEvent): void {
    if (event.type !== 'StreamsErased' || !event.stream.startsWith(ERASURE_PREFIX)) return
    const { stream, revision } = event
    const { streams = [], before, rule } = event.data as Partial<StreamsErased['data']>
    const isLive = rule?.environment !== 'test'
    const sealed = streams.filter((each) => isSealed(each.stream)).length
    this.#records.push({ stream, revision, before: before ?? '', isLive, sealed })
    for (const { stream: name, revision: last, hash, environment } of streams) {
      // An API key of the test environment goes by its rule; what is live by name never does.
      const isOfTest = environment === 'test' && !name.startsWith('live')
      this.#erased.set(name, { stream: name, revision: last, hash, isOfTest, record: { stream, revision } })
    }
  }

  /** Judges the records; what excuses nothing is gone from `erased` then. Answers notes. */
  async check(deps: ErasureCheckDeps): Promise<readonly string[]> {
    this.#checkRules(deps)
    await this.#checkAges(deps)
    return await this.#unsealed(deps)
  }

  #checkRules({ now, findings }: ErasureCheckDeps): void {
    for (const { stream, revision, before, isLive } of this.#records) {
      if (new Date(before).getTime() <= youngest(!isLive, now).getTime() + SLACK_MS) continue
      const detail = `no retention has made this record: it lets go what was there before ${before}, and no rule is so short`
      findings.add({ kind: 'inserted', stream, revision, detail })
      for (const [name, { record }] of this.#erased)
        if (record.stream === stream && record.revision === revision) this.#erased.delete(name)
    }
  }

  /** The newest seal that lacks a stream's last event was made before that event. */
  async #checkAges({ pool, seals, now, findings }: ErasureCheckDeps): Promise<void> {
    for (const page of pagesOf([...this.#erased.values()].filter(({ stream }) => isSealed(stream)))) {
      const indexes = await indexesOf(pool, page)
      for (const { stream, revision, isOfTest, record } of page) {
        const index = indexes.get(stream) ?? -1
        const before = seals.findLast(({ seal }) => seal.size <= index)?.seal
        if (before === undefined) continue
        const limit = youngest(isOfTest, now)
        if (new Date(before.sealedAt).getTime() <= limit.getTime() + SLACK_MS) continue
        const detail = `no retention has made this record: it names ${stream}, whose event ${revision} was not there yet when seal ${before.sequence} was made (${before.sealedAt}); the rules let go what is from before ${limit.toISOString()}`
        findings.add({ kind: 'inserted', ...record, detail })
        this.#erased.delete(stream)
      }
    }
  }

  async #unsealed({ pool, seals }: ErasureCheckDeps): Promise<readonly string[]> {
    const size = seals.at(-1)?.seal.size ?? 0
    let [records, streams] = [0, 0]
    for (const page of pagesOf(this.#records)) {
      const { rows } = await pool.query<EventPosition>(
        `SELECT stream, revision FROM audit.leaf
         WHERE (stream, revision) IN (SELECT * FROM unnest($1::text[] COLLATE "C", $2::integer[])) AND index < $3`,
        [page.map(({ stream }) => stream), page.map(({ revision }) => revision), size],
      )
      const covered = new Set(rows.map(keyOf))
      for (const record of page) {
        if (covered.has(keyOf(record)) || record.sealed === 0) continue
        records += 1
        streams += record.sealed
      }
    }
    return records === 0
      ? []
      : [
          `Warning: ${records} records of erasures that no seal covers yet excuse that ${streams} streams are missing. Whoever can write to the database could have made them; compare them with what "clearway retention run" and the log said.`,
        ]
  }
}

/** What is from before this time any lawful rule may let go by now. */
function youngest(isOfTest: boolean, now: Date): Date {
  return endedBefore(
    isOfTest
      ? { environment: 'test', days: LEAST_TEST_DAYS }
      : { environment: 'production', yearsAfterYearEnd: LEAST_LIVE_YEARS },
    now,
  )
}

/** By stream: the index of the leaf of its last event on record. */
async function indexesOf(
  pool: Pick<pg.Pool, 'query'>,
  streams: readonly StreamLine[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ stream: string; index: string }>(
    `SELECT stream, index FROM audit.leaf
     WHERE (stream, revision) IN (SELECT * FROM unnest($1::text[] COLLATE "C", $2::integer[]))`,
    [streams.map(({ stream }) => stream), streams.map(({ revision }) => revision)],
  )
  return new Map(rows.map(({ stream, index }) => [stream, Number(index)]))
}

function* pagesOf<T>(items: readonly T[]): Generator<readonly T[], void, undefined> {
  for (let from = 0; from < items.length; from += PAGE) yield items.slice(from, from + PAGE)
}

function keyOf({ stream, revision }: EventPosition): string {
  return `${stream}@${revision}`
}
