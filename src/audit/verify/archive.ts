import { createHash, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { RecordedEvent } from '../../domain/event.js'
import { documentsOf } from '../documents-of.js'
import { documentFile, FILES, FORMAT, type Manifest, type StreamLine } from '../export/format.js'
import { faultOfSeal, keyIdOf, publicKeyOf, type RecordedSeal } from '../seals.js'
import { asDocumentLine, asEvent, asManifest, asSeal, asSignature, asStreamLine } from './archive-lines.js'
import { checkProofs } from './archive-proofs.js'
import { erasedInWords } from './erased-in-words.js'
import { faultySeal } from './seals.js'
import { diagnose, follows, type Link } from './chain.js'
import { Findings } from './findings.js'
import type { OnProgress, Verification } from './report.js'
import { checkTimeStamps } from './time-stamps.js'
import { ArchiveReader, BadArchive } from './zip-reader.js'

/** Streams with a broken chain are looked at closely up to so many, and so many events of each. */
const MOST_DIAGNOSED = { streams: 1_000, events: 10_000 } as const

/**
 * Checks an archive of `clearway audit export` by itself: without a database, a network or
 * settings. Memory: some hundred bytes for each stream and document in it. `trusted`: public keys
 * that came another way; none: the archive's own are believed, and a note says so. `authorities`:
 * certificates (PEM) of time-stamping authorities; null: time stamps are not judged. Throws
 * `BadArchive` for what is no such archive, and the errors of reading a file.
 */
export async function verifyArchive(
  file: string,
  trusted: readonly KeyObject[],
  onProgress: OnProgress = () => undefined,
  authorities: readonly string[] | null = null,
): Promise<Verification> {
  const reader = await ArchiveReader.open(file)
  try {
    return await new ArchiveCheck(reader, trusted, onProgress, authorities).run()
  } finally {
    reader.close()
  }
}

class ArchiveCheck {
  readonly #archive: ArchiveReader
  readonly #trusted: ReadonlySet<string>
  readonly #onProgress: OnProgress
  readonly #authorities: readonly string[] | null
  readonly #findings = new Findings()
  readonly #notes: string[] = []
  readonly #ends = new Map<string, Link>()
  readonly #broken = new Set<string>()
  readonly #seals = new Map<number, RecordedSeal>()
  /** By hash: the size that an event gives it, and who names it. */
  readonly #named = new Map<string, { readonly size: number; readonly stream: string; readonly revision: number }>()
  #events = 0

  constructor(
    archive: ArchiveReader,
    trusted: readonly KeyObject[],
    onProgress: OnProgress,
    authorities: readonly string[] | null,
  ) {
    this.#archive = archive
    this.#trusted = new Set(trusted.map(keyIdOf))
    this.#onProgress = onProgress
    this.#authorities = authorities
  }

  async run(): Promise<Verification> {
    const manifest = await this.#manifest()
    for (const name of this.#archive.strange)
      this.#findings.add({
        kind: 'inserted',
        file: name,
        detail: 'no export has such a file, or it stands there twice',
      })
    await this.#files(manifest)
    await this.#chains()
    await this.#streamEnds()
    const documents = await this.#documents()
    await this.#readSeals(manifest)
    this.#notes.push(...(await checkTimeStamps([...this.#seals.values()], this.#authorities, this.#findings)))
    const { proven, unsealed } = await checkProofs(
      this.#archive,
      this.#seals,
      (stream) => this.#broken.has(stream),
      this.#findings,
    )
    if (unsealed > 0)
      this.#notes.push(
        `${unsealed} live events were not covered by a seal yet when the archive was made: only their hash chains speak for them.`,
      )
    await this.#noteErased()
    if (proven === 0 && unsealed === 0)
      this.#notes.push('No event in it is of the kind that is sealed (live ones are).')
    return {
      findings: this.#findings.all,
      more: this.#findings.more,
      checked: {
        events: this.#events,
        streams: this.#ends.size,
        documents,
        seals: this.#seals.size,
        leaves: proven,
      },
      notes: this.#notes,
    }
  }

  async #manifest(): Promise<Manifest> {
    const bytes = await this.#archive.whole(FILES.manifest)
    const manifest = bytes && asManifest(parsed(bytes))
    if (!bytes || !manifest) throw new BadArchive(`it has no ${FILES.manifest} that can be read`)
    if (manifest.format !== FORMAT.format || manifest.version > FORMAT.version)
      throw new BadArchive(`it is of the format ${manifest.format} ${manifest.version}; a newer program may read it`)
    const signed = await this.#archive.whole(FILES.signature)
    if (signed === null) {
      this.#notes.push('Its manifest is not signed: what the seals do not cover could have been left out of it unseen.')
      if (this.#trusted.size > 0)
        this.#findings.add({
          kind: 'signature',
          file: FILES.signature,
          detail: 'the signature over the manifest is missing',
        })
      return manifest
    }
    const signature = asSignature(parsed(signed))
    const key = signature && publicKeyOf(signature.publicKey)
    const isSigned = key && verify(null, bytes, key, Buffer.from(signature?.signature ?? '', 'base64'))
    if (!isSigned || !this.#isTrusted(keyIdOf(key)))
      this.#findings.add({
        kind: 'signature',
        file: FILES.manifest,
        detail: isSigned
          ? `the manifest is signed with the key ${keyIdOf(key)}, which is none of those that are trusted`
          : 'the manifest is not as it was signed',
      })
    if (this.#trusted.size === 0)
      this.#notes.push(
        `The signatures were checked by the keys in the archive itself (${key === null ? 'none' : keyIdOf(key)}); with --public-key they are checked by one that came another way.`,
      )
    return manifest
  }

  #isTrusted(keyId: string): boolean {
    return this.#trusted.size === 0 || this.#trusted.has(keyId)
  }

  async #files(manifest: Manifest): Promise<void> {
    for (const { name, size, sha256 } of manifest.files) {
      if (!this.#archive.has(name)) {
        this.#findings.add({ kind: 'archive changed', file: name, detail: 'the file is missing' })
        continue
      }
      const found = await this.#hashOf(name)
      if (found.size !== size || found.sha256 !== sha256)
        this.#findings.add({ kind: 'archive changed', file: name, detail: 'the file is not as it was written' })
    }
    const listed = new Set<string>([...manifest.files.map(({ name }) => name), FILES.manifest, FILES.signature])
    for (const name of this.#archive.names())
      if (!listed.has(name) && !name.startsWith('documents/'))
        this.#findings.add({ kind: 'inserted', file: name, detail: 'the manifest does not name the file' })
  }

  async #hashOf(name: string): Promise<{ readonly size: number; readonly sha256: string }> {
    const hash = createHash('sha256')
    let size = 0
    for await (const part of this.#archive.bytes(name)) {
      hash.update(part)
      size += part.length
    }
    return { size, sha256: hash.digest('hex') }
  }

  async #chains(): Promise<void> {
    let last = -1n
    for await (const event of this.#eventLines()) {
      this.#events += 1
      if (this.#events % 1_000 === 0) this.#onProgress('events', this.#events)
      const { stream, revision, position, metadata } = event
      if (position <= last)
        this.#findings.add({
          kind: 'reordered',
          stream,
          revision,
          detail: 'it does not stand in the order of the store',
        })
      last = position > last ? position : last
      if (!follows(this.#ends.get(stream) ?? null, event)) this.#broken.add(stream)
      this.#ends.set(stream, { revision, hash: metadata.hash })
      for (const { sha256, size } of documentsOf(event))
        if (!this.#named.has(sha256)) this.#named.set(sha256, { size, stream, revision })
    }
    await this.#diagnose()
  }

  async *#eventLines(): AsyncGenerator<RecordedEvent, void, undefined> {
    for await (const { number, value } of this.#archive.lines(FILES.events)) {
      const event = asEvent(value)
      if (event !== null) yield event
      else this.#findings.add({ kind: 'edited', file: FILES.events, detail: `line ${number} is no event` })
    }
  }

  /** Reads the streams with a broken chain again, as a whole. */
  async #diagnose(): Promise<void> {
    if (this.#broken.size === 0) return
    const close = new Map<string, RecordedEvent[]>()
    for await (const event of this.#eventLines()) {
      const { stream } = event
      if (!this.#broken.has(stream) || (!close.has(stream) && close.size >= MOST_DIAGNOSED.streams)) continue
      const events = close.get(stream) ?? []
      if (events.length < MOST_DIAGNOSED.events) events.push(event)
      close.set(stream, events)
    }
    for (const [stream, events] of close) for (const finding of diagnose(stream, events)) this.#findings.add(finding)
    for (const stream of this.#broken)
      if (!close.has(stream)) this.#findings.add({ kind: 'edited', stream, detail: 'its hash chain is broken' })
  }

  async #streamEnds(): Promise<void> {
    const listed = new Set<string>()
    for await (const { value } of this.#archive.lines(FILES.streams)) {
      const line = asStreamLine(value)
      if (line === null) {
        this.#findings.add({ kind: 'archive changed', file: FILES.streams, detail: 'a line is not as it is written' })
        continue
      }
      listed.add(line.stream)
      this.#streamEnd(line)
    }
    for (const stream of this.#ends.keys())
      if (!listed.has(stream))
        this.#findings.add({ kind: 'inserted', stream, detail: `${FILES.streams} does not name the stream` })
  }

  #streamEnd({ stream, revision, hash }: StreamLine): void {
    const end = this.#ends.get(stream)
    if (end === undefined)
      this.#findings.add({ kind: 'deleted', stream, detail: `all of its ${revision + 1} events are missing` })
    else if (end.revision < revision)
      this.#findings.add({
        kind: 'truncated',
        stream,
        revision: end.revision + 1,
        detail: `it ended at revision ${revision}, and ends at ${end.revision}`,
      })
    else if (end.revision > revision)
      this.#findings.add({
        kind: 'inserted',
        stream,
        revision: revision + 1,
        detail: `it ended at revision ${revision}, and ends at ${end.revision}`,
      })
    else if (end.hash !== hash && !this.#broken.has(stream))
      this.#findings.add({ kind: 'edited', stream, detail: 'its chain was computed anew: it ended in another hash' })
  }

  /** Answers how many documents were looked at. */
  async #documents(): Promise<number> {
    const absent = new Set<string>()
    for await (const { value } of this.#archive.lines(FILES.documents)) {
      const line = asDocumentLine(value)
      if (line === null)
        this.#findings.add({ kind: 'archive changed', file: FILES.documents, detail: 'a line is not as it is written' })
      else {
        const { sha256, size, stream, revision, absent: why } = line
        if (why !== undefined) absent.add(sha256)
        // Attachments of an invoice that is itself a document are named by no event.
        if (!this.#named.has(sha256)) this.#named.set(sha256, { size, stream, revision })
      }
    }
    let checked = 0
    for (const [sha256, { size, stream, revision }] of this.#named) {
      const finding = { stream, revision, document: sha256 }
      if (!this.#archive.has(documentFile(sha256))) {
        const detail = absent.has(sha256)
          ? 'the document was not in the document store, as it was written, when the archive was made'
          : 'the document is not in the archive'
        this.#findings.add({ kind: 'document missing', ...finding, detail })
        continue
      }
      checked += 1
      if (checked % 1_000 === 0) this.#onProgress('documents', checked)
      const found = await this.#hashOf(documentFile(sha256))
      if (found.sha256 !== sha256 || found.size !== size)
        this.#findings.add({
          kind: 'document changed',
          ...finding,
          detail: 'the document is not the one that the event names',
        })
    }
    for (const name of this.#archive.names())
      if (name.startsWith('documents/') && !this.#named.has(name.slice('documents/'.length)))
        this.#findings.add({ kind: 'inserted', file: name, detail: 'no event names this document' })
    return checked
  }

  async #noteErased(): Promise<void> {
    const streams: string[] = []
    for await (const { value } of this.#archive.lines(FILES.erased)) {
      const line = asStreamLine(value)
      if (line === null)
        this.#findings.add({ kind: 'archive changed', file: FILES.erased, detail: 'a line is not as it is written' })
      else if (this.#ends.has(line.stream))
        this.#findings.add({
          kind: 'inserted',
          stream: line.stream,
          detail: `${FILES.erased} says that it was erased, and events of it are there`,
        })
      else streams.push(line.stream)
    }
    const note = erasedInWords(streams, FILES.erased)
    if (note !== null) this.#notes.push(note)
  }

  async #readSeals(manifest: Manifest): Promise<void> {
    let lines = 0
    for await (const { value } of this.#archive.lines(FILES.seals)) {
      lines += 1
      const recorded = asSeal(value)
      if (recorded === null) {
        this.#findings.add({ kind: 'seal changed', file: FILES.seals, detail: `line ${lines} is no seal` })
        continue
      }
      const { seal } = recorded
      this.#seals.set(seal.sequence, recorded)
      const fault = faultOfSeal(seal)
      if (fault !== null) this.#findings.add(faultySeal(seal.sequence, fault))
      else if (!this.#isTrusted(seal.keyId))
        this.#findings.add({
          kind: 'signature',
          seal: seal.sequence,
          detail: `it is signed with the key ${seal.keyId}, which is none of those that are trusted`,
        })
    }
    const { seals } = manifest.counts
    if (lines < seals)
      this.#findings.add({
        kind: 'seal missing',
        file: FILES.seals,
        detail: `${seals} seals were written, ${lines} are there`,
      })
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return null
  }
}
