import t from 'tap'
import { differencesOf, type ThreeSides } from '../../src/audit/reconcile/compare.js'
import { Reconciliation } from '../../src/audit/reconcile/reconcile.js'
import { connectionIds } from '../../src/commands/current-connection.js'
import { accept, handle } from '../../src/commands/handle.js'
import { countryOf } from '../../src/countries/registry.js'
import { connection } from '../../src/domain/connection.js'
import type { Scope } from '../../src/domain/event.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { worldOf as poland } from '../countries/pl/ksef/world.js'
import { ubl, worldOf as romania } from '../countries/ro/anaf/world.js'
import { MemoryDocuments } from '../standins/memory-documents.js'
import { acceptedInvoice, History } from '../support/history.js'

const sides: ThreeSides = {
  status: 'accepted',
  govId: '7',
  there: { kind: 'accepted', govId: '7' },
  client: 'succeeded',
}

t.test('three sides of an invoice: which differences there are', async (t) => {
  const kindsOf = (changes: Partial<ThreeSides>) => differencesOf({ ...sides, ...changes }).map(({ kind }) => kind)
  t.strictSame(kindsOf({}), [])
  t.strictSame(kindsOf({ there: { kind: 'unknown' } }), ['unknown there'])
  t.strictSame(kindsOf({ there: { kind: 'accepted', govId: '8' } }), ['status differs'])
  t.strictSame(kindsOf({ there: { kind: 'rejected', errorMessage: 'E' } }), ['status differs'])
  t.strictSame(kindsOf({ there: { kind: 'rejected', errorMessage: 'duplicate of 7' } }), [], 'a duplicate of itself')
  t.strictSame(kindsOf({ there: { kind: 'pending' } }), ['status differs'])
  t.strictSame(kindsOf({ status: 'submitted', govId: null, there: { kind: 'pending' } }), [])
  t.strictSame(kindsOf({ status: 'submitted', govId: null }), ['status differs'], 'decided there, not yet here')
  t.strictSame(kindsOf({ status: 'rejected', govId: null, there: { kind: 'unknown' } }), [])
  t.strictSame(kindsOf({ client: 'failed' }), ['client not told'])
  t.strictSame(kindsOf({ there: null, client: 'cancelled' }), ['client not told'])
  const outage = { kind: 'unavailable', reason: 'x', retryAfterSeconds: 1, concerns: 'invoice' } as const
  t.strictSame(kindsOf({ there: outage }), [], 'nobody could tell')
})

t.test('ANAF: what it decided, what it does not know, and what it lists beyond ours', async (t) => {
  const world = await romania(t)
  const store = new MemoryEventStore()
  const clock = { now: world.now }
  const history = new History(store, clock)
  const { account } = await history.account()
  const scope: Scope = { account, environment: 'production' }
  const companyId = await history.company(scope)
  const context = { ...scope, actor: 'operator', correlationId: 'req_1', causationId: 'req_1' } as const
  const { connectionId, stream } = connectionIds(scope, companyId, 'RO')(0)
  await handle({ store, clock }, context, connection, stream, () =>
    accept(
      { type: 'ConnectionRequested', data: { connectionId, companyId, countryCode: 'RO' } },
      { type: 'ConnectionActivated', data: { tokenExpiresAt: null } },
    ),
  )
  const documents = new MemoryDocuments()
  const accessToken = world.anaf.issueToken()

  /** An invoice whose document went to ANAF under this number, and was accepted by our events. */
  async function accepted(number: string, uploadId: string): Promise<string> {
    const { id, stream: own } = await history.invoice(scope, acceptedInvoice(number), companyId)
    const document = await documents.put(scope, Buffer.from(ubl(number)), 'application/xml')
    await history.findings(
      scope,
      own,
      { type: 'InvoiceValidated', data: { rulesChecked: 300, format: 'UBL 2.1 CIUS-RO' } },
      { type: 'InvoiceConverted', data: { format: 'UBL 2.1 CIUS-RO', document } },
      { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
      { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId, govEndpoint: 'https://gov.example' } },
      { type: 'InvoiceAccepted', data: { govId: uploadId, govMessage: 'ok', receipt: null } },
    )
    return id
  }

  const begun = world.now()
  const submission = { vatNumber: 'RO12345678', token: accessToken }
  const uploadId = await world.uploaded(world.submission({ ...submission, xml: ubl('F-1') }))
  const strange = await world.uploaded(world.submission({ ...submission, xml: ubl('F-2') }))
  world.pass(3_600)
  const same = await accepted('F-1', uploadId)
  const invented = await accepted('F-9', '5099999999')
  const calls = world.anaf.register.taken.length
  const reconciliation = new Reconciliation({
    store,
    documents,
    vault: { get: () => Promise.resolve(Buffer.from(JSON.stringify({ accessToken }))) },
    countryOf,
    countrySettings: {},
    gatewayFor: () => world.gateway,
    budgets: world.budgets,
    now: world.now,
  })
  const listed = (id: string) => reconciliation.invoice({ id, account, environment: 'production' })
  t.match(await listed(same), { here: 'accepted', there: 'accepted', client: 'none', differences: [], notAsked: null })
  t.match(await listed(invented), { here: 'accepted', there: 'unknown', differences: [{ kind: 'unknown there' }] })
  const unknown = await reconciliation.unknownHere(begun)
  t.match(unknown, [{ invoiceId: null, country: 'RO', here: 'unknown', differences: [{ kind: 'unknown here' }] }])
  t.equal(unknown.length, 1)
  t.ok(unknown[0]?.differences[0]?.detail.includes(strange))
  t.equal(world.anaf.register.taken.length, calls, 'nothing was sent')
})

t.test('KSeF is asked, and nothing is sent to it, also where a poll would send again', async (t) => {
  const { gateway, submission, sent, pass, ksef } = await poland(t)
  const invoice = submission()
  const uploadId = await sent(invoice)
  pass(5)
  const [taken] = ksef.register.accepted
  const sendings = ksef.count('send')
  t.strictSame(await gateway.look?.(invoice, uploadId, null), { kind: 'accepted', govId: taken?.ksefNumber })
  const [session = ''] = uploadId.split('/')
  pass(100_000)
  const lost = await gateway.look?.(submission(), `${session}/20261124-EE-0123456789-ABCDEF0123-AB`, null)
  t.match(lost, { kind: 'unknown' })
  t.equal(ksef.count('send'), sendings, 'nothing was sent')
})
