import type pg from 'pg'
import {
  boundedMessage,
  boundedReference,
  type Channel,
  type ExpectedMessages,
  type ExpectingInvoice,
  type GovernmentMessage,
  type Kept,
  type Mailbox,
  type MessageHead,
  MOST_OF_REFERENCE,
} from '../mailbox.js'
import type { Environment, Scope } from '../../../domain/event.js'

/** The mailbox in PostgreSQL, shared by all processes. */
export class PostgresMailbox implements Mailbox {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async put(message: GovernmentMessage): Promise<Kept> {
    const { channel, scope, messageId, references, kind, receivedAt, mediaType, bytes, decides, issueDates } =
      boundedMessage(message)
    const { rows } = await this.#pool.query<{ kept: Kept }>({
      name: 'put message',
      text: 'SELECT operations.store_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS kept',
      values: [
        channel,
        scope?.account ?? '',
        scope?.environment ?? '',
        messageId,
        kind,
        receivedAt.toISOString(),
        mediaType,
        bytes,
        references,
        decides ?? true,
        issueDates ?? null,
        MOST_OF_REFERENCE,
      ],
    })
    const [row] = rows
    if (row === undefined) throw new Error('the database did not answer what became of a message')
    return row.kept
  }

  async expects({
    channel,
    scope,
    references,
  }: Pick<GovernmentMessage, 'channel' | 'scope' | 'references'>): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'is message expected',
      text: `SELECT FROM operations.expected_message e WHERE e.channel = $1 AND e.reference = ANY ($2::text[])
          AND ($3 = '' OR (e.account = $3 AND e.environment = $4)) LIMIT 1`,
      values: [channel, references.map(boundedReference), scope?.account ?? '', scope?.environment ?? ''],
    })
    return rowCount === 1
  }

  async expecting(channel: Channel, references: readonly string[]): Promise<readonly ExpectingInvoice[]> {
    const { rows } = await this.#pool.query<Scope & { readonly invoice_id: string }>({
      name: 'invoices that expect messages',
      text: `SELECT DISTINCT account, environment, invoice_id FROM operations.expected_message
        WHERE channel = $1 AND reference = ANY ($2::text[]) LIMIT 2`,
      values: [channel, references.map(boundedReference)],
    })
    return rows.map(({ account, environment, invoice_id: invoiceId }) => ({
      scope: { account, environment },
      invoiceId,
    }))
  }

  async expect({ channel, reference, scope, country, invoiceId }: ExpectedMessages): Promise<void> {
    await this.#pool.query({
      name: 'expect message',
      text: 'SELECT operations.expect_message($1, $2, $3, $4, $5, $6)',
      values: [channel, boundedReference(reference), scope.account, scope.environment, country, invoiceId],
    })
  }

  async about(scope: Scope, channel: Channel, references: readonly string[]): Promise<readonly MessageHead[]> {
    const { rows } = await this.#pool.query<HeadRow>({
      name: 'messages about',
      text: `SELECT ${HEAD_COLUMNS} FROM operations.government_message m
        WHERE m.position IN (
            SELECT r.position FROM operations.message_reference r
            WHERE r.channel = $3 AND r.reference = ANY ($4::text[]) AND NOT r.aside
          )
          AND (m.account, m.environment) IN (($1, $2), ('', ''))
        ORDER BY m.position`,
      values: [scope.account, scope.environment, channel, references.map(boundedReference)],
    })
    return rows.map(headOf)
  }

  async known(scope: Scope, channel: Channel, references: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ reference: string }>({
      name: 'known references',
      text: `SELECT s.reference FROM unnest($4::text[]) AS s (reference)
        WHERE EXISTS (
          SELECT FROM operations.message_reference r JOIN operations.government_message m ON m.position = r.position
          WHERE r.channel = $3 AND r.reference = s.reference AND (m.account, m.environment) IN (($1, $2), ('', ''))
        )`,
      values: [scope.account, scope.environment, channel, references.map(boundedReference)],
    })
    const found = new Set(rows.map(({ reference }) => reference))
    return new Set(references.filter((reference) => found.has(boundedReference(reference))))
  }

  async whole(head: MessageHead): Promise<GovernmentMessage | null> {
    const { channel, scope, messageId } = head
    const { rows } = await this.#pool.query<{ bytes: Uint8Array }>({
      name: 'content of message',
      text: `SELECT bytes FROM operations.government_message
        WHERE channel = $1 AND account = $2 AND environment = $3 AND message_id = $4`,
      values: [channel, scope?.account ?? '', scope?.environment ?? '', messageId],
    })
    return rows[0] ? { ...head, bytes: rows[0].bytes } : null
  }
}

const HEAD_COLUMNS = `m.channel, m.account, m.environment, m.message_id, m.kind, m.received_at, m.media_type, m.decides, m.issue_dates,
  array(SELECT r.reference FROM operations.message_reference r WHERE r.position = m.position ORDER BY r.reference) AS "references"`

/** The columns of a message `m` for `messageOf`. */
export const MESSAGE_COLUMNS = `${HEAD_COLUMNS}, m.bytes`

interface HeadRow {
  readonly channel: Channel
  readonly account: string
  readonly environment: Environment | ''
  readonly message_id: string
  readonly kind: string
  readonly received_at: string
  readonly media_type: string
  readonly decides: boolean
  readonly issue_dates: readonly string[] | null
  readonly references: readonly string[]
}

/** A row of `MESSAGE_COLUMNS`. */
export interface MessageRow extends HeadRow {
  readonly bytes: Uint8Array
}

/** The message of a row. */
export function messageOf(row: MessageRow): GovernmentMessage {
  return { ...headOf(row), bytes: row.bytes }
}

function headOf(row: HeadRow): MessageHead {
  const { channel, account, environment, kind, references, decides, issue_dates: issueDates } = row
  return {
    channel,
    scope: environment === '' ? null : { account, environment },
    messageId: row.message_id,
    references,
    kind,
    receivedAt: new Date(row.received_at),
    mediaType: row.media_type,
    decides,
    ...(issueDates !== null && { issueDates }),
  }
}
