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
  erasures: 'erasures.ndjson',
  manifest: 'manifest.json',
  signature: 'manifest.sig.json',
} as const

/** The file of a document, by its SHA-256 (hex). */
export function documentFile(sha256: string): string {
  return `documents/${sha256}`
}

/** The file of a public key of seals. */
export function keyFile(keyId: string): string {
  return `public-keys/${keyId}.pem`
}

/** The allowed file names. */
export const FILE_NAME =
  /^(?:[A-Za-z]+(?:\.sig)?\.(?:txt|json|ndjson)|documents\/[0-9a-f]{64}|public-keys\/[0-9a-f]{16}\.pem)$/

/** The version of the format; incremented when readers must distinguish it. */
export const FORMAT = { format: 'clearway-audit-export', version: 1 } as const

/** A line of `streams.ndjson`: the end of a stream when it was exported. */
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
  /** For an attachment: the sender's file name. */
  readonly fileName?: string
  /** The event that names it, and the field of its data. */
  readonly stream: string
  readonly revision: number
  readonly at: string
  /** Why it is not in the archive; absent: it is. */
  readonly absent?: 'missing' | 'changed'
}

/** A line of `proofs.ndjson`: a live event is in the tree that a seal signs. */
export interface ProofLine {
  readonly stream: string
  readonly revision: number
  /** The event's `metadata.hash`. */
  readonly hash: string
  /** Index of its leaf, from 0; null: it was not in the tree yet. */
  readonly index: number | null
  /** Sequence of the first seal that covers it; null: no seal covered it yet. */
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

/** A line of `erasures.ndjson`: the record of erasures that names streams of `erased.ndjson`. */
export interface ErasureLine {
  /** The record as it is stored, like a line of `events.ndjson`. */
  readonly event: object
  readonly proof: ProofLine
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
  /** The newest position of the store included. */
  readonly until: string
  readonly counts: Readonly<Record<'events' | 'streams' | 'documents' | 'seals' | 'proofs' | 'erased', number>>
  /** All files except the documents, whose names are their hashes, this file and its signature. */
  readonly files: readonly ManifestFile[]
}

/** A file of the archive. */
export interface ManifestFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** `manifest.sig.json`: the signature over the bytes of the manifest with the seal key. */
export interface ManifestSignature {
  readonly algorithm: 'Ed25519'
  readonly keyId: string
  /** SPKI, PEM. */
  readonly publicKey: string
  /** Base64. */
  readonly signature: string
}

/** The request, in the form of the manifest. */
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
