import type pg from 'pg'
import {
  boundedMessage,
  boundedReference,
  type Channel,
  type ExpectedMessages,
  type GovernmentMessage,
  type Mailbox,
} from '../mailbox.js'
import type { Environment, Scope } from '../../../domain/event.js'

/** The mailbox in PostgreSQL, shared by all processes. */
export class PostgresMailbox implements Mailbox {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async put(message: GovernmentMessage): Promise<boolean> {
    const { channel, scope, messageId, references, kind, receivedAt, mediaType, bytes } = boundedMessage(message)
    const { rows } = await this.#pool.query<{ kept: boolean }>({
      name: 'put message',
      text: 'SELECT operations.keep_message($1, $2, $3, $4, $5, $6, $7, $8, $9) AS kept',
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
      ],
    })
    return rows[0]?.kept === true
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

  async expect({ channel, reference, scope, country, invoiceId }: ExpectedMessages): Promise<void> {
    await this.#pool.query({
      name: 'expect message',
      text: 'SELECT operations.expect_message($1, $2, $3, $4, $5, $6)',
      values: [channel, boundedReference(reference), scope.account, scope.environment, country, invoiceId],
    })
  }

  async about(scope: Scope, channel: Channel, references: readonly string[]): Promise<readonly GovernmentMessage[]> {
    const { rows } = await this.#pool.query<MessageRow>({
      name: 'messages about',
      text: `SELECT ${MESSAGE_COLUMNS} FROM operations.government_message m
        WHERE m.position IN (
            SELECT r.position FROM operations.message_reference r WHERE r.channel = $3 AND r.reference = ANY ($4::text[])
          )
          AND (m.account, m.environment) IN (($1, $2), ('', ''))
        ORDER BY m.position`,
      values: [scope.account, scope.environment, channel, references.map(boundedReference)],
    })
    return rows.map(messageOf)
  }
}

/** The columns of a message `m` for `messageOf`. */
export const MESSAGE_COLUMNS = `m.channel, m.account, m.environment, m.message_id, m.kind, m.received_at, m.media_type, m.bytes,
  array(SELECT r.reference FROM operations.message_reference r WHERE r.position = m.position ORDER BY r.reference) AS "references"`

/** A row of `MESSAGE_COLUMNS`. */
export interface MessageRow {
  readonly channel: Channel
  readonly account: string
  readonly environment: Environment | ''
  readonly message_id: string
  readonly kind: string
  readonly received_at: string
  readonly media_type: string
  readonly bytes: Uint8Array
  readonly references: readonly string[]
}

/** The message of a row. */
export function messageOf(row: MessageRow): GovernmentMessage {
  const { channel, account, environment, kind, bytes, references } = row
  return {
    channel,
    scope: environment === '' ? null : { account, environment },
    messageId: row.message_id,
    references,
    kind,
    receivedAt: new Date(row.received_at),
    bytes,
    mediaType: row.media_type,
  }
}
