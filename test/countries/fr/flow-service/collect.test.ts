import t from 'tap'
import type { GovernmentMessage } from '../../../../src/countries/gateway/mailbox.js'
import type { KeptFlow } from '../../../standins/flow-service/register.js'
import type { FaultKind } from '../../../standins/flow-service/options.js'
import { SCOPE, type World, worldOf } from './world.js'

/** A platform that has an invoice, and so many further messages about it. */
async function withStatuses(world: World, statuses: number, secondsApart: number): Promise<KeptFlow> {
  await world.submitted(world.submission())
  const [flow] = world.platform.taken
  if (flow === undefined) throw new Error('nothing was taken')
  for (let index = 0; index < statuses; index += 1) {
    world.pass(secondsApart)
    world.platform.register.report(flow, '205', { code: 'AUTRE', label: `status ${index}` })
  }
  return flow
}

/** Collects as often as the core would, until nothing new comes; gives how often. */
async function collectAll(world: World): Promise<number> {
  let since: Date | null = null
  for (let rounds = 1; ; rounds += 1) {
    const before = world.mailbox.messages.length
    const outcome = await world.collect(since)
    if (outcome.kind !== 'messages') throw new Error(JSON.stringify(outcome))
    since = outcome.until
    if (world.mailbox.messages.length === before) return rounds
  }
}

t.test('messages come once, with what they speak of', async (t) => {
  const world = await worldOf(t)
  const { platform, mailbox } = world
  await withStatuses(world, 1, 60)
  const [flow] = platform.register.flows.filter(({ flowDirection }) => flowDirection === 'In')
  const outcome = await world.collect()
  t.match(outcome, { kind: 'messages', until: world.now() })
  t.match(mailbox.messages[0], {
    channel: 'afnor',
    scope: SCOPE,
    kind: 'CDV-200',
    messageId: `${flow?.flowId} CDV-200 2026-11-22T10:00:00.000Z`,
    receivedAt: world.now(),
    bytes: flow?.bytes,
  })
  t.same(mailbox.messages[0]?.references, [
    `flow ${flow?.flowId}`,
    `tracking ${flow?.info.trackingId}`,
    'invoice 732829320 F-1 2026-11-22',
  ])
  const downloads = (): number => platform.calls.filter((call) => call === 'download').length
  t.equal(downloads(), 2)
  t.match(await world.collect(world.now()), { kind: 'messages', messages: [] })
  t.match(await world.collect(), { kind: 'messages', messages: [] })
  t.equal(downloads(), 2, 'what the mailbox has is not downloaded again')
})

t.test('long lists are walked through, also where many flows have one moment', async (t) => {
  for (const isAfterInclusive of [true, false])
    for (const [count, secondsApart] of [
      [220, 1],
      [150, 0],
      [98, 0],
    ] as const) {
      const world = await worldOf(t, { isAfterInclusive })
      await withStatuses(world, count, secondsApart)
      await collectAll(world)
      const what = `${count} flows ${secondsApart} s apart, ${isAfterInclusive ? 'inclusive' : 'exclusive'}`
      // Of more flows of one moment than a page has, the interface shows no more than a page.
      t.equal(world.mailbox.messages.length, secondsApart === 0 ? Math.min(count + 1, 100) : count + 1, what)
      t.equal(world.warnings.length > 0, count === 150, what)
    }
})

t.test('flows of one moment are distinguished by their content', async (t) => {
  const world = await worldOf(t)
  const flow = await withStatuses(world, 0, 0)
  const rules = ['B2B', 'B2BInt']
  for (let index = 0; index < 160; index += 1) {
    const brought = world.platform.register.report(flow, '205')
    Object.assign(brought.info, { processingRule: rules[index % 2] })
  }
  world.pass(60)
  world.platform.report('F-1', '205')
  await collectAll(world)
  t.equal(world.mailbox.messages.length, 162)
  t.same(world.warnings, [])
})

t.test('a flow that shows up late is found by the overlap', async (t) => {
  const world = await worldOf(t)
  const flow = await withStatuses(world, 0, 0)
  const late = world.platform.register.report(flow, '204')
  Object.assign(late, { shownAt: new Date(world.now().getTime() + 300_000) })
  const first = await world.collect()
  world.pass(310)
  world.platform.report('F-1', '205')
  if (first.kind !== 'messages') throw new Error(first.kind)
  await world.collect(first.until)
  t.same(
    world.mailbox.messages.map(({ kind }) => kind),
    ['CDV-200', 'CDV-204', 'CDV-205'],
  )
})

t.test('a slow platform: what was fetched comes before the rest is', async (t) => {
  const world = await worldOf(t)
  await withStatuses(world, 3, 60)
  // Each download takes half a minute by the gateway's clock.
  const calls = world.platform.calls
  const push = calls.push.bind(calls)
  calls.push = (...added) => {
    if (added.includes('download')) world.pass(30)
    return push(...added)
  }
  const first = await world.collect()
  t.match(first, { kind: 'messages', messages: { length: 2 } })
  if (first.kind !== 'messages') return
  await world.collect(first.until)
  t.equal(world.mailbox.messages.length, 4)
})

t.test('nothing at all', async (t) => {
  const world = await worldOf(t)
  const since = new Date('2026-11-01T00:00:00Z')
  t.same(await world.collect(since), { kind: 'messages', messages: [], until: since })
  t.match(await world.collect(), { kind: 'messages', messages: [], until: new Date('2026-11-22T09:00:00.000Z') })
})

t.test('what can not be had holds up nothing else, and is asked for again', async (t) => {
  const world = await worldOf(t)
  const { platform, mailbox } = world
  await withStatuses(world, 3, 60)
  platform.faults({ on: 'download', times: 1, does: { kind: 'answer', status: 500 } })
  const first = await world.collect(new Date('2026-11-22T09:00:00Z'))
  t.match(first, { kind: 'messages', until: new Date('2026-11-22T09:00:00Z') }, 'the first is missing')
  t.equal(mailbox.messages.length, 3)
  await world.collect(new Date('2026-11-22T09:00:00Z'))
  t.equal(mailbox.messages.length, 4)
})

t.test('a flow that is not there, or not for a day, is given up with a warning', async (t) => {
  const table: readonly (readonly [FaultKind, number])[] = [
    [{ kind: 'answer', status: 404, body: '{"errorCode":"MISSING_RESOURCE"}' }, 0],
    [{ kind: 'answer', status: 500 }, 25 * 3600],
  ]
  for (const [does, seconds] of table) {
    const world = await worldOf(t)
    await withStatuses(world, 0, 0)
    world.pass(seconds)
    world.platform.faults({ on: 'download', does })
    t.match(await world.collect(), { kind: 'messages', messages: [], until: new Date('2026-11-22T10:00:00.000Z') })
    t.equal(world.warnings.length, 1)
  }
})

t.test('what is no life-cycle message is asked for again for a day, and then kept', async (t) => {
  for (const body of ['garbage', '{"status":"ok"}', '', '<CrossDomainAcknowledgementAndResponse><Ackno']) {
    const world = await worldOf(t)
    const invoice = world.submission()
    const uploadId = await world.submitted(invoice)
    const does: FaultKind = { kind: 'answer', status: 200, body }
    world.platform.faults({ on: 'download', times: 1, does })
    t.match(await world.collect(), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 30 }, body)
    await world.collect()
    t.match(await world.poll(invoice, uploadId), { kind: 'accepted' }, body)
  }
})

t.test('a platform may list less at a time than was asked for', async (t) => {
  const world = await worldOf(t, { largestPage: 25 })
  await withStatuses(world, 60, 1)
  await world.collect()
  t.equal(world.mailbox.messages.length, 61)
})

t.test('no answer', async (t) => {
  const world = await worldOf(t)
  await withStatuses(world, 2, 60)
  const table: readonly (readonly [FaultKind, string])[] = [
    [{ kind: 'answer', status: 503 }, 'unavailable'],
    [{ kind: 'answer', status: 429 }, 'exhausted'],
    [{ kind: 'answer', status: 401 }, 'unauthorized'],
    [{ kind: 'answer', status: 200, body: '<html>' }, 'unavailable'],
  ]
  for (const [does, kind] of table)
    for (const on of ['search', 'download'] as const) {
      world.platform.faults({ on, does })
      t.equal((await world.collect()).kind, kind, `${on} ${JSON.stringify(does)}`)
    }
})

t.test('a platform that ignores the moment it is asked for does not catch us in a circle', async (t) => {
  const world = await worldOf(t)
  const old = { updatedAt: '2020-01-01T00:00:00Z', flowType: 'CustomerInvoiceLC', flowDirection: 'In' }
  const results = Array.from({ length: 100 }, (_, index) => ({ flowId: `f-${index}`, ...old }))
  world.platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body: JSON.stringify({ results }) } })
  t.match(await world.collect(new Date('2026-11-22T09:00:00Z')), { kind: 'messages', messages: [] })
  t.ok(world.platform.calls.length < 300)
})

t.test('hostile files are kept and say nothing', async (t) => {
  const world = await worldOf(t)
  const { platform, gateway, mailbox } = world
  const files = [
    '',
    '<html>',
    '<!DOCTYPE x [<!ENTITY a "b">]><CrossDomainAcknowledgementAndResponse>&a;</CrossDomainAcknowledgementAndResponse>',
    '<a/>',
    '\u0000',
    `<CrossDomainAcknowledgementAndResponse>${'<a>'.repeat(2000)}`,
    '<CrossDomainAcknowledgementAndResponse><AcknowledgementDocument/></CrossDomainAcknowledgementAndResponse>',
  ]
  for (const file of files) platform.register.bring(Buffer.from(file))
  world.pass(25 * 3600)
  await world.collect()
  // A page in place of a file is no file.
  t.equal(mailbox.messages.length, files.length - 1)
  for (const message of mailbox.messages) {
    t.equal(message.kind, 'CDV')
    t.equal(gateway.responseIn?.(message), null)
  }
})

t.test('several invoices in one message', async (t) => {
  const world = await worldOf(t)
  const invoices = ['F-1', 'F-2', 'F-3'].map((number) => world.submission({ invoice: { number } }))
  world.platform.faults({ on: 'submit', does: { kind: 'statuses', codes: [] } })
  const ids = await Promise.all(invoices.map((invoice) => world.submitted(invoice)))
  const entry = (number: string, code: string, reason: string) =>
    `<ReferenceReferencedDocument><IssuerAssignedID>${number}</IssuerAssignedID>` +
    '<FormattedIssueDateTime><DateTimeString>20261122</DateTimeString></FormattedIssueDateTime>' +
    `<ProcessConditionCode>${code}</ProcessConditionCode><IssuerTradeParty><GlobalID>732829320</GlobalID></IssuerTradeParty>` +
    `<SpecifiedDocumentStatus><ReasonCode>${reason}</ReasonCode></SpecifiedDocumentStatus></ReferenceReferencedDocument>`
  const file =
    '<CrossDomainAcknowledgementAndResponse><AcknowledgementDocument>' +
    entry('F-1', '200', 'NON_TRANSMISE') +
    entry('F-2', '213', 'ADR_ERR') +
    entry('F-3', '213', 'DEST_INC') +
    '</AcknowledgementDocument></CrossDomainAcknowledgementAndResponse>'
  world.pass(1)
  world.platform.register.bring(Buffer.from(file))
  await world.collect()
  const decisions = await Promise.all(invoices.map((invoice, index) => world.poll(invoice, ids[index] ?? '')))
  t.match(decisions, [
    { kind: 'accepted' },
    { kind: 'rejected', errorMessage: '213 Rejetée : ADR_ERR' },
    { kind: 'rejected', errorMessage: '213 Rejetée : DEST_INC' },
  ])
  const responses = world.mailbox.messages.map((message) => world.gateway.responseIn?.(message))
  t.match(responses, [
    { code: '200', reason: 'NON_TRANSMISE' },
    { code: '213', reason: null },
  ])
})

t.test('what a message says to people', async (t) => {
  const world = await worldOf(t)
  await withStatuses(world, 0, 0)
  const { platform, gateway, mailbox } = world
  for (const code of ['202', '204', '205', '207', '210', '211', '213', '220'])
    platform.report(
      'F-1',
      code,
      code === '207' ? { code: 'QTE_ERR', label: 'Quantité', note: '3 manquent' } : undefined,
    )
  await world.collect()
  const responses = mailbox.messages.map((message: GovernmentMessage) => gateway.responseIn?.(message))
  t.match(responses, [
    null,
    null,
    { code: '204', label: 'Being processed by the buyer', reason: null },
    { code: '205', label: 'Approved by the buyer' },
    { code: '207', label: 'Disputed by the buyer', reason: 'QTE_ERR - Quantité: 3 manquent' },
    { code: '210', label: 'Refused by the buyer' },
    { code: '211', label: 'Payment sent by the buyer' },
    { code: '213', label: 'Rejected by a platform' },
    { code: '220', label: 'Cancelled' },
  ])
})
