import { verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { FILES, FORMAT, keyFile, type Manifest, type ManifestSignature } from '../../export/format.js'
import { faultOfSeal, keyIdOf, publicKeyOf, type RecordedSeal } from '../../seals/seals.js'
import { ArchiveChains } from './chains.js'
import { archivedErasures } from './erasures.js'
import { checkDocuments, hashOf } from './documents.js'
import { asManifest, asSeal, asSignature, asStreamLine, isCanonical } from './lines.js'
import { checkProofs } from './proofs.js'
import { erasedInWords } from '../erased-in-words.js'
import { faultySeal } from '../seals.js'
import { Findings } from '../findings.js'
import type { OnProgress, Verification } from '../report.js'
import { checkTimeStamps } from '../time-stamps.js'
import { ArchiveReader, BadArchive } from './zip-reader.js'
import { keysOf } from '../../../domain/keys.js'
import { addAll } from '../../../domain/lists.js'

/**
 * Checks an archive of `clearway audit export` alone: without a database, a network or settings.
 * Memory: some hundred bytes for each stream and document in it. `trusted`: public keys from a
 * separate source; none: the archive's own are used, and a note says so. `authorities`:
 * certificates (PEM) of time-stamping authorities; null: time stamps are not checked. Throws
 * `BadArchive` for other files, and the errors of reading a file.
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
  readonly #seals = new Map<number, RecordedSeal>()
  readonly #chains: ArchiveChains
  #manifestKey: string | null = null

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
    this.#chains = new ArchiveChains(archive, this.#findings, onProgress)
  }

  async run(): Promise<Verification> {
    const manifest = await this.#manifest()
    const { counts } = manifest
    for (const name of this.#archive.strange)
      this.#findings.add({
        kind: 'inserted',
        file: name,
        detail: 'exports contain no such file, or the file occurs twice',
      })
    await this.#files(manifest)
    const chains = this.#chains
    await chains.check()
    const documents = await checkDocuments(this.#archive, chains.named, this.#findings, this.#onProgress)
    await this.#readSeals(manifest)
    addAll(this.#notes, await checkTimeStamps([...this.#seals.values()], this.#authorities, this.#findings))
    const { proven, unsealed, proofs } = await checkProofs(
      this.#archive,
      this.#seals,
      (stream) => chains.isBroken(stream),
      this.#findings,
    )
    if (unsealed > 0)
      this.#notes.push(
        `${unsealed} live events were not yet covered by a seal when the archive was made: only their hash chains protect them.`,
      )
    const erased = await this.#noteErased(manifest)
    const found = { events: chains.events, streams: chains.streams, documents, proofs, erased }
    for (const what of keysOf(found)) {
      const [said, count] = [counts[what], found[what]]
      if (said !== count)
        this.#findings.add({
          kind: 'archive changed',
          file: FILES.manifest,
          detail: `it states ${said} ${what}, but there are ${count}`,
        })
    }
    // Last: checksums are known once everything has been read.
    for (const { name, detail } of this.#archive.faults)
      this.#findings.add({ kind: 'archive changed', ...(name !== null && { file: name }), detail })
    if (proven === 0 && unsealed === 0)
      this.#notes.push('The archive contains no events that are sealed (only live ones are).')
    return {
      findings: this.#findings.all,
      more: this.#findings.more,
      checked: {
        events: chains.events,
        streams: chains.streams,
        documents,
        seals: this.#seals.size,
        leaves: proven,
      },
      notes: this.#notes,
      trusted: this.#trusted.size > 0,
    }
  }

  async #manifest(): Promise<Manifest> {
    const bytes = await this.#archive.whole(FILES.manifest)
    const manifest = bytes && asManifest(parsed(bytes))
    if (!bytes || !manifest) throw new BadArchive(`it has no readable ${FILES.manifest}`)
    if (manifest.format !== FORMAT.format || manifest.version !== FORMAT.version)
      throw new BadArchive(
        `it has the format ${manifest.format} ${manifest.version}; a newer program may be able to read it`,
      )
    if (!isAsWritten(bytes, manifest))
      this.#findings.add({
        kind: 'archive changed',
        file: FILES.manifest,
        detail: 'it is not in the form of an export, so that other programs may read it differently',
      })
    const signed = await this.#archive.whole(FILES.signature)
    if (signed === null) {
      this.#notes.push(
        'The manifest is not signed: records that the seals do not cover could have been omitted undetected.',
      )
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
    this.#manifestKey = key && keyIdOf(key)
    const isSigned = key && verify(null, bytes, key, Buffer.from(signature?.signature ?? '', 'base64'))
    if (key && signature && !isSignatureAsWritten(signed, signature, key))
      this.#findings.add({ kind: 'archive changed', file: FILES.signature, detail: 'it was changed' })
    if (!isSigned || !this.#isTrusted(keyIdOf(key)))
      this.#findings.add({
        kind: 'signature',
        file: FILES.manifest,
        detail: isSigned
          ? `the manifest is signed with the key ${keyIdOf(key)}, which is not trusted`
          : 'the manifest was changed after it was signed',
      })
    if (this.#trusted.size === 0)
      this.#notes.push(
        `The signatures were checked with the keys in the archive itself (${key === null ? 'none' : keyIdOf(key)}); use --public-key to check them with a key from a separate source.`,
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
      const found = await hashOf(this.#archive, name)
      if (found.size !== size || found.sha256 !== sha256)
        this.#findings.add({ kind: 'archive changed', file: name, detail: 'the file was changed' })
    }
    const written = new Set(manifest.files.map(({ name }) => name))
    for (const name of ALWAYS_THERE)
      if (!written.has(name))
        this.#findings.add({ kind: 'archive changed', file: name, detail: 'the manifest does not name the file' })
    const listed = new Set<string>([...manifest.files.map(({ name }) => name), FILES.manifest, FILES.signature])
    for (const name of this.#archive.names())
      if (!listed.has(name) && !name.startsWith('documents/'))
        this.#findings.add({ kind: 'inserted', file: name, detail: 'the manifest does not name the file' })
  }

  /** Without a key from a separate source: a key of the seals, or of the manifest. */
  #mayRecord(keyId: string): boolean {
    if (this.#trusted.size > 0) return this.#trusted.has(keyId)
    return keyId === this.#manifestKey || [...this.#seals.values()].some(({ seal }) => seal.keyId === keyId)
  }

  /** Returns their number. */
  async #noteErased({ created }: Manifest): Promise<number> {
    const excused = await archivedErasures({
      archive: this.#archive,
      seals: this.#seals,
      holds: this.#chains.holds,
      isTrusted: (keyId) => this.#mayRecord(keyId),
      now: new Date(created),
      findings: this.#findings,
    })
    const streams: string[] = []
    let lines = 0
    for await (const read of this.#archive.lines(FILES.erased)) {
      lines += 1
      const line = asStreamLine(read.value)
      if (line === null || !isCanonical(read, line))
        this.#findings.add({ kind: 'archive changed', file: FILES.erased, detail: 'a line has an invalid form' })
      if (line === null) continue
      if (this.#chains.has(line.stream))
        this.#findings.add({
          kind: 'inserted',
          stream: line.stream,
          detail: `${FILES.erased} lists it as erased, but it has events`,
        })
      else if (excused === null || excused.get(line.stream)?.hash === line.hash) streams.push(line.stream)
      else
        this.#findings.add({
          kind: 'deleted',
          stream: line.stream,
          file: FILES.erased,
          detail: 'it is listed as erased, but no valid record of data retention names it',
        })
    }
    if (excused === null && lines > 0)
      this.#notes.push(
        'The archive was made before archives contained the records of erasures: for these, only the manifest vouches.',
      )
    const note = erasedInWords(streams, FILES.erased)
    if (note !== null) this.#notes.push(note)
    return lines
  }

  async #readSeals(manifest: Manifest): Promise<void> {
    let lines = 0
    for await (const read of this.#archive.lines(FILES.seals)) {
      lines += 1
      const recorded = asSeal(read.value)
      if (recorded === null || !isCanonical(read))
        this.#findings.add({
          kind: 'seal changed',
          file: FILES.seals,
          detail: `line ${lines} is not a valid seal`,
        })
      if (recorded === null) continue
      const { seal } = recorded
      if (this.#seals.has(seal.sequence))
        this.#findings.add({ kind: 'seal changed', seal: seal.sequence, detail: 'it occurs twice' })
      this.#seals.set(seal.sequence, recorded)
      const fault = faultOfSeal(seal)
      if (fault !== null) this.#findings.add(faultySeal(seal.sequence, fault))
      else if (!this.#isTrusted(seal.keyId))
        this.#findings.add({
          kind: 'signature',
          seal: seal.sequence,
          detail: `it is signed with the key ${seal.keyId}, which is not trusted`,
        })
    }
    const { seals } = manifest.counts
    if (lines < seals)
      this.#findings.add({
        kind: 'seal missing',
        file: FILES.seals,
        detail: `${seals} seals were written, ${lines} exist`,
      })
    else if (lines > seals)
      this.#findings.add({
        kind: 'inserted',
        file: FILES.seals,
        detail: `${seals} seals were written, ${lines} exist`,
      })
    await this.#keys()
  }

  /** Auditors who check manually use the keys from these files. */
  async #keys(): Promise<void> {
    for (const { keyId, publicKey } of [...this.#seals.values()].map(({ seal }) => seal)) {
      const pem = await this.#archive.whole(keyFile(keyId))
      if (pem?.toString('latin1') !== publicKey)
        this.#findings.add({ kind: 'archive changed', file: keyFile(keyId), detail: 'it is not a key of the seals' })
    }
  }
}

/** Files that every export contains, and its manifest names. */
const ALWAYS_THERE = [
  ...[FILES.readme, FILES.events, FILES.streams, FILES.documents, FILES.seals, FILES.proofs, FILES.erased],
]

function isSignatureAsWritten(bytes: Buffer, written: ManifestSignature, key: KeyObject): boolean {
  const { keyId, publicKey, signature } = written
  return (
    isAsWritten(bytes, written) &&
    keyId === keyIdOf(key) &&
    publicKey === key.export({ type: 'spki', format: 'pem' }) &&
    signature === Buffer.from(signature, 'base64').toString('base64')
  )
}

/** Exports are formatted for people, too. */
function isAsWritten(bytes: Buffer, value: unknown): boolean {
  return bytes.equals(Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
