import type pg from 'pg'
import { endedBefore, LEAST_LIVE_YEARS, LEAST_TEST_DAYS, type StreamsErased } from '../../domain/erasure.js'
import type { RecordedEvent } from '../../domain/event.js'
import type { StreamLine } from '../export/format.js'
import { isSealed } from '../seals/prefixes.js'
import type { RecordedSeal } from '../seals/seals.js'
import type { Findings } from './findings.js'
import { isErasure } from '../../domain/event-of.js'

/** Dependencies of the check of erasure records. */
interface ErasureCheckDeps {
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
 * The records of data retention, which excuse missing streams. A record after the newest seal
 * could be forged by anyone with write access to the database. So it is judged by signed data: the
 * leaf of a stream's last event follows the seals made before that event, and a record of a stream
 * younger than any retention rule allows excuses nothing. Memory: some 300 bytes for each stream
 * and each record.
 */
export class ErasureRecords {
  readonly #erased = new Map<string, Erased>()
  readonly #records: (EventPosition & {
    readonly before: string
    readonly isLive: boolean
    readonly sealed: number
  })[] = []

  /** The erasures on record, by stream. */
  get erased(): ReadonlyMap<string, StreamLine> {
    return this.#erased
  }

  /** Adds an event; a record in an unsealed stream excuses nothing. */
  note(event: RecordedEvent): void {
    if (!isErasure(event)) return
    const { stream, revision } = event
    // Stored data may lack any field.
    const recorded: Partial<StreamsErased['data']> = event.data
    const { streams = [], before, rule } = recorded
    const isLive = rule?.environment !== 'test'
    const sealed = streams.filter((each) => isSealed(each.stream)).length
    this.#records.push({ stream, revision, before: before ?? '', isLive, sealed })
    for (const { stream: name, revision: last, hash, environment } of streams) {
      // An API key of the test environment follows that environment's rule; a stream with a live
      // name never does.
      const isOfTest = environment === 'test' && !name.startsWith('live')
      this.#erased.set(name, { stream: name, revision: last, hash, isOfTest, record: { stream, revision } })
    }
  }

  /** Judges the records and removes invalid ones from `erased`. Returns notes. */
  async check(deps: ErasureCheckDeps): Promise<readonly string[]> {
    this.#checkRules(deps)
    await this.#checkAges(deps)
    return await this.#unsealed(deps)
  }

  #checkRules({ now, findings }: ErasureCheckDeps): void {
    for (const { stream, revision, before, isLive } of this.#records) {
      if (new Date(before).getTime() <= youngest(!isLive, now).getTime() + SLACK_MS) continue
      const detail = `this record was not made by data retention: it erases data from before ${before}, and no rule is that short`
      findings.add({ kind: 'inserted', stream, revision, detail })
      for (const [name, { record }] of this.#erased)
        if (record.stream === stream && record.revision === revision) this.#erased.delete(name)
    }
  }

  /** The newest seal without a stream's last event was made before that event. */
  async #checkAges({ pool, seals, now, findings }: ErasureCheckDeps): Promise<void> {
    for (const page of pagesOf([...this.#erased.values()].filter(({ stream }) => isSealed(stream)))) {
      const indexes = await indexesOf(pool, page)
      for (const { stream, revision, isOfTest, record } of page) {
        const index = indexes.get(stream) ?? -1
        const before = seals.findLast(({ seal }) => seal.size <= index)?.seal
        if (before === undefined) continue
        const limit = youngest(isOfTest, now)
        if (new Date(before.sealedAt).getTime() <= limit.getTime() + SLACK_MS) continue
        const detail = `this record was not made by data retention: it names ${stream}, whose event ${revision} did not exist yet when seal ${before.sequence} was made (${before.sealedAt}); the rules erase data from before ${limit.toISOString()}`
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
          `Warning: ${records} records of erasures without a seal excuse ${streams} missing streams. Anyone with write access to the database could have made them; compare them with the output of "clearway retention run" and the log.`,
        ]
  }
}

/** Any lawful rule may have erased data from before this time. */
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
