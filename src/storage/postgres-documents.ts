import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { DocumentReference } from '../domain/document-reference.js'
import type { Scope } from '../domain/event.js'
import type { DocumentStore } from './documents.js'

/** What is stored under a hash is no longer what was put there: the row was tampered with, or the disk failed. */
export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged'
}

/** Documents in the service's own database: one transaction log, one backup. */
export class PostgresDocuments implements DocumentStore {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference> {
    const sha256 = hashOf(bytes)
    // The same bytes again change nothing, except that they mend a damaged row. The first media type stays.
    await this.#pool.query(
      `INSERT INTO documents.document AS stored (account, environment, sha256, media_type, content)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (account, environment, sha256) DO UPDATE SET content = excluded.content
       WHERE stored.content IS DISTINCT FROM excluded.content`,
      [scope.account, scope.environment, sha256, mediaType, asBuffer(bytes)],
    )
    return { sha256, size: bytes.byteLength, mediaType }
  }

  async get(scope: Scope, sha256: string): Promise<Uint8Array | null> {
    const { rows } = await this.#pool.query<{ content: Buffer }>(
      'SELECT content FROM documents.document WHERE account = $1 AND environment = $2 AND sha256 = $3',
      [scope.account, scope.environment, sha256],
    )
    const content = rows[0]?.content
    if (!content) return null
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

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** `pg` sends a Buffer as it is; other views it would take for JSON. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
