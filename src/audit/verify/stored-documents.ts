import type pg from 'pg'
import type { RecordedEvent, Scope } from '../../domain/event.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { DocumentDamaged } from '../../storage/documents/postgres-documents.js'
import { environmentOf } from '../categories.js'
import { attachmentsOf, documentsOf, type NamedDocument, storedInvoiceOf } from '../documents-of.js'
import type { Findings } from './findings.js'

interface Asked {
  readonly scope: Scope
  readonly stream: string
  readonly revision: number
  readonly document: NamedDocument
}

/**
 * Compares the documents that events name with those of the document store, some hundred at a
 * time: existence, size and hash. The database computes the hashes of those that it holds, so no
 * content is sent over the network, except for invoices whose attachments must be read. Those in
 * an object store are read.
 */
export class StoredDocuments {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #documents: Pick<DocumentStore, 'get'>
  readonly #findings: Findings
  #asked: Asked[] = []
  #checked = 0

  constructor(pool: Pick<pg.Pool, 'query'>, documents: Pick<DocumentStore, 'get'>, findings: Findings) {
    this.#pool = pool
    this.#documents = documents
    this.#findings = findings
  }

  /** The number of documents compared so far. */
  get checked(): number {
    return this.#checked
  }

  /** Adds the documents that an event names. */
  async named(event: RecordedEvent): Promise<void> {
    const { stream, revision, metadata } = event
    const environment = environmentOf(stream)
    if (environment === null) return
    const scope = { account: metadata.account, environment }
    const documents = documentsOf(event)
    if (documents.length === 0) return
    const stored = storedInvoiceOf(event)
    const attachments = stored === null ? [] : await this.#attachments(scope, stored)
    for (const document of [...documents, ...attachments]) this.#asked.push({ scope, stream, revision, document })
    if (this.#asked.length >= AT_ONCE) await this.flush()
  }

  /** Checks the remaining documents. */
  async flush(): Promise<void> {
    const asked = this.#asked
    this.#asked = []
    if (asked.length === 0) return
    const { rows } = await this.#pool.query<Stored & { readonly object: string | null }>(
      `SELECT octet_length(stored.content) AS size, encode(sha256(stored.content), 'hex') AS hash, stored.object
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (account, environment, sha256, place)
       LEFT JOIN documents.document stored USING (account, environment, sha256) ORDER BY asked.place`,
      [
        asked.map(({ scope }) => scope.account),
        asked.map(({ scope }) => scope.environment),
        asked.map(({ document }) => document.sha256),
      ],
    )
    for (const [place, { scope, stream, revision, document }] of asked.entries()) {
      const row = rows[place]
      const isElsewhere = row !== undefined && row.object !== null
      const { size, hash } = isElsewhere ? await this.#elsewhere(scope, document.sha256) : (row ?? NOWHERE)
      const finding = { stream, revision, document: document.sha256 }
      if (hash === null)
        this.#findings.add({
          kind: 'document missing',
          ...finding,
          detail: `the document store does not contain it (${document.at})`,
        })
      else if (hash !== document.sha256)
        this.#findings.add({
          kind: 'document changed',
          ...finding,
          detail: `its content has the hash ${hash} (${document.at})`,
        })
      else if (size !== document.size)
        this.#findings.add({
          kind: 'edited',
          ...finding,
          detail: `it has ${size ?? 0} bytes, but the event states ${document.size}`,
        })
      this.#checked += 1
    }
  }

  /** Of a document in an object store; its reader has checked the hash. */
  async #elsewhere(scope: Scope, sha256: string): Promise<Stored> {
    try {
      const bytes = await this.#documents.get(scope, sha256)
      return bytes === null ? NOWHERE : { size: bytes.byteLength, hash: sha256 }
    } catch (error) {
      if (error instanceof DocumentDamaged) return { size: null, hash: 'another one' }
      throw error
    }
  }

  async #attachments(scope: Scope, { sha256, at }: NamedDocument): Promise<readonly NamedDocument[]> {
    try {
      const json = await this.#documents.get(scope, sha256)
      return json === null ? [] : attachmentsOf(JSON.parse(Buffer.from(json).toString('utf8')), at)
    } catch (error) {
      // The check of the document itself reports that it was changed.
      if (error instanceof DocumentDamaged) return []
      throw error
    }
  }
}

/** A document as it is stored; `null`: it is not. */
interface Stored {
  readonly size: number | null
  readonly hash: string | null
}

const NOWHERE: Stored = { size: null, hash: null }

const AT_ONCE = 200
