import type pg from 'pg'
import { systemClock } from '../../domain/clock.js'
import type { RecordedEvent } from '../../domain/event.js'
import type { EventStore } from '../../eventstore/port.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { isSealed } from '../seals/prefixes.js'
import { readSeals } from '../seals/seals.js'
import { diagnose, follows, type Link } from './chain.js'
import { ErasureRecords } from './erasure-records.js'
import { erasedInWords } from './erased-in-words.js'
import { Findings } from './findings.js'
import { checkLeaves } from './leaves.js'
import { type LiveSource, PortSource, PostgresSource } from './live-source.js'
import { checkNodes } from './archive/nodes.js'
import { checkPositions, hasHead } from './positions.js'
import type { OnProgress, Verification } from './report.js'
import { checkSeals, rememberedSeals, type SealTrust } from './seals.js'
import { StoredDocuments } from './stored-documents.js'
import { checkTimeStamps } from './time-stamps.js'
import { addAll } from '../../domain/lists.js'

/** Sources of the verification of a live store. */
interface LiveDeps {
  readonly store: EventStore
  /** The database with the documents, the tree, and by default the events. */
  readonly pool: pg.Pool
  readonly documents: Pick<DocumentStore, 'get'>
  /** Whether the events are in this database. */
  readonly isInDatabase: boolean
  readonly trust: SealTrust
  /** Certificates (PEM) of time-stamping authorities; null: time stamps are not checked. */
  readonly authorities?: readonly string[] | null
  readonly onProgress?: OnProgress
  /** The time by which allowed erasures are judged; absent: the clock. */
  readonly now?: Date
}

/**
 * Checks a store while it is in use: the hash chain of every stream, every document against the
 * events that name it, every live event against the tree, and the tree against the seals. Writes
 * nothing. With the events in PostgreSQL, memory grows only by 400 bytes for each erased stream;
 * elsewhere by that much for every stream. Throws `EventStoreUnavailable`, and the database's
 * errors.
 */
export async function verifyStore(deps: LiveDeps): Promise<Verification> {
  const { store, pool, documents, isInDatabase, trust, authorities = null, onProgress = () => undefined } = deps
  const findings = new Findings()
  const source = isInDatabase ? new PostgresSource(pool) : new PortSource(store)
  if (isInDatabase && !(await hasHead(pool))) return HEADLESS
  const seals = await readSeals(store, new AbortController().signal)
  const notes = [...checkSeals(seals, await rememberedSeals(pool), trust, findings)]
  addAll(notes, await checkTimeStamps(seals, authorities, findings))
  const chains = new Chains(source, store, new StoredDocuments(pool, documents, findings), findings, onProgress)
  await chains.run()
  const { records } = chains
  const { now = systemClock.now() } = deps
  addAll(notes, await records.check({ pool, seals, trust, now, findings }))
  const { erased } = records
  if (isInDatabase) await checkPositions(pool, erased, findings)
  const { leaves, unsealed, areInOrder } = await checkLeaves({ pool, source, seals, erased, findings, onProgress })
  if (areInOrder) await checkNodes(pool, findings)
  if (seals.length === 0) notes.push('Nothing is sealed: deleted streams and recomputed chains cannot be detected.')
  else if (unsealed > 0)
    notes.push(
      `Not covered by a seal yet: ${unsealed} live events since seal ${seals.at(-1)?.seal.sequence ?? 0}; only their hash chains protect them.`,
    )
  const gone = erasedInWords([...erased.keys()].filter(isSealed), 'the events of the streams erasure-…')
  if (gone !== null) notes.push(gone)
  notes.push('Events of the test environment are never sealed: only their hash chains protect them.')
  return {
    findings: findings.all,
    more: findings.more,
    checked: {
      events: chains.events,
      streams: chains.streams,
      documents: chains.documents,
      seals: seals.length,
      leaves,
    },
    notes,
    trusted: trust.trusted.length > 0 || trust.ownKeyId !== null,
  }
}

/** The result for a store that can't be followed. */
const HEADLESS: Verification = {
  findings: [{ kind: 'truncated', detail: 'the event store has lost its head (eventstore.head)' }],
  more: 0,
  checked: { events: 0, streams: 0, documents: 0, seals: 0, leaves: 0 },
  notes: ['Nothing else was checked: without the head the events cannot be followed.'],
  trusted: false,
}

/** The chains of all streams, and the documents that their events name. */
class Chains {
  readonly records = new ErasureRecords()
  events = 0
  streams = 0
  readonly #source: LiveSource
  readonly #store: EventStore
  readonly #documents: StoredDocuments
  readonly #findings: Findings
  readonly #onProgress: OnProgress
  readonly #ends = new Map<string, Link & { readonly position: bigint }>()
  readonly #broken = new Set<string>()

  constructor(
    source: LiveSource,
    store: EventStore,
    documents: StoredDocuments,
    findings: Findings,
    onProgress: OnProgress,
  ) {
    this.#source = source
    this.#store = store
    this.#documents = documents
    this.#findings = findings
    this.#onProgress = onProgress
  }

  get documents(): number {
    return this.#documents.checked
  }

  async run(): Promise<void> {
    for await (const event of this.#source.events()) {
      this.events += 1
      if (this.events % 1_000 === 0) this.#onProgress('events', this.events)
      await this.#event(event)
    }
    await this.#documents.flush()
    for (const stream of this.#broken)
      for (const finding of diagnose(stream, await this.#store.readStream(stream))) this.#findings.add(finding)
  }

  async #event(event: RecordedEvent): Promise<void> {
    const { stream, revision, position, metadata } = event
    const before = this.#ends.get(stream) ?? null
    if (before === null) {
      this.streams += 1
      if (this.#source.isByStream) this.#ends.clear()
    }
    if (!follows(before, event)) this.#broken.add(stream)
    if (before !== null && position <= before.position)
      this.#findings.add({ kind: 'reordered', stream, revision, detail: 'it precedes the event that it follows' })
    this.#ends.set(stream, { revision, hash: metadata.hash, position })
    this.records.note(event)
    await this.#documents.named(event)
  }
}
