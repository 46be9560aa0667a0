import type pg from 'pg'
import type { ErasedDocument, StreamsErased } from '../../domain/erasure.js'
import { attemptIdOf } from '../../domain/invoice.js'
import { categoryOfStream, idInStream } from '../../domain/streams.js'
import { UNLISTED } from '../../domain/named-documents.js'
import { inTransaction } from '../../storage/postgres/transaction.js'

/**
 * Erases the data of these streams that is neither event nor read model: caches, work, and
 * messages to and from real and simulated governments. Idempotent. File numbers stay counted, so
 * that none is used again, and an invoice stays counted in its month until the month is over.
 */
export async function eraseTraces(pool: pg.Pool, { streams, documents }: StreamsErased['data']): Promise<void> {
  const names = streams.map(({ stream }) => stream)
  const invoices = ids(names, 'Invoice-')
  const attempts = invoices.flatMap((id) => documents.map(({ sha256 }) => attemptIdOf(id, sha256)))
  const texts = (name: string, values: readonly string[]): [string, string[]][] =>
    values.length === 0 ? [] : [[name, [...values]]]
  const steps: readonly [string, string[]][] = [
    ...texts('DELETE FROM operations.snapshot WHERE stream = ANY ($1::text[])', names),
    ...texts('DELETE FROM processing.work WHERE key = ANY ($1::text[])', names),
    ...texts("UPDATE processing.checkpoints SET anchor = NULL WHERE anchor ->> 'stream' = ANY ($1::text[])", names),
    ...texts(UPLOADS, attempts),
    ...texts('DELETE FROM operations.file_number WHERE attempt_id = ANY ($1::text[])', attempts),
    ...texts('DELETE FROM simulator.upload WHERE attempt_id = ANY ($1::text[])', attempts),
    ...texts('DELETE FROM simulator.first_try WHERE invoice_id = ANY ($1::text[])', invoices),
    ...texts('DELETE FROM operations.expected_message WHERE invoice_id = ANY ($1::text[])', invoices),
    ...texts(MESSAGES, invoices),
    ...texts('DELETE FROM operations.arrival WHERE received_id = ANY ($1::text[])', ids(names, 'Received-')),
    ...texts('DELETE FROM operations.arrival_company WHERE company_id = ANY ($1::text[])', ids(names, 'Company-')),
    ...texts('DELETE FROM operations.receiving_look WHERE connection_id = ANY ($1::text[])', ids(names, 'Connection-')),
    ...texts('DELETE FROM operations.collection WHERE connection_id = ANY ($1::text[])', ids(names, 'Connection-')),
    ...texts('DELETE FROM operations.api_key_usage WHERE key_id = ANY ($1::text[])', ids(names, 'apiKey-')),
  ]
  await inTransaction(pool, async (client) => {
    for (const [text, values] of steps) await client.query(text, [values])
    await client.query(
      `DELETE FROM operations.uploaded_document u
       USING unnest($1::text[], $2::text[], $3::text[]) AS gone (account, environment, sha256)
       WHERE u.account = gone.account AND u.environment = gone.environment AND u.sha256 = gone.sha256`,
      columns(documents),
    )
    // Of answers to received invoices, by the ids of answers.
    await client.query(
      `DELETE FROM operations.upload u
       USING unnest($1::text[], $2::text[], $3::text[]) AS gone (account, environment, sha256)
       WHERE u.account = gone.account AND u.environment = gone.environment AND u.sha256 = gone.sha256
         AND starts_with(u.attempt_id, 'rsp_')`,
      columns(documents),
    )
  })
}

/** An attempt has one row; the government's number for it has one too. */
const UPLOADS = `
  WITH gone AS (DELETE FROM operations.upload WHERE attempt_id = ANY ($1::text[]) RETURNING account, environment, country, upload_id)
  DELETE FROM operations.uploaded_document u USING gone g
  WHERE u.account = g.account AND u.environment = g.environment AND u.country = g.country AND u.upload_id = g.upload_id`

/** A message may concern several invoices; it is erased with the last. */
const MESSAGES = `
  WITH about AS (DELETE FROM operations.invoice_message WHERE invoice_id = ANY ($1::text[]) RETURNING position)
  DELETE FROM operations.government_message m USING about a
  WHERE m.position = a.position
    AND NOT EXISTS (SELECT FROM operations.invoice_message o WHERE o.position = m.position AND o.invoice_id <> ALL ($1::text[]))`

function ids(streams: readonly string[], category: string): readonly string[] {
  return streams.filter((stream) => categoryOfStream(stream).endsWith(category)).map(idInStream)
}

function columns(documents: readonly ErasedDocument[]): string[][] {
  return [
    documents.map(({ account }) => account),
    documents.map(({ environment }) => environment),
    documents.map(({ sha256 }) => sha256),
  ]
}

/** Erased documents. */
export interface ErasedBytes {
  readonly documents: number
  readonly bytes: number
}

/**
 * Documents that nothing names any more. A document stored within the last day is kept for a later
 * turn: an event may be about to name it. So are all documents of an account with invoices whose
 * attachments are not listed.
 */
const UNNAMED = `d.stored_at < now() - interval '1 day'
  AND NOT EXISTS (SELECT FROM read.document_uses u
    WHERE u.documents @> ARRAY[d.sha256] AND u.account = d.account AND u.environment = d.environment)
  AND NOT EXISTS (SELECT FROM read.document_uses u
    WHERE u.documents @> '{${UNLISTED}}' AND u.account = d.account AND u.environment = d.environment)
  AND NOT EXISTS (SELECT FROM projections.quarantine q
    WHERE q.projection = 'document_uses' AND q.account = d.account AND q.environment = d.environment)`

/** Of the deleted rows `gone`: their bytes, and the objects that are to be deleted with them. */
const OF_GONE = `RETURNING coalesce(octet_length(d.content), d.object_bytes) AS bytes, d.object
     ), objects AS (
       INSERT INTO documents.object_to_delete (object) SELECT object FROM gone WHERE object IS NOT NULL`

/** Erases those of these documents that nothing names any more. Idempotent. */
export async function eraseDocuments(pool: pg.Pool, documents: readonly ErasedDocument[]): Promise<ErasedBytes> {
  if (documents.length === 0) return { documents: 0, bytes: 0 }
  const { rows } = await pool.query<{ documents: number; bytes: string }>(
    `WITH gone AS (
       DELETE FROM documents.document d USING unnest($1::text[], $2::text[], $3::text[]) AS given (account, environment, sha256)
       WHERE d.account = given.account AND d.environment = given.environment AND d.sha256 = given.sha256 AND ${UNNAMED}
       ${OF_GONE}
     ) SELECT count(*)::integer AS documents, coalesce(sum(bytes), 0)::text AS bytes FROM gone`,
    columns(documents),
  )
  return { documents: rows[0]?.documents ?? 0, bytes: Number(rows[0]?.bytes ?? 0) }
}

/** Where a sweep of documents continues. */
export interface DocumentPlace {
  readonly storedAt: string
  readonly sha256: string
}

/**
 * Erases old documents that nothing names: of requests that failed, and those that had to be kept
 * when their invoice was erased. Checks a limited number and returns where to continue; null: at
 * the end.
 */
export async function sweepDocuments(
  pool: pg.Pool,
  environment: string,
  before: Date,
  after: DocumentPlace | null,
  limit: number,
): Promise<ErasedBytes & { readonly next: DocumentPlace | null }> {
  const { rows } = await pool.query<{ looked: number; at: string; sha256: string; documents: number; bytes: string }>(
    `WITH old AS MATERIALIZED (
       SELECT account, environment, sha256, stored_at FROM documents.document
       WHERE environment = $1 AND stored_at < $2 AND ($3::timestamptz IS NULL OR (stored_at, sha256) > ($3::timestamptz, $4))
       ORDER BY stored_at, sha256 LIMIT $5
     ), gone AS (
       DELETE FROM documents.document d USING old o
       WHERE d.account = o.account AND d.environment = o.environment AND d.sha256 = o.sha256 AND d.stored_at = o.stored_at AND ${UNNAMED}
       ${OF_GONE}
     )
     SELECT (SELECT count(*)::integer FROM old) AS looked, last.at, last.sha256,
       (SELECT count(*)::integer FROM gone) AS documents, (SELECT coalesce(sum(bytes), 0)::text FROM gone) AS bytes
     FROM (SELECT stored_at::text AS at, sha256 FROM old ORDER BY stored_at DESC, sha256 DESC LIMIT 1) AS last`,
    [environment, before.toISOString(), after?.storedAt ?? null, after?.sha256 ?? '', limit],
  )
  const [row] = rows
  if (row === undefined) return { documents: 0, bytes: 0, next: null }
  return {
    documents: row.documents,
    bytes: Number(row.bytes),
    next: row.looked < limit ? null : { storedAt: row.at, sha256: row.sha256 },
  }
}

/**
 * Erases old messages that concern no invoice, up to a limit; returns their number. Those from the
 * operator's own endpoint name no environment: only real governments call it.
 */
export async function sweepMessages(pool: pg.Pool, environment: string, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM operations.government_message WHERE position IN (
       SELECT m.position FROM operations.government_message m
       WHERE m.environment = ANY ($1::text[]) AND m.received_at < $2
         AND NOT EXISTS (SELECT FROM operations.invoice_message i WHERE i.position = m.position)
       ORDER BY m.received_at LIMIT $3)`,
    [environment === 'production' ? [environment, ''] : [environment], before.toISOString(), limit],
  )
  return rowCount ?? 0
}

/**
 * Deletes requests under idempotency keys from before this time, up to a limit. Returns their
 * number.
 */
export async function sweepRequests(pool: pg.Pool, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM operations.request WHERE (account, environment, operation, key_digest) IN (
       SELECT account, environment, operation, key_digest FROM operations.request
       WHERE begun_at < $1 ORDER BY begun_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before.toISOString(), limit],
  )
  return rowCount ?? 0
}

/**
 * Deletes the counts of invoices for the months before the last one: nothing more is counted in
 * them. One bucket at a time. Returns the number of invoices; null: there was no such bucket.
 */
export async function sweepQuota(pool: pg.Pool, now: Date): Promise<number | null> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ bucket: string }>(
      `SELECT bucket FROM operations.quota_bucket WHERE bucket ^@ 'invoices/' AND split_part(bucket, '/', 4) < $1 LIMIT 1 FOR UPDATE`,
      [month],
    )
    const [found] = rows
    if (found === undefined) return null
    const { rowCount } = await client.query('DELETE FROM operations.quota_claim WHERE bucket = $1', [found.bucket])
    await client.query('DELETE FROM operations.quota_bucket WHERE bucket = $1', [found.bucket])
    return rowCount ?? 0
  })
}
