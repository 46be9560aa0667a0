import { hash } from 'node:crypto'
import type pg from 'pg'
import type { DocumentReference } from '../../domain/document-reference.js'
import type { Scope } from '../../domain/event.js'
import { turnFor } from '../../domain/large-work.js'
import type { DocumentStore } from './document-store.js'
import { type ObjectStore, ObjectTooLong } from './object-store.js'
import { Batcher } from '../postgres/batcher.js'
import { joined } from '../postgres/joined-bytes.js'
import { StartupError } from '../startup-error.js'

/** The content stored under a hash has changed: the row was tampered with, or the disk failed. */
export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged'
}

/**
 * Storing the same bytes again repairs a damaged row, and updates its time now and then: a
 * recently stored document is not erased, because an event may be about to name it.
 */
const PUT_AGAIN = `ON CONFLICT (account, environment, sha256) DO UPDATE
        SET content = CASE WHEN stored.object IS NOT NULL OR stored.content = excluded.content THEN stored.content ELSE excluded.content END,
          stored_at = now()
        WHERE stored.object IS NULL AND stored.content IS DISTINCT FROM excluded.content OR stored.stored_at < now() - interval '1 hour'`

/** What hashing a byte costs of what judging one does. */
const HASHING = 1 / 8

/**
 * Documents in the service's own database: one transaction log, one backup. The bytes of older
 * ones may be in an object store (`document-moves.ts`); every document is stored here first.
 */
export class PostgresDocuments implements DocumentStore {
  readonly #pool: pg.Pool
  readonly #objects: ObjectStore | null
  readonly #puts = new Batcher<NewDocument, undefined>((documents) => this.#putAll(documents), {
    // Large ones must not delay all others.
    atOnce: 2,
    size: ({ bytes }) => bytes.byteLength,
  })

  /** @param objects null: all documents are in the database */
  constructor(pool: pg.Pool, objects: ObjectStore | null = null) {
    this.#pool = pool
    this.#objects = objects
  }

  async put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference> {
    await turnFor(scope.account, bytes.byteLength * HASHING)
    const sha256 = hashOf(bytes)
    const document = { scope, sha256, mediaType, bytes }
    if (bytes.byteLength < ALONE_BYTES) await this.#puts.run(document)
    else {
      await turnFor(scope.account, bytes.byteLength)
      await this.#putAll([document])
    }
    return { sha256, size: bytes.byteLength, mediaType }
  }

  async #putAll(documents: readonly NewDocument[]): Promise<readonly undefined[]> {
    const { bytes, begins, sizes } = joined(documents.map((each) => each.bytes))
    await this.#pool.query({
      name: 'put documents',
      // The first media type is kept. In a fixed order, so that two processes that store the same
      // documents don't wait for each other.
      text: `
        INSERT INTO documents.document AS stored (account, environment, sha256, media_type, content)
        SELECT account, environment, sha256, media_type, substring($7::bytea FROM begins FOR size)
        FROM (
          SELECT DISTINCT ON (account, environment, sha256) *
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[])
            AS given (account, environment, sha256, media_type, begins, size)
          ORDER BY account, environment, sha256
        ) AS documents ORDER BY account, environment, sha256
        ${PUT_AGAIN}`,
      values: [
        documents.map(({ scope }) => scope.account),
        documents.map(({ scope }) => scope.environment),
        documents.map(({ sha256 }) => sha256),
        documents.map(({ mediaType }) => mediaType),
        begins,
        sizes,
        bytes,
      ],
    })
    return documents.map(() => undefined)
  }

  async get(scope: Scope, sha256: string): Promise<Uint8Array | null> {
    // `pg` reads bytes as hexadecimal text, which is several times slower.
    const { rows } = await this.#pool.query<StoredRow>({
      name: 'get document',
      text: `
        SELECT encode(content, 'base64') AS content, object, object_bytes AS size
        FROM documents.document WHERE account = $1 AND environment = $2 AND sha256 = $3`,
      values: [scope.account, scope.environment, sha256],
    })
    const [row] = rows
    if (!row) return null
    if (row.object !== null) return this.#getObject(scope, sha256, row)
    await turnFor(scope.account, row.content.length)
    return intact(Buffer.from(row.content, 'base64'), sha256)
  }

  async #getObject(
    scope: Scope,
    sha256: string,
    { object, size }: Extract<StoredRow, { object: string }>,
  ): Promise<Uint8Array | null> {
    if (this.#objects === null)
      throw new StartupError(
        `The document ${sha256} is in an object store: set DOCUMENTS_URL as for the process that moved it there.`,
      )
    await turnFor(scope.account, size)
    const bytes = await this.#objects.get(object, size).catch((error: unknown) => {
      if (error instanceof ObjectTooLong) throw new DocumentDamaged(`the document ${sha256} was replaced`)
      throw error
    })
    return bytes && intact(bytes, sha256)
  }

  async erase(scope: Scope, sha256: string): Promise<void> {
    await this.#pool.query(
      `WITH gone AS (
         DELETE FROM documents.document WHERE account = $1 AND environment = $2 AND sha256 = $3 RETURNING object
       ) INSERT INTO documents.object_to_delete (object) SELECT object FROM gone WHERE object IS NOT NULL`,
      [scope.account, scope.environment, sha256],
    )
  }
}

type StoredRow =
  | { readonly content: string; readonly object: null; readonly size: null }
  | { readonly content: null; readonly object: string; readonly size: number }

function intact(bytes: Uint8Array, sha256: string): Uint8Array {
  if (hashOf(bytes) === sha256) return bytes
  throw new DocumentDamaged(`the document ${sha256} no longer has its hash`)
}

/** Documents of this size are stored alone. */
const ALONE_BYTES = 256 * 1024

interface NewDocument {
  readonly scope: Scope
  readonly sha256: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** The name of a document. */
function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}
