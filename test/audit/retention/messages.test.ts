import t from 'tap'
import { PostgresMailbox } from '../../../src/countries/gateway/postgres/mailbox.js'
import type { Scope } from '../../../src/domain/event.js'
import { prepareErased } from './retaining.js'

t.test(
  'old messages that belong to no invoice are erased, wherever they came from',
  { timeout: 120_000 },
  async (t) => {
    const { service, account, run } = await prepareErased(t)
    const { clock, pool } = service
    const mailbox = new PostgresMailbox(pool)
    const live: Scope = { account: account.id, environment: 'production' }
    const test: Scope = { account: account.id, environment: 'test' }
    await mailbox.expect({ channel: 'sdi', reference: 'id 7', scope: live, country: 'IT', invoiceId: 'inv_1' })
    const put = (messageId: string, scope: Scope | null, receivedAt: string, reference = 'id 1') =>
      mailbox.put({
        channel: 'sdi',
        scope,
        messageId,
        references: [reference],
        kind: 'RC',
        receivedAt: new Date(receivedAt),
        bytes: Buffer.from('<a/>'),
        mediaType: 'application/xml',
      })
    const LAST = '2026-12-31T23:59:59.999Z'
    const NEXT = '2027-01-01T00:00:00.000Z'
    await put('at the endpoint', null, LAST)
    await put('at the endpoint later', null, NEXT)
    await put('of an invoice', null, LAST, 'id 7')
    await put('fetched', live, LAST)
    await put('fetched later', live, NEXT)
    await put('of the test environment', test, LAST)
    const left = async (): Promise<readonly string[]> => {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT message_id AS id FROM operations.government_message ORDER BY position',
      )
      return rows.map(({ id }) => id)
    }
    clock.set('2036-12-31T23:59:59.999Z')
    t.match(await run(), { messages: 1 })
    t.same(await left(), ['at the endpoint', 'at the endpoint later', 'of an invoice', 'fetched', 'fetched later'])
    clock.set('2037-01-01T00:00:00.000Z')
    t.match(await run(), { messages: 2 })
    t.same(await left(), ['at the endpoint later', 'of an invoice', 'fetched later'])
  },
)
