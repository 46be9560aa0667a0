import { hash } from 'node:crypto'
import type pg from 'pg'
import type { DocumentReference } from '../../domain/document-reference.js'
import type { Scope } from '../../domain/event.js'
import { turnFor } from '../../domain/large-work.js'
import type { DocumentStore } from './document-store.js'
import { Batcher } from '../postgres/batcher.js'

/** The content stored under a hash has changed: the row was tampered with, or the disk failed. */
export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged'
}

/**
 * Storing the same bytes again repairs a damaged row, and updates its time now and then: a
 * recently stored document is not erased, because an event may be about to name it.
 */
const PUT_AGAIN = `ON CONFLICT (account, environment, sha256) DO UPDATE
        SET content = CASE WHEN stored.content = excluded.content THEN stored.content ELSE excluded.content END, stored_at = now()
        WHERE stored.content IS DISTINCT FROM excluded.content OR stored.stored_at < now() - interval '1 hour'`

/** Documents in the service's own database: one transaction log, one backup. */
export class PostgresDocuments implements DocumentStore {
  readonly #pool: pg.Pool
  readonly #puts = new Batcher<NewDocument, undefined>((documents) => this.#putAll(documents), {
    // Large ones must not delay all others.
    atOnce: 2,
    size: ({ bytes }) => bytes.byteLength,
  })

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference> {
    await turnFor(scope.account, bytes.byteLength)
    const sha256 = hashOf(bytes)
    const document = { scope, sha256, mediaType, bytes }
    if (bytes.byteLength < ALONE_BYTES) await this.#puts.run(document)
    else await this.#putLarge(document)
    return { sha256, size: bytes.byteLength, mediaType }
  }

  /** Alone: in an array `pg` would write it as text, twice as long and slow to build. */
  async #putLarge({ scope, sha256, mediaType, bytes }: NewDocument): Promise<void> {
    await turnFor(scope.account, bytes.byteLength)
    await this.#pool.query({
      name: 'put large document',
      text: `
        INSERT INTO documents.document AS stored (account, environment, sha256, media_type, content) VALUES ($1, $2, $3, $4, $5)
        ${PUT_AGAIN}`,
      values: [scope.account, scope.environment, sha256, mediaType, asBuffer(bytes)],
    })
  }

  async #putAll(documents: readonly NewDocument[]): Promise<readonly undefined[]> {
    await this.#pool.query({
      name: 'put documents',
      // The first media type is kept. In a fixed order, so that two processes that store the same
      // documents don't wait for each other.
      text: `
        INSERT INTO documents.document AS stored (account, environment, sha256, media_type, content)
        SELECT DISTINCT ON (1, 2, 3) * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[]) ORDER BY 1, 2, 3
        ${PUT_AGAIN}`,
      values: [
        documents.map(({ scope }) => scope.account),
        documents.map(({ scope }) => scope.environment),
        documents.map(({ sha256 }) => sha256),
        documents.map(({ mediaType }) => mediaType),
        documents.map(({ bytes }) => asBuffer(bytes)),
      ],
    })
    return documents.map(() => undefined)
  }

  async get(scope: Scope, sha256: string): Promise<Uint8Array | null> {
    // `pg` reads bytes as hexadecimal text, which is several times slower.
    const { rows } = await this.#pool.query<{ content: string }>({
      name: 'get document',
      text: "SELECT encode(content, 'base64') AS content FROM documents.document WHERE account = $1 AND environment = $2 AND sha256 = $3",
      values: [scope.account, scope.environment, sha256],
    })
    const [row] = rows
    if (!row) return null
    await turnFor(scope.account, row.content.length)
    const content = Buffer.from(row.content, 'base64')
    if (hashOf(content) !== sha256) throw new DocumentDamaged(`the document ${sha256} no longer has its hash`)
    return content
  }

  async erase(scope: Scope, sha256: string): Promise<void> {
    await this.#pool.query('DELETE FROM documents.document WHERE account = $1 AND environment = $2 AND sha256 = $3', [
      scope.account,
      scope.environment,
      sha256,
    ])
  }
}

/** Documents of this size are stored alone. */
const ALONE_BYTES = 256 * 1024

interface NewDocument {
  readonly scope: Scope
  readonly sha256: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

/** `pg` sends a Buffer unchanged; it would send other views as JSON. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
