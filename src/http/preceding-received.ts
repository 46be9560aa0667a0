import { type Kysely, sql } from 'kysely'
import { namedPreceding } from '../domain/request/preceding-invoices.js'
import type { PrecedingInvoice } from '../domain/request/invoice-request.js'
import { inScope } from '../projections/in-scope.js'
import type { ReadModels } from '../projections/read-models.js'
import type { ReceivedRow } from '../projections/received.js'

/** An earlier invoice that a received one corrects or continues (BG-3). */
export interface PrecedingReceived {
  readonly number: string
  /** `YYYY-MM-DD`; null: the document does not say it. */
  readonly issueDate: string | null
  /** The government's number of it; null: the document does not say it. */
  readonly govId: string | null
  /** The same invoice as it was received by the company; null: it was not. */
  readonly receivedId: string | null
}

type Known = Pick<ReceivedRow, 'id' | 'number' | 'gov_id' | 'issue_date' | 'supplier_key'>

/** A correction of more invoices lists the first ones. */
const MOST_LISTED = 100
/** Suppliers use a number again each year. */
const MOST_FOUND = 1_000

/**
 * The earlier invoices that a received one names, with those of them that its company received: by
 * the government's number, else by the supplier's, and the date where it is said.
 * @param invoice as it was read; null: it could not be read
 */
export async function precedingReceived(
  db: Kysely<ReadModels>,
  row: ReceivedRow,
  invoice: Readonly<Record<string, unknown>> | null,
): Promise<readonly PrecedingReceived[]> {
  if (invoice === null) return []
  // The service wrote this JSON itself, from what it had read.
  const named = namedPreceding(invoice).slice(0, MOST_LISTED)
  const known = named.length === 0 ? [] : await receivedAmong(db, row, named)
  return named.map((each) => ({
    number: each.number,
    issueDate: each.issueDate ?? null,
    govId: each.ksefNumber ?? null,
    receivedId: known.find((other) => isSame(each, other, row))?.id ?? null,
  }))
}

async function receivedAmong(
  db: Kysely<ReadModels>,
  row: ReceivedRow,
  named: readonly PrecedingInvoice[],
): Promise<readonly Known[]> {
  const numbers = named.map(({ number }) => number)
  const govIds = named.flatMap(({ ksefNumber }) => (ksefNumber === undefined ? [] : [ksefNumber]))
  const { rows } = await sql<Known>`SELECT id, number, gov_id, issue_date, supplier_key FROM read.received
    WHERE ${inScope(row)} AND company_id = ${row.company_id} AND id <> ${row.id}
      AND (hashtext(gov_id) IN (SELECT hashtext(g) FROM unnest(${govIds}::text[]) AS g)
        OR hashtext(number) IN (SELECT hashtext(n) FROM unnest(${numbers}::text[]) AS n))
    ORDER BY created_at, id LIMIT ${MOST_FOUND}`.execute(db)
  return rows
}

function isSame({ number, issueDate, ksefNumber }: PrecedingInvoice, other: Known, row: ReceivedRow): boolean {
  if (ksefNumber !== undefined && other.gov_id !== null) return other.gov_id === ksefNumber
  const isOfSupplier = other.supplier_key !== null && other.supplier_key === row.supplier_key
  return isOfSupplier && other.number === number && (issueDate === undefined || other.issue_date === issueDate)
}
