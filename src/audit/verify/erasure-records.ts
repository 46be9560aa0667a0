import type pg from 'pg'
import type { StreamsErased } from '../../domain/erasure.js'
import type { RecordedEvent } from '../../domain/event.js'
import { isErasure } from '../../domain/event-of.js'
import { fieldsOf } from '../../domain/json.js'
import { faultOfRecord, judgeErased, SLACK_MS, streamsIn, targetsOf } from '../erasure-records.js'
import type { StreamLine } from '../export/format.js'
import { isSealed } from '../seals/prefixes.js'
import { keyIdOf, type RecordedSeal } from '../seals/seals.js'
import type { Findings } from './findings.js'
import { HoldTimes } from './hold-times.js'
import type { SealTrust } from './seals.js'

/** Dependencies of the check of erasure records. */
interface ErasureCheckDeps {
  readonly pool: Pick<pg.Pool, 'query'>
  /** In their order. */
  readonly seals: readonly RecordedSeal[]
  readonly trust: SealTrust
  readonly now: Date
  readonly findings: Findings
}

interface EventPosition {
  readonly stream: string
  readonly revision: number
}

interface NotedRecord extends EventPosition {
  readonly position: bigint
  readonly occurredAt: unknown
  /** Stored data may have any shape. */
  readonly data: StreamsErased['data']
}

/** A stream that a record excuses, unless seals show that it was too young. */
interface Excused extends StreamLine {
  readonly record: EventPosition
  readonly before: number
  readonly age: 'known' | 'unknown'
}

const PAGE = 1_000

/**
 * The records of data retention, which excuse missing streams. Anyone with write access to the
 * database can add one, so each is judged: its signature with the seals' key, its rule, the kinds
 * and ages of its streams, and the legal holds at its place. A record from before signatures must
 * be covered by the seals of that time, and seals must show the ages of its live streams. Memory:
 * some 400 bytes for each stream and each record.
 */
export class ErasureRecords {
  readonly #holds = new HoldTimes()
  readonly #records: NotedRecord[] = []
  readonly #erased = new Map<string, StreamLine>()

  /** The valid erasures on record, by stream, once they are checked. */
  get erased(): ReadonlyMap<string, StreamLine> {
    return this.#erased
  }

  /** Adds an event; a record in an unsealed stream excuses nothing. */
  note(event: RecordedEvent): void {
    this.#holds.note(event)
    if (!isErasure(event)) return
    const { stream, revision, position, data, metadata } = event
    this.#records.push({ stream, revision, position, data, occurredAt: metadata.occurredAt })
  }

  /** Judges the records; only valid ones excuse streams. Returns notes. */
  async check(deps: ErasureCheckDeps): Promise<readonly string[]> {
    const notes: string[] = []
    let [unsealed, missing] = [0, 0]
    for (const page of pagesOf(this.#records)) {
      const indexes = await indexesOf(deps.pool, page)
      for (const record of page) {
        const index = indexes.get(keyOf(record)) ?? null
        const excused = this.#excusedBy(record, index, deps)
        const valid = await this.#oldEnough(excused, deps)
        for (const { stream, revision, hash } of valid) this.#erased.set(stream, { stream, revision, hash })
        const sealed = valid.filter(({ stream }) => isSealed(stream)).length
        const isCovered = index !== null && index < (deps.seals.at(-1)?.seal.size ?? 0)
        if (isCovered || sealed === 0 || fieldsOf(record.data)['signed'] !== undefined) continue
        unsealed += 1
        missing += sealed
      }
    }
    if (unsealed > 0)
      notes.push(
        `Warning: ${unsealed} records of erasures without a signature and without a seal excuse ${missing} missing streams. Anyone with write access to the database could have made them; compare them with the output of "clearway retention run" and the log.`,
      )
    return notes
  }

  #excusedBy(record: NotedRecord, index: number | null, deps: ErasureCheckDeps): readonly Excused[] {
    const { stream, revision, position, occurredAt, data } = record
    const { seals, trust, now, findings } = deps
    const from = signedFrom(seals)
    const fault = faultOfRecord(data, {
      now,
      occurredAt,
      mayBeUnsigned: from === null || (index !== null && index < from),
      isTrusted: (keyId) => isTrusted(keyId, seals, trust),
    })
    const refuse = (why: string): void => findings.add(notOfRetention(record, why))
    if (fault !== null) {
      refuse(fault)
      return []
    }
    const excused: Excused[] = []
    for (const each of streamsIn(data)) {
      const { fault: wrong, age } = judgeErased(data, each)
      const held = this.#holds.heldAt(position, targetsOf(each))
      if (wrong !== null) refuse(wrong)
      else if (held !== null) refuse(`it names ${each.stream}, and the ${held.kind} ${held.id} was held`)
      else
        excused.push({
          stream: each.stream,
          revision: each.revision,
          hash: each.hash,
          record: { stream, revision },
          before: Date.parse(data.before),
          age,
        })
    }
    return excused
  }

  /** Compares the ages of live streams with the times of the seals around their last events. */
  async #oldEnough(excused: readonly Excused[], deps: ErasureCheckDeps): Promise<readonly Excused[]> {
    const { pool, seals, findings } = deps
    const indexes = await indexesOf(
      pool,
      excused.filter(({ stream }) => isSealed(stream)),
    )
    return excused.filter((each) => {
      const { stream, revision, record, before, age } = each
      if (!isSealed(stream)) return true
      const index = indexes.get(keyOf(each)) ?? null
      const wrong = ageFault(seals, index, before, age)
      if (wrong !== null) findings.add(notOfRetention(record, `it names ${stream}, ${wrong(revision)}`))
      return wrong === null
    })
  }
}

/** A finding: this record was not made by data retention. */
export function notOfRetention({ stream, revision }: EventPosition, why: string) {
  return { kind: 'inserted', stream, revision, detail: `this record was not made by data retention: ${why}` } as const
}

/** From which leaf on each record must be signed; null: no seal states it. */
export function signedFrom(seals: readonly RecordedSeal[]): number | null {
  const stated = seals.flatMap(({ seal: { erasuresSignedFrom: from } }) => (typeof from === 'number' ? [from] : []))
  return stated.reduce<number | null>((least, from) => (least === null || from < least ? from : least), null)
}

/** Without any key to compare with, each is as good as another. */
function isTrusted(keyId: string, seals: readonly RecordedSeal[], { trusted, ownKeyId }: SealTrust): boolean {
  if (trusted.length > 0) return trusted.some((key) => keyIdOf(key) === keyId)
  if (keyId === ownKeyId || seals.some(({ seal }) => seal.keyId === keyId)) return true
  return seals.length === 0 && ownKeyId === null
}

/** The newest seal without an event was made before it, and the first one with it after it. */
function ageFault(
  seals: readonly RecordedSeal[],
  index: number | null,
  before: number,
  age: 'known' | 'unknown',
): ((revision: number) => string) | null {
  const without = index === null ? undefined : seals.findLast(({ seal }) => seal.size <= index)?.seal
  if (without !== undefined && Date.parse(without.sealedAt) > before + SLACK_MS)
    return (revision) =>
      `whose event ${revision} did not exist yet when seal ${without.sequence} was made (${without.sealedAt}); it erases data from before ${new Date(before).toISOString()}`
  if (age === 'known') return null
  const covering = index === null ? undefined : seals.find(({ seal }) => seal.size > index)?.seal
  if (covering !== undefined && Date.parse(covering.sealedAt) <= before + SLACK_MS) return null
  return () => 'and neither a signature nor a seal shows that it was old enough'
}

/** By event: the index of its leaf. */
async function indexesOf(
  pool: Pick<pg.Pool, 'query'>,
  events: readonly EventPosition[],
): Promise<ReadonlyMap<string, number>> {
  if (events.length === 0) return new Map()
  const { rows } = await pool.query<EventPosition & { readonly index: string }>(
    `SELECT stream, revision, index FROM audit.leaf
     WHERE (stream, revision) IN (SELECT * FROM unnest($1::text[] COLLATE "C", $2::integer[]))`,
    [events.map(({ stream }) => stream), events.map(({ revision }) => revision)],
  )
  return new Map(rows.map((row) => [keyOf(row), Number(row.index)]))
}

function* pagesOf<T>(items: readonly T[]): Generator<readonly T[], void, undefined> {
  for (let from = 0; from < items.length; from += PAGE) yield items.slice(from, from + PAGE)
}

function keyOf({ stream, revision }: EventPosition): string {
  return `${stream}@${revision}`
}
