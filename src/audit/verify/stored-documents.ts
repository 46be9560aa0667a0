import type pg from 'pg'
import type { RecordedEvent, Scope } from '../../domain/event.js'
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
 * time: existence, size and hash. The database computes the hashes, so no content is sent over the
 * network, except for invoices whose attachments must be read.
 */
export class StoredDocuments {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #findings: Findings
  #asked: Asked[] = []
  #checked = 0

  constructor(pool: Pick<pg.Pool, 'query'>, findings: Findings) {
    this.#pool = pool
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
    const { rows } = await this.#pool.query<{ size: number | null; hash: string | null }>(
      `SELECT octet_length(stored.content) AS size, encode(sha256(stored.content), 'hex') AS hash
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (account, environment, sha256, place)
       LEFT JOIN documents.document stored USING (account, environment, sha256) ORDER BY asked.place`,
      [
        asked.map(({ scope }) => scope.account),
        asked.map(({ scope }) => scope.environment),
        asked.map(({ document }) => document.sha256),
      ],
    )
    for (const [place, { stream, revision, document }] of asked.entries()) {
      const { size = null, hash = null } = rows[place] ?? {}
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

  async #attachments(
    { account, environment }: Scope,
    { sha256, at }: NamedDocument,
  ): Promise<readonly NamedDocument[]> {
    const { rows } = await this.#pool.query<{ content: string }>(
      "SELECT encode(content, 'base64') AS content FROM documents.document WHERE account = $1 AND environment = $2 AND sha256 = $3",
      [account, environment, sha256],
    )
    if (rows[0] === undefined) return []
    try {
      return attachmentsOf(JSON.parse(Buffer.from(rows[0].content, 'base64').toString('utf8')), at)
    } catch (error) {
      // Its hash shows that it was changed.
      if (error instanceof SyntaxError) return []
      throw error
    }
  }
}

const AT_ONCE = 200
