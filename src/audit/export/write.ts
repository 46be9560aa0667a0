import type pg from 'pg'
import { erasableIn } from '../../domain/erasure.js'
import type { RecordedEvent, Scope } from '../../domain/event.js'
import { ERASURE_PREFIX } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { DocumentDamaged } from '../../storage/documents/postgres-documents.js'
import { canonicalJson } from '../canonical.js'
import { attachmentsOf, documentsOf, type NamedDocument, storedInvoiceOf } from '../documents-of.js'
import { readSeals, type RecordedSeal } from '../seals/seals.js'
import { storedFields, storedLine } from '../stored-line.js'
import { streamsIn } from '../erasure-records.js'
import { ArchiveWriter } from './archive.js'
import {
  documentFile,
  type DocumentLine,
  type ErasedLine,
  type ErasureLine,
  FILES,
  FORMAT,
  keyFile,
  type Manifest,
  type ManifestSignature,
  requestInManifest,
  type StreamLine,
} from './format.js'
import { ProofMaker } from './proofs.js'
import { readmeOf } from './readme.js'
import { documentScopeOf, type ExportRequest, selectionOf } from './selection.js'
import { isErasure } from '../../domain/event-of.js'

/** The sources of an export. */
interface ExportDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly documents: DocumentStore
  /** Signs the manifest with the seal key; null: there is none. */
  readonly signer: {
    readonly keyId: string
    readonly publicKey: string
    sign(bytes: Uint8Array): Promise<Buffer>
  } | null
  readonly now: () => Date
  /** Version of the program. */
  readonly version: string
  /** Called at intervals with the number of events written. */
  readonly onProgress?: (events: number) => void
}

/** The store contains nothing that matches the request. */
export class NothingToExport extends Error {
  override readonly name = 'NothingToExport'
}

/**
 * Writes all records of a request to a ZIP archive: the stored events, all documents they name,
 * and the proofs that bind them to seals. The same request to the same store returns the same
 * bytes, except for `created` in the manifest and its signature. The file gets its name when it is
 * complete. Memory: about 5 KB for each stream and document. Throws `NothingToExport`,
 * `EventStoreUnavailable`, and disk errors.
 */
export async function writeExport(deps: ExportDeps, request: ExportRequest, file: string): Promise<Manifest> {
  const until = (await deps.store.head()) ?? 0n
  const archive = new ArchiveWriter(file)
  try {
    const manifest = await new Export(deps, request, archive, until).write()
    await archive.finish()
    return manifest
  } catch (error) {
    await archive.discard()
    throw error
  }
}

class Export {
  readonly #deps: ExportDeps
  readonly #request: ExportRequest
  readonly #archive: ArchiveWriter
  readonly #until: bigint
  readonly #select: () => AsyncGenerator<RecordedEvent, void, undefined>
  readonly #streams = new Map<string, StreamLine>()
  readonly #documents: DocumentLine[] = []
  readonly #scopes = new Map<string, Scope>()
  #events = 0

  constructor(deps: ExportDeps, request: ExportRequest, archive: ArchiveWriter, until: bigint) {
    this.#deps = deps
    this.#request = request
    this.#archive = archive
    this.#until = until
    this.#select = selectionOf(deps.store, request, until)
  }

  async write(): Promise<Manifest> {
    const archive = this.#archive
    await archive.add(FILES.readme, [readmeOf(this.#deps.version)])
    await archive.add(FILES.events, this.#eventLines())
    if (this.#events === 0) throw new NothingToExport()
    await archive.add(FILES.streams, linesOf(this.#streams.values()))
    const documents = await this.#writeDocuments()
    const { erased, records } = await this.#writeErased()
    const { proofs, seals } = await this.#writeProofs(records)
    const manifest: Manifest = {
      ...FORMAT,
      program: this.#deps.version,
      created: this.#deps.now().toISOString(),
      request: requestInManifest(this.#request),
      until: this.#until.toString(),
      counts: { events: this.#events, streams: this.#streams.size, documents, seals, proofs, erased },
      files: archive.files.map((each) => each),
    }
    await this.#writeManifest(manifest)
    return manifest
  }

  async *#eventLines(): AsyncGenerator<string, void, undefined> {
    for await (const event of this.#select()) {
      const { stream, revision, metadata } = event
      this.#streams.set(stream, { stream, revision, hash: metadata.hash })
      this.#events += 1
      if (this.#events % 1_000 === 0) this.#deps.onProgress?.(this.#events)
      const scope = documentScopeOf(event)
      const named = documentsOf(event)
      if (scope !== null && named.length > 0) {
        const stored = storedInvoiceOf(event)
        this.#note(
          event,
          scope,
          stored === null ? named : [...named, ...(await this.#storedAttachments(scope, stored))],
        )
      }
      yield `${storedLine(event)}\n`
    }
  }

  #note({ stream, revision }: RecordedEvent, scope: Scope, named: readonly NamedDocument[]): void {
    for (const { sha256, size, mediaType, fileName, at } of named) {
      this.#documents.push({
        sha256,
        size,
        mediaType,
        ...(fileName !== undefined && { fileName }),
        stream,
        revision,
        at,
      })
      this.#scopes.set(stream, scope)
    }
  }

  async #storedAttachments(scope: Scope, stored: NamedDocument): Promise<readonly NamedDocument[]> {
    const bytes = await this.#bytes(scope, stored.sha256)
    if (bytes instanceof Uint8Array) return attachmentsOf(JSON.parse(Buffer.from(bytes).toString('utf8')), stored.at)
    // The document itself is reported as absent.
    return []
  }

  async #bytes(scope: Scope, sha256: string): Promise<Uint8Array | 'missing' | 'changed'> {
    try {
      return (await this.#deps.documents.get(scope, sha256)) ?? 'missing'
    } catch (error) {
      if (error instanceof DocumentDamaged) return 'changed'
      throw error
    }
  }

  /** Returns the number of different documents in the archive. */
  async #writeDocuments(): Promise<number> {
    const absent = new Map<string, 'missing' | 'changed' | null>()
    for (const { sha256, stream } of this.#documents) {
      const scope = this.#scopes.get(stream)
      if (absent.has(sha256) || scope === undefined) continue
      const bytes = await this.#bytes(scope, sha256)
      absent.set(sha256, typeof bytes === 'string' ? bytes : null)
      if (typeof bytes !== 'string') await this.#archive.add(documentFile(sha256), [bytes])
    }
    const lines = this.#documents.map((line) => {
      const why = absent.get(line.sha256) ?? null
      return why === null ? line : { ...line, absent: why }
    })
    await this.#archive.add(FILES.documents, linesOf(lines))
    return [...absent.values()].filter((why) => why === null).length
  }

  async #writeProofs(records: readonly RecordedEvent[]): Promise<{ readonly proofs: number; readonly seals: number }> {
    const all = await readSeals(this.#deps.store, new AbortController().signal)
    const maker = new ProofMaker(this.#deps.pool, all)
    const used = new Map<number, RecordedSeal>()
    let proofs = 0
    async function* lines(events: AsyncIterable<RecordedEvent>): AsyncGenerator<string, void, undefined> {
      for await (const { line, seal } of maker.of(events)) {
        if (seal !== null) used.set(seal.seal.sequence, seal)
        proofs += 1
        yield `${canonicalJson(line)}\n`
      }
    }
    await this.#archive.add(FILES.proofs, lines(this.#select()))
    const erasures: ErasureLine[] = []
    for (const record of records)
      for await (const { line, seal } of maker.of([record])) {
        if (seal !== null) used.set(seal.seal.sequence, seal)
        erasures.push({ event: storedFields(record), proof: line })
      }
    await this.#archive.add(FILES.erasures, linesOf(erasures))
    const seals = [...used.values()].sort((one, other) => one.seal.sequence - other.seal.sequence)
    await this.#archive.add(FILES.seals, linesOf(seals))
    const keys = new Map(seals.map(({ seal }) => [seal.keyId, seal.publicKey]))
    for (const [keyId, pem] of keys) await this.#archive.add(keyFile(keyId), [pem])
    return { proofs, seals: seals.length }
  }

  /** Lists the account's streams erased by data retention; their invoices are no longer known. */
  async #writeErased(): Promise<{ readonly erased: number; readonly records: readonly RecordedEvent[] }> {
    const lines: ErasedLine[] = []
    const records: RecordedEvent[] = []
    if (this.#request.kind !== 'invoice') {
      const { account, environment } = this.#request.kind === 'account' ? this.#request : this.#request.scope
      const stop = new AbortController()
      for await (const message of this.#deps.store.subscribe({
        after: null,
        streamPrefixes: [ERASURE_PREFIX],
        signal: stop.signal,
      })) {
        if (message.kind === 'caughtUp') break
        for (const event of message.events) {
          if (!isErasure(event) || event.position > this.#until) continue
          const streams = streamsIn(event.data)
          const own = streams.filter(
            // The name of a stream shows its environment; a record may claim another.
            (each) => each.account === account && [null, erasableIn(each.stream)].includes(environment),
          )
          for (const { stream, revision, hash } of own) lines.push({ stream, revision, hash })
          // A record is of one account: another one would show names of others.
          if (own.length > 0 && own.length === streams.length) records.push(event)
        }
      }
      stop.abort()
    }
    await this.#archive.add(FILES.erased, linesOf(lines))
    return { erased: lines.length, records }
  }

  async #writeManifest(manifest: Manifest): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await this.#archive.add(FILES.manifest, [bytes])
    const { signer } = this.#deps
    if (signer === null) return
    const { keyId, publicKey } = signer
    const signature = (await signer.sign(bytes)).toString('base64')
    const signed: ManifestSignature = { algorithm: 'Ed25519', keyId, publicKey, signature }
    await this.#archive.add(FILES.signature, [`${JSON.stringify(signed, null, 2)}\n`])
  }
}

function* linesOf(values: Iterable<object>): Generator<string, void, undefined> {
  for (const value of values) yield `${canonicalJson(value)}\n`
}
