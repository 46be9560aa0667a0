import type pg from 'pg'
import type { GovernmentMessage } from '../../../countries/gateway/mailbox.js'
import type { Environment } from '../../../domain/event.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import { MESSAGE_COLUMNS, messageOf, type MessageRow } from '../../../countries/gateway/postgres/mailbox.js'
import type { InvoiceMessage, InvoiceMessages } from '../invoice-messages.js'

interface Row {
  readonly position: string
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly invoice_id: string
  readonly looks: number
}

const ITS_KEY = 'position = $1 AND account = $2 AND environment = $3 AND invoice_id = $4'

/** The messages that wait for their invoices, beside the mailbox in PostgreSQL. */
export class PostgresInvoiceMessages implements InvoiceMessages {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async claim(now: Date, seconds: number, most: number): Promise<readonly InvoiceMessage[]> {
    const { rows } = await this.#pool.query<Row>({
      name: 'claim messages',
      text: `WITH due AS MATERIALIZED (
          SELECT position, account, environment, invoice_id FROM operations.invoice_message
          WHERE due_at <= $1 ORDER BY due_at, position LIMIT $3 FOR UPDATE SKIP LOCKED
        )
        UPDATE operations.invoice_message m SET due_at = $2, looks = looks + 1
        FROM due WHERE m.position = due.position AND m.account = due.account
          AND m.environment = due.environment AND m.invoice_id = due.invoice_id
        RETURNING m.position, m.account, m.environment, m.country, m.invoice_id, m.looks - 1 AS looks`,
      values: [now.toISOString(), new Date(now.getTime() + seconds * 1000).toISOString(), most],
    })
    return rows
      .map(({ position, account, environment, country, invoice_id: invoiceId, looks }) => ({
        position: BigInt(position),
        scope: { account, environment },
        country,
        invoiceId,
        looks,
      }))
      .sort((one, other) => Number(one.position - other.position))
  }

  async read({ position }: InvoiceMessage): Promise<GovernmentMessage | null> {
    const { rows } = await this.#pool.query<MessageRow>({
      name: 'read message',
      text: `SELECT ${MESSAGE_COLUMNS} FROM operations.government_message m WHERE m.position = $1`,
      values: [position.toString()],
    })
    return rows[0] ? messageOf(rows[0]) : null
  }

  async settle(message: InvoiceMessage): Promise<void> {
    await this.#pool.query({
      name: 'settle message',
      text: `UPDATE operations.invoice_message SET due_at = NULL WHERE ${ITS_KEY}`,
      values: keyOf(message),
    })
  }

  async postpone(message: InvoiceMessage, until: Date): Promise<void> {
    await this.#pool.query({
      name: 'postpone message',
      text: `UPDATE operations.invoice_message SET due_at = $5 WHERE ${ITS_KEY} AND due_at IS NOT NULL`,
      values: [...keyOf(message), until.toISOString()],
    })
  }

  async hasten(invoiceIds: readonly string[], now: Date): Promise<void> {
    await this.#pool.query({
      name: 'hasten messages',
      text: `UPDATE operations.invoice_message SET due_at = $2 WHERE invoice_id = ANY ($1::text[]) AND due_at > $2`,
      values: [[...invoiceIds], now.toISOString()],
    })
  }

  async reopen(): Promise<void> {
    await this.#pool.query(`UPDATE operations.invoice_message SET due_at = '-infinity' WHERE due_at IS NULL`)
  }
}

function keyOf({ position, scope, invoiceId }: InvoiceMessage): string[] {
  return [position.toString(), scope.account, scope.environment, invoiceId]
}
