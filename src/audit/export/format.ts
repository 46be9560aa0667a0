import type { ExportRequest } from './selection.js'

/** The names of an archive's files. */
export const FILES = {
  readme: 'README.txt',
  events: 'events.ndjson',
  streams: 'streams.ndjson',
  documents: 'documents.ndjson',
  seals: 'seals.ndjson',
  proofs: 'proofs.ndjson',
  erased: 'erased.ndjson',
  manifest: 'manifest.json',
  signature: 'manifest.sig.json',
} as const

/** Where a document lies, by its SHA-256 (hex). */
export function documentFile(sha256: string): string {
  return `documents/${sha256}`
}

/** Where a key lies that seals were signed with. */
export function keyFile(keyId: string): string {
  return `public-keys/${keyId}.pem`
}

/** What a file's name may be, and nothing else. */
export const FILE_NAME =
  /^(?:[A-Za-z]+(?:\.sig)?\.(?:txt|json|ndjson)|documents\/[0-9a-f]{64}|public-keys\/[0-9a-f]{16}\.pem)$/

/** The version of the format; it is raised when a reader must know. */
export const FORMAT = { format: 'clearway-audit-export', version: 1 } as const

/** A line of `streams.ndjson`: where a stream ended when it was exported. */
export interface StreamLine {
  readonly stream: string
  /** Of its last event. */
  readonly revision: number
  readonly hash: string
}

/** A line of `documents.ndjson`: a document that an event names. */
export interface DocumentLine {
  readonly sha256: string
  readonly size: number
  readonly mediaType: string
  /** Of an attachment: as the sender calls it. */
  readonly fileName?: string
  /** The event that names it, and where in its data. */
  readonly stream: string
  readonly revision: number
  readonly at: string
  /** Why it is not in the archive; absent: it is. */
  readonly absent?: 'missing' | 'changed'
}

/** A line of `proofs.ndjson`: that a live event stands in the tree that a seal signs. */
export interface ProofLine {
  readonly stream: string
  readonly revision: number
  /** The event's `metadata.hash`. */
  readonly hash: string
  /** Its leaf, from 0; null: it was not in the tree yet. */
  readonly index: number | null
  /** Sequence of the first seal that covers it; null: none did yet. */
  readonly seal: number | null
  /** The inclusion proof of RFC 6962, hex, from the leaf upwards. */
  readonly path: readonly string[]
}

/** A line of `erased.ndjson`: a stream that data retention has erased. */
export interface ErasedLine {
  readonly stream: string
  readonly revision: number
  readonly hash: string
}

/** `manifest.json` */
export interface Manifest {
  readonly format: (typeof FORMAT)['format']
  readonly version: number
  /** The version of the program that wrote it. */
  readonly program: string
  /** ISO 8601, UTC. */
  readonly created: string
  readonly request: Readonly<Record<string, string | null>>
  /** The newest position of the store that was looked at. */
  readonly until: string
  readonly counts: Readonly<Record<'events' | 'streams' | 'documents' | 'seals' | 'proofs' | 'erased', number>>
  /** All files but the documents, whose names are their hashes, this one and its signature. */
  readonly files: readonly ManifestFile[]
}

/** A file of the archive. */
export interface ManifestFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** `manifest.sig.json`: the signature, by the key of the seals, over the bytes of the manifest. */
export interface ManifestSignature {
  readonly algorithm: 'Ed25519'
  readonly keyId: string
  /** SPKI, PEM. */
  readonly publicKey: string
  /** Base64. */
  readonly signature: string
}

/** What was asked for, as the manifest says it. */
export function requestInManifest(request: ExportRequest): Manifest['request'] {
  switch (request.kind) {
    case 'invoice': {
      const { scope, invoiceId } = request.invoice
      return { kind: 'invoice', invoice: invoiceId, ...scope }
    }
    case 'company':
      return { kind: 'company', company: request.companyId, ...request.scope, ...periodOf(request) }
    case 'account':
      return { kind: 'account', account: request.account, environment: request.environment, ...periodOf(request) }
  }
}

function periodOf({ period: { from, to } }: Exclude<ExportRequest, { kind: 'invoice' }>) {
  return { createdFrom: from.toISOString(), createdBefore: to.toISOString() }
}
