import t from 'tap'
import type { Reconciled } from '../../../src/audit/reconcile/reconcile.js'
import { byWay } from '../../../src/countries/it/ways.js'
import { worldOf as invoicetronic } from '../../countries/it/invoicetronic/world.js'
import { worldOf as sdi } from '../../countries/it/sdi/world.js'
import { worldOf as peppol, instanceOf } from '../../countries/peppol/access-point/world.js'
import { worldOf as platform } from '../../countries/fr/flow-service/world.js'
import { worldOf as chorusPro } from '../../countries/fr/chorus/world.js'
import { PostgresUploadLedger } from '../../../src/countries/gateway/postgres/upload-ledger.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { postgresSentUploads } from '../../../src/audit/reconcile/sent-uploads.js'
import { migratedDatabase } from '../../support/database.js'
import { all, sidesOf } from './sides.js'

const SAME = { differences: [] }
const NOT_NOTIFIED = { client: 'failed', differences: [{ kind: 'client not notified' }] }
const UNKNOWN_THERE = { there: 'unknown', differences: [{ kind: 'unknown there' }] }
const REJECTED_THERE = { here: 'accepted', there: 'rejected', differences: [{ kind: 'status differs' }] }

/** The uploads that are listed there and not known here. */
function strangersIn(lines: readonly Reconciled[]): readonly string[] {
  return lines.flatMap(({ differences }) => differences.map(({ kind, detail }) => `${kind}: ${detail}`))
}

t.test('Invoicetronic: asked after each invoice and for its list', async (t) => {
  const world = await invoicetronic(t)
  const { standIn, now } = world
  const sides = await sidesOf({ country: 'IT', ...world, credentials: standIn.credentials })
  const begun = now()
  const [good, turned, strange] = [world.submission(), world.submission(), world.submission()]
  const goodUpload = await world.sent(good)
  standIn.faults({ on: 'send', times: 1, does: { kind: 'reject', errors: [{ code: '00400', description: 'no' }] } })
  const turnedUpload = await world.sent(turned)
  const strangeUpload = await world.sent(strange)
  world.pass(60)
  const decided = await world.poll(good, goodUpload)
  const govId = decided.kind === 'accepted' ? decided.govId : ''
  const same = await sides.handedOver(good, good.invoice, goodUpload, { govId })
  const calls = standIn.account.sent.length
  t.match(await sides.compared(same), { here: 'accepted', there: 'accepted', notAsked: null, ...SAME })
  await sides.notNotified(same)
  t.match(await sides.compared(same), NOT_NOTIFIED)
  const rejected = await sides.handedOver(turned, turned.invoice, turnedUpload, { govId: '1' })
  const line = await sides.compared(rejected)
  t.match(line, REJECTED_THERE)
  t.match(line?.differences[0]?.detail, /00400/, 'with what it said')
  const lost = world.submission()
  const missing = await sides.handedOver(lost, lost.invoice, 'invoicetronic 999999', { govId: '2' })
  t.match(await sides.compared(missing), UNKNOWN_THERE)
  const strangers = strangersIn(await sides.unknownHere(begun))
  t.equal(strangers.length, 1)
  t.match(strangers[0], new RegExp(`^unknown here: .*upload ${strangeUpload},`))
  t.equal(standIn.account.sent.length, calls, 'nothing was sent')
})

t.test('SDICoop: it can not be asked; its notifications are compared, and the line says so', async (t) => {
  const world = await sdi(t)
  const { sdi: channel, tools, now } = world
  const gateway = byWay({ channel: world.gateway, intermediary: world.gateway }, tools)
  const sides = await sidesOf({ country: 'IT', gateway, now, credentials: channel.credentials })
  const good = world.submission()
  const upload = await world.sent(good)
  await channel.deliver()
  const [id = ''] = upload.split(' ')
  const same = await sides.handedOver(good, good.invoice, upload, { govId: id })
  const files = channel.received.length
  t.match(await sides.compared(same), { there: 'accepted', notAsked: /has no query.*notifications/, ...SAME })

  const turned = world.submission()
  channel.faults({ on: 'file', times: 1, does: { kind: 'reject', errors: [{ code: '00400', description: 'no' }] } })
  const turnedUpload = await world.sent(turned)
  await channel.deliver()
  const rejected = await sides.handedOver(turned, turned.invoice, turnedUpload, { govId: '1' })
  const line = await sides.compared(rejected)
  t.match(line, REJECTED_THERE)
  t.match(line?.differences[0]?.detail, /according to its messages: 00400/)

  const lost = world.submission()
  const missing = await sides.handedOver(lost, lost.invoice, `99 ${upload.split(' ')[1] ?? ''}9`, { govId: '99' })
  t.match(await sides.compared(missing), { there: 'pending', differences: [{ kind: 'status differs' }] })
  t.match(await sides.unknownHere(now()), [{ invoiceId: null, there: null, notAsked: /no list/, differences: [] }])
  t.equal(channel.received.length, files + 1, 'nothing was sent')
})

t.test('an access point: each document by its id, and the history of its own senders', async (t) => {
  const world = await peppol(t)
  const { accessPoint, now } = world
  const sides = await sidesOf({ country: 'BE', ...world, credentials: {} })
  const begun = now()
  const [good, turned, strange, others] = [
    world.submission(),
    world.submission(),
    world.submission(),
    world.submission(),
  ]
  const uploads: string[] = []
  for (const submission of [good, turned, strange]) uploads.push(await world.uploaded(submission))
  const [goodUpload = '', turnedUpload = '', strangeUpload = ''] = uploads
  const supplier = { ...others.invoice.supplier, vatNumber: 'BE0202239951' }
  await world.uploaded({ ...others, invoice: { ...others.invoice, supplier } })
  await accessPoint.levelStatus(instanceOf(goodUpload), { code: 'AP' })
  await accessPoint.levelStatus(instanceOf(turnedUpload), { code: 'RE' })
  const decided = await world.poll(good, goodUpload)
  const govId = decided.kind === 'accepted' ? decided.govId : ''
  const same = await sides.handedOver(good, good.invoice, goodUpload, { govId })
  t.match(await sides.compared(same), { there: 'accepted', notAsked: null, ...SAME })
  await accessPoint.respond(instanceOf(goodUpload), good.invoice.number, { code: 'RE' })
  t.match(await sides.compared(same), { there: 'accepted', ...SAME }, 'what a buyer says later decides nothing')
  await sides.notNotified(same)
  t.match(await sides.compared(same), NOT_NOTIFIED)
  const rejected = await sides.handedOver(turned, turned.invoice, turnedUpload, { govId: '1' })
  t.match(await sides.compared(rejected), REJECTED_THERE)
  const lost = world.submission()
  const missing = await sides.handedOver(lost, lost.invoice, '00000000-0000-8000-8000-000000000000', { govId: '2' })
  t.match(await sides.compared(missing), UNKNOWN_THERE)
  const strangers = strangersIn(await sides.unknownHere(begun))
  t.equal(strangers.length, 1, 'not that of another company')
  t.match(strangers[0], new RegExp(instanceOf(strangeUpload)))
  t.equal(accessPoint.transactions.length, 4, 'nothing was sent')

  const before = sides.reconciliation([instanceOf(strangeUpload)])
  await before.invoice({ id: same, ...sides.scope })
  await before.invoice({ id: rejected, ...sides.scope })
  t.strictSame(strangersIn(await all(before.unknownHere(begun))), [], 'an upload of another period is in the ledger')
})

t.test('an access point that keeps no history says so', async (t) => {
  const world = await peppol(t, { history: false })
  const sides = await sidesOf({ country: 'BE', ...world, credentials: {} })
  const invoice = world.submission()
  const upload = await world.uploaded(invoice)
  await sides.compared(await sides.handedOver(invoice, invoice.invoice, upload, 'submitted'))
  t.match(await sides.unknownHere(new Date(0)), [{ there: null, differences: [], notAsked: /keeps no history/ }])
})

t.test('a system that is away is not asked for ever', async (t) => {
  const world = await platform(t)
  const sides = await sidesOf({ country: 'FR', ...world, credentials: world.platform.credentials })
  const ids: string[] = []
  for (let made = 0; made < 6; made += 1) {
    const invoice = world.submission()
    ids.push(await sides.handedOver(invoice, invoice.invoice, await world.submitted(invoice), { govId: '1' }))
  }
  world.platform.faults({ on: 'flow', does: { kind: 'answer', status: 503 } })
  const before = world.platform.calls.length
  for (const id of ids) t.match(await sides.compared(id), { there: null, differences: [], notAsked: /503/ })
  t.equal(
    world.platform.calls.slice(before).filter((call) => call === 'flow').length,
    1,
    'its first outage ends it for the connection',
  )
})

t.test('a French platform: each flow with its life cycle, and the flows that it lists', async (t) => {
  const world = await platform(t, { largestPage: 2 })
  const { now, gateway, mailbox, access } = world
  const sides = await sidesOf({ country: 'FR', ...world, credentials: world.platform.credentials })
  const begun = now()
  world.pass(1)
  const of = () => world.submission({ account: sides.scope.account })
  const [good, turned, strange] = [of(), of(), of()]
  const uploads: string[] = []
  for (const submission of [good, turned, strange]) {
    uploads.push(await world.submitted(submission))
    world.pass(1)
  }
  const [goodUpload = '', turnedUpload = '', strangeUpload = ''] = uploads
  world.pass(60)
  const collect = async () => {
    const collected = await gateway.collect?.(sides.scope, access, null)
    if (collected?.kind === 'messages') for (const message of collected.messages) await mailbox.put(message)
  }
  await collect()
  const same = await sides.handedOver(good, good.invoice, goodUpload, { govId: goodUpload })
  t.match(await sides.compared(same), { there: 'accepted', notAsked: null, ...SAME })
  world.platform.report(good.invoice.number, '210')
  world.platform.report(turned.invoice.number, '213', { code: 'REJ_SEMAN', label: 'Rejet' })
  await collect()
  t.match(await sides.compared(same), { there: 'accepted', ...SAME }, 'what a buyer says later decides nothing')
  await sides.notNotified(same)
  t.match(await sides.compared(same), NOT_NOTIFIED)
  const rejected = await sides.handedOver(turned, turned.invoice, turnedUpload, { govId: turnedUpload })
  t.match(await sides.compared(rejected), REJECTED_THERE)
  const lost = of()
  const nowhere = '00000000-0000-4000-8000-000000000000'
  const missing = await sides.handedOver(lost, lost.invoice, nowhere, { govId: nowhere })
  t.match(await sides.compared(missing), UNKNOWN_THERE)
  const strangers = strangersIn(await sides.unknownHere(begun))
  t.equal(strangers.length, 1)
  t.match(strangers[0], new RegExp(strangeUpload))
  t.equal(world.platform.calls.filter((call) => call === 'submit').length, 3, 'nothing was sent')
})

t.test('Chorus Pro: each deposit, and the invoices that it lists', async (t) => {
  const world = await chorusPro(t)
  const { chorus, now } = world
  const sides = await sidesOf({ country: 'FR', ...world, credentials: chorus.credentials })
  const begun = now()
  const [good, turned, strange] = [world.submission(), world.submission(), world.submission()]
  const goodUpload = await world.submitted(good)
  chorus.faults({ on: 'deposit', times: 1, does: { kind: 'state', state: 'IN_REJETE', errors: ['no'] } })
  const turnedUpload = await world.submitted(turned)
  const strangeUpload = await world.submitted(strange)
  const same = await sides.handedOver(good, good.invoice, goodUpload, { govId: goodUpload.slice('chorus:'.length) })
  t.match(await sides.compared(same), { there: 'accepted', notAsked: null, ...SAME })
  const rejected = await sides.handedOver(turned, turned.invoice, turnedUpload, { govId: '1' })
  t.match(await sides.compared(rejected), REJECTED_THERE)
  const lost = world.submission()
  const missing = await sides.handedOver(lost, lost.invoice, 'chorus:CPP9', { govId: 'CPP9' })
  t.match(await sides.compared(missing), UNKNOWN_THERE)
  const strangers = strangersIn(await sides.unknownHere(begun))
  t.equal(strangers.length, 1)
  t.match(strangers[0], new RegExp(strangeUpload))
  t.equal(chorus.deposits.length, 3, 'nothing was sent')
})

t.test('which uploads our gateways have sent: the ledger knows, by the number that a list shows too', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 2 })
  t.teardown(() => pool.end())
  const ledger = new PostgresUploadLedger(pool)
  const scope = { account: 'acc_1', environment: 'production' } as const
  for (const [attemptId, uploadId] of [
    ['a', 'plain'],
    ['b', 'long delivered x@y'],
  ] as const) {
    await ledger.begin({ scope, country: 'BE', attemptId, sha256: 'a'.repeat(64), begunAt: new Date() })
    await ledger.taken(scope, attemptId, uploadId)
  }
  const sent = postgresSentUploads(pool)
  const asked = ['plain', 'long', 'x@y', 'other']
  t.strictSame([...(await sent(scope, asked))].sort(), ['long', 'plain'])
  t.strictSame([...(await sent({ ...scope, account: 'acc_2' }, asked))], [], 'of this account alone')
})
