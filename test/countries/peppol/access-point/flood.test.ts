import type pg from 'pg'
import t from 'tap'
import { belgianInvoice } from '../../../../src/countries/be/profile.js'
import type { Submission } from '../../../../src/countries/gateway/gateway.js'
import { PostgresMailbox } from '../../../../src/countries/gateway/postgres/mailbox.js'
import { receiveBusinessDocument } from '../../../../src/countries/peppol/access-point/inbound.js'
import { invoiceReference, participantsOf } from '../../../../src/countries/peppol/access-point/route.js'
import { verdictIn } from '../../../../src/countries/peppol/access-point/verdict.js'
import { createPool } from '../../../../src/storage/postgres/pool.js'
import { invoiceResponse, levelStatus, type Response } from '../../../standins/access-point/responses.js'
import { migratedDatabase } from '../../../support/database.js'
import { BUYER, INVOICE, SELLER, ubl } from './world.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const UPLOAD = { id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8', messageId: null, isDelivered: false }
const MEGABYTES = 1024 * 1024
const FLOOD = 60

const submission: Submission = {
  scope: { account: 'acc_1', environment: 'production' },
  invoiceId: 'inv_1',
  attemptId: 'attempt-1',
  refusals: 0,
  createdAt: NOW,
  invoice: INVOICE,
  xml: Buffer.from(ubl('F-1')),
  access: { connectionId: 'con_1', vatNumber: 'BE0403170701', credentials: {} },
}
const answered = { ...submission, issueDate: submission.invoice.issueDate }

/** A pool that counts the bytes of the values that its queries return. */
function counted(pool: pg.Pool): { readonly pool: pg.Pool; read: number } {
  const count = {
    read: 0,
    pool: new Proxy(pool, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name) as unknown
        return async (query: pg.QueryConfig) => {
          const answer = await target.query<Record<string, unknown>>(query)
          for (const value of answer.rows.flatMap((row) => Object.values(row)))
            count.read += Buffer.isBuffer(value) ? value.length : JSON.stringify(value).length
          return answer
        }
      },
    }),
  }
  return count
}

t.test('a poll reads the deciding message alone, however many large answers there are', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
  t.teardown(() => pool.end())
  const mailbox = new PostgresMailbox(pool)
  const forward = async (xml: string): Promise<void> => {
    const request = { body: Buffer.from(xml), contentType: 'application/xml', headers: {} }
    t.match(await receiveBusinessDocument(request, mailbox, NOW), { status: 200 })
  }
  const answer = (response: Response, issuedOn?: string): Promise<void> => {
    const about = { sender: BUYER, receiver: SELLER, reference: 'F-1', at: NOW, ...(issuedOn && { issuedOn }) }
    return forward(invoiceResponse(about, { ...response, description: 'x'.repeat(MEGABYTES) }))
  }
  const participants = participantsOf(submission, belgianInvoice)
  if ('errorMessage' in participants) throw new Error(participants.errorMessage)
  const reference = invoiceReference(participants, 'F-1')
  const poll = async () => {
    const count = counted(pool)
    const own = new PostgresMailbox(count.pool)
    const messages = await own.about(submission.scope, 'peppol', [UPLOAD.id, reference])
    const verdict = await verdictIn({ mailbox: own }, messages, answered, UPLOAD, reference)
    return { verdict, messages, read: count.read }
  }
  // Half of them decide nothing, the others speak of an earlier invoice with the same number.
  for (let n = 0; n < FLOOD; n += 1) await (n % 2 === 0 ? answer({ code: 'UQ' }) : answer({ code: 'RE' }, '2026-11-21'))
  const pending = await poll()
  t.equal(pending.verdict, null)
  t.equal(pending.messages.length, FLOOD)
  t.ok(pending.read < 100_000, `${pending.read} bytes are read`)

  await forward(levelStatus({ reference: UPLOAD.id, at: NOW }, { code: 'AP' }))
  await answer({ code: 'UQ' })
  const decided = await poll()
  t.match(decided.verdict, { kind: 'accepted' })
  t.ok(decided.read < 100_000, `${decided.read} bytes are read`)
})

t.test('the rejection of a buyer decides among large answers', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
  t.teardown(() => pool.end())
  const mailbox = new PostgresMailbox(pool)
  const about = { sender: BUYER, receiver: SELLER, reference: 'F-1', at: NOW, issuedOn: '2026-11-22' }
  for (const code of ['AB', 'UQ', 'RE', 'RE'])
    await receiveBusinessDocument(
      { body: Buffer.from(invoiceResponse(about, { code })), contentType: 'application/xml', headers: {} },
      mailbox,
      NOW,
    )
  const participants = participantsOf(submission, belgianInvoice)
  if ('errorMessage' in participants) throw new Error(participants.errorMessage)
  const reference = invoiceReference(participants, 'F-1')
  const messages = await mailbox.about(submission.scope, 'peppol', [UPLOAD.id, reference])
  t.match(await verdictIn({ mailbox }, messages, answered, UPLOAD, reference), { kind: 'rejected' })
})
