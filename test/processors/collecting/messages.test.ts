import pino from 'pino'
import t, { type Test } from 'tap'
import { createCompany } from '../../../src/commands/company.js'
import { connectionIds } from '../../../src/commands/use-cases/current-connection.js'
import { accept, handle, load } from '../../../src/commands/handle.js'
import type { Gateway } from '../../../src/countries/gateway/gateway.js'
import type { GovernmentMessage } from '../../../src/countries/gateway/mailbox.js'
import { systemClock } from '../../../src/domain/clock.js'
import { company } from '../../../src/domain/company.js'
import { connection, connectionSecret } from '../../../src/domain/connection.js'
import type { Scope } from '../../../src/domain/event.js'
import { invoice } from '../../../src/domain/invoice.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { postgresPorts } from '../../../src/processors/ports.js'
import { Processors } from '../../../src/processors/processors.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { PostgresMailbox } from '../../../src/countries/gateway/postgres/mailbox.js'
import { runningProjections } from '../../projections/running.js'
import { MemoryVault } from '../../standins/memory/vault.js'
import { scriptedCountry } from '../../standins/scripted-government.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'

const LONG_SECONDS = 3_600

/** A government that decides by messages alone: `RC` accepts, `NE` is the buyer's answer. */
function gatewayOf(mailbox: PostgresMailbox, hands: GovernmentMessage[]): Gateway {
  return {
    find: () => Promise.resolve({ kind: 'unknown' }),
    async submit({ scope, invoiceId }) {
      await mailbox.expect({ channel: 'sdi', reference: `file ${invoiceId}`, scope, country: 'RO', invoiceId })
      return { kind: 'submitted', uploadId: invoiceId, govEndpoint: 'https://gov.example' }
    },
    async poll({ scope, invoiceId }) {
      const messages = await mailbox.about(scope, 'sdi', [`file ${invoiceId}`])
      const head = messages.find(({ kind }) => kind === 'RC')
      const receipt = head && (await mailbox.whole(head))
      if (receipt === undefined || receipt === null) return { kind: 'pending', retryAfterSeconds: LONG_SECONDS }
      return { kind: 'accepted', govId: '7', govMessage: 'RC', receipt }
    },
    collect: () => Promise.resolve({ kind: 'messages', messages: hands, until: new Date() }),
    responseIn: ({ kind, receivedAt }) => {
      return { at: receivedAt, code: kind, label: 'said by the buyer', reason: null }
    },
  }
}

async function service(t: Test) {
  const running = await runningProjections(t)
  const { store, pool, progress } = running
  const history = new History(store)
  const scope: Scope = { ...(await history.account()), environment: 'production' }
  const context = { ...scope, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const deps = { store, clock: systemClock }
  const details = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO', currency: 'RON' } as const
  await handle(deps, context, company, 'liveCompany-comp_1', createCompany({ companyId: 'comp_1', ...details }))
  const { connectionId, stream: connected } = connectionIds(scope, 'comp_1', 'RO')(0)
  const vault = new MemoryVault()
  await vault.put(scope, connectionSecret(connectionId), Buffer.from(JSON.stringify({ apiKey: 'k' })))
  await handle(deps, context, connection, connected, () =>
    accept(
      { type: 'ConnectionRequested', data: { connectionId, companyId: 'comp_1', countryCode: 'RO' } },
      { type: 'ConnectionActivated', data: { tokenExpiresAt: null } },
    ),
  )
  const mailbox = new PostgresMailbox(pool)
  const hands: GovernmentMessage[] = []
  const gateway = gatewayOf(mailbox, hands)
  const country = scriptedCountry(gateway)
  const start = () => {
    const stopping = new AbortController()
    const processors = new Processors({
      store,
      ...postgresPorts(pool, 2),
      timers: systemTimers,
      log: pino({ level: 'silent' }),
      vault,
      sender: { send: () => Promise.reject(new Error('no webhook')), close: () => Promise.resolve() },
      clock: systemClock,
      documents: new PostgresDocuments(pool),
      countryOf: () => country,
      gatewayFor: () => gateway,
      countrySettings: {},
      pace: 0.005,
    })
    processors.listenTo(progress)
    const done = processors.run(stopping.signal)
    t.teardown(async () => {
      stopping.abort()
      await done
    })
  }
  const message = (id: string, kind: string, text = kind): GovernmentMessage => ({
    channel: 'sdi',
    scope: null,
    messageId: `${id} ${text}`,
    references: [`file ${id}`],
    kind,
    receivedAt: new Date(),
    bytes: Buffer.from(text),
    mediaType: 'application/xml',
  })
  return {
    start,
    mailbox,
    hands,
    message,
    invoice: () => history.invoice(scope, acceptedInvoice(`F-${Math.random()}`)),
    status: async (stream: string) => (await load(store, invoice, stream)).state.status,
    said: async (stream: string) =>
      (await store.readStream(stream)).flatMap(({ type, data }) => {
        return type === 'InvoiceResponded' ? [(data as { code: string }).code] : []
      }),
  }
}

t.test('messages decide invoices at once, whether they are sent or fetched, before or after', async (t: Test) => {
  const { start, mailbox, hands, message, invoice, status, said } = await service(t)
  const [late, early, fetched] = [await invoice(), await invoice(), await invoice()]
  // Before it was even uploaded, and the buyer's answer before the decision.
  await mailbox.put(message(early.id, 'NE'))
  await mailbox.put(message(early.id, 'RC'))
  start()
  // Two processes, as in a deployment.
  start()
  await waitFor('it is accepted', async () => (await status(early.stream)) === 'accepted', 20_000)
  for (const { stream } of [late, fetched]) {
    await waitFor('it is submitted', async () => (await status(stream)) === 'submitted', 20_000)
  }
  await mailbox.put(message(late.id, 'RC'))
  hands.push(message(fetched.id, 'RC'), message(fetched.id, 'NE'))
  for (const { stream } of [late, fetched]) {
    await waitFor('it is accepted, an hour early', async () => (await status(stream)) === 'accepted', 20_000)
  }
  await mailbox.put(message(late.id, 'NE', 'once'))
  await mailbox.put(message(late.id, 'NE', 'again'))
  await waitFor('all is noted', async () => (await said(late.stream)).length >= 2, 20_000)
  for (const { stream } of [early, fetched]) {
    await waitFor(
      'messages from before the decision are recorded after it',
      async () => (await said(stream)).length >= 1,
      20_000,
    )
  }
  t.same(await said(late.stream), ['NE', 'NE'])
  t.same(await said(early.stream), ['NE'])
  t.same(await said(fetched.stream), ['NE'])
})
