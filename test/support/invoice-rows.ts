import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { pino } from 'pino'
import type { RecordedEvent, Scope } from '../../src/domain/event.js'
import { streamName } from '../../src/domain/streams.js'
import { invoices } from '../../src/projections/invoices.js'
import { invoiceSearch } from '../../src/projections/invoice-search/invoice-search.js'
import { NewTable } from '../../src/projections/engine/new-table.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { createTable, publishTable, schemaName } from '../../src/projections/engine/tables.js'
import { inTransaction } from '../../src/storage/postgres/transaction.js'

/** The read models that the list of invoices asks. */
export const LIST_MODELS = [invoices, invoiceSearch] as unknown as readonly Projection[]

/** Makes their tables in a migrated database in which nothing runs. */
export async function createListModels(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    for (const projection of LIST_MODELS) {
      await createTable(client, projection, schemaName(projection, 1))
      await publishTable(client, projection, schemaName(projection, 1))
    }
  })
}

const AT_ONCE = 2_000
const COUNTRIES = ['RO', 'RO', 'RO', 'BE', 'DE', 'FR'] as const
const FIRST = Date.parse('2024-01-01T00:00:00.000Z')

/** The content of the invoice with a number: the same on every run. */
export function externalIdOf(number: number): string {
  return `Order-${String(number).padStart(8, '0')}-${['north', 'South', 'ÉST', 'west'][number % 4]}`
}

/**
 * Folds so many created invoices of one account into them, a minute apart, by the projections
 * themselves.
 */
export async function foldInvoices(pool: pg.Pool, scope: Scope, count: number): Promise<void> {
  const log = pino({ level: 'silent' })
  const tables = LIST_MODELS.map((projection) => new NewTable(projection, schemaName(projection, 1), log))
  for (let from = 0; from < count; from += AT_ONCE) {
    const events = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) =>
      createdInvoice(scope, from + index),
    )
    await inTransaction(pool, async (client) => {
      for (const table of tables) await table.fold(client, events)
    })
  }
  // One invoice in ten moved on; one in a thousand failed.
  const decided = "CASE WHEN right(number, 3) = '500' THEN 'error' ELSE 'accepted' END"
  await pool.query(
    `UPDATE read.invoices SET status = ${decided}, outcome = ${decided}
     WHERE account = $1 AND right(number, 1) = '0'`,
    [scope.account],
  )
  for (const projection of LIST_MODELS)
    await pool.query(`VACUUM ANALYZE ${schemaName(projection, 1)}.${projection.name}`)
}

/** The event with which the invoice of a number was created. */
export function createdInvoice({ account, environment }: Scope, number: number): RecordedEvent {
  const invoiceId = `inv_${account.slice(-6)}${String(number).padStart(16, '0')}`
  return {
    id: randomUUID(),
    stream: streamName(environment, 'Invoice', invoiceId),
    revision: 0,
    position: BigInt(number + 1),
    type: 'InvoiceCreated',
    data: {
      invoiceId,
      companyId: `comp_${number % 3}`,
      country: COUNTRIES[number % COUNTRIES.length],
      invoiceType: 'invoice',
      number: `N${number}`,
      issueDate: new Date(FIRST + number * 60_000).toISOString().slice(0, 10),
      dueDate: null,
      customerName: 'Client SRL',
      supplierVat: 'RO18547290',
      customerVat: `DE${String(100_000_000 + (number % 5_000))}`,
      netAmount: '100.00',
      vatAmount: '21.00',
      grossAmount: '121.00',
      currency: 'RON',
      externalId: externalIdOf(number),
    },
    metadata: {
      $correlationId: 'req_1',
      $causationId: 'req_1',
      schemaVersion: 2,
      actor: 'operator',
      account,
      environment,
      occurredAt: new Date(FIRST + number * 60_000).toISOString(),
      prevHash: '',
      hash: '',
    },
  } as unknown as RecordedEvent
}
