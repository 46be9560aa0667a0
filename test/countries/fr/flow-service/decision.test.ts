import t from 'tap'
import { FRENCH_REJECTIONS } from '../../../../src/countries/fr/rejections.js'
import type { PollOutcome } from '../../../../src/countries/gateway/gateway.js'
import type { FaultKind } from '../../../standins/flow-service/options.js'
import { INVOICE, worldOf } from './world.js'

const DOUBLE = {
  code: 'DOUBLON',
  label: 'Facture en doublon (déjà émise / réçue)',
  note: 'reçue sur une autre adresse',
}
const VAT = { code: 'TX_TVA_ERR', label: 'Taux de TVA erroné' }

function textOf(decision: PollOutcome): string {
  return decision.kind === 'rejected' ? decision.errorMessage : decision.kind
}

t.test('which statuses decide', async (t) => {
  const accepted = [
    ['200'],
    ['201'],
    ['202'],
    ['203'],
    ['204'],
    ['205'],
    ['211'],
    ['212'],
    ['206', '204'],
    ['200', '207'],
    ['200', '220'],
    ['200', '999'],
  ]
  for (const codes of accepted) {
    const { platform, submission, decided } = await worldOf(t)
    platform.faults({ on: 'submit', times: 1, does: { kind: 'statuses', codes } })
    t.match(await decided(submission()), { kind: 'accepted' }, codes.join())
  }
  const undecided = [[], ...['206', '207', '208', '209', '214', '220', '221', '999'].map((code) => [code])]
  for (const codes of undecided) {
    const { platform, submission, decided } = await worldOf(t)
    platform.faults({ on: 'submit', times: 1, does: { kind: 'statuses', codes } })
    t.match(await decided(submission()), { kind: 'pending' }, codes.join())
  }
  const rejected: readonly (readonly [readonly string[], typeof VAT, string, string])[] = [
    [['200', '213'], DOUBLE, `213 Rejetée : DOUBLON - ${DOUBLE.label}\n${DOUBLE.note}`, 'number'],
    [['213'], DOUBLE, `213 Rejetée : DOUBLON - ${DOUBLE.label}\n${DOUBLE.note}`, 'number'],
    [['200', '202', '210'], VAT, '210 Refusée : TX_TVA_ERR - Taux de TVA erroné', 'lines\\[\\]\\.vatRate'],
    [
      ['501'],
      { code: 'IRR_ANTIVIRUS', label: 'Contrôle anti-virus' },
      '501 Irrecevable : IRR_ANTIVIRUS - Contrôle anti-virus',
      'infected',
    ],
  ]
  for (const [codes, reason, text, fix] of rejected) {
    const { platform, submission, decided } = await worldOf(t)
    platform.faults({ on: 'submit', times: 1, does: { kind: 'statuses', codes, reason } })
    const decision = await decided(submission())
    t.match(decision, { kind: 'rejected', document: { mediaType: 'application/xml' } }, codes.join())
    t.equal(textOf(decision), text)
    t.match(FRENCH_REJECTIONS.explain(text).errorFix, new RegExp(fix))
  }
})

t.test('an acknowledgement of Error is a rejection, in its own words', async (t) => {
  const { platform, submission, decided } = await worldOf(t)
  const does: FaultKind = {
    kind: 'inadmissible',
    reasonCode: 'InvalidSchema',
    reasonMessage: "Element 'x' is\n not expected",
  }
  platform.faults({ on: 'submit', times: 1, does })
  const decision = await decided(submission())
  t.match(decision, { kind: 'rejected', document: { mediaType: 'application/json' } })
  t.equal(textOf(decision), "InvalidSchema - Element 'x' is not expected (F-1)")
  t.match(FRENCH_REJECTIONS.explain(textOf(decision)).errorTranslated, /schema/)
})

t.test('the same document under another flow: its decision is this one', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const first = await world.submitted(invoice)
  // A store that was restored has forgotten the first, and the search did not show it yet.
  const second = await world.restored().submit(invoice)
  if (second.kind !== 'submitted') throw new Error(second.kind)
  t.not(second.uploadId, first)
  world.pass(60)
  await world.collect()
  t.match(await world.poll(invoice, second.uploadId), { kind: 'accepted', govId: first })
})

t.test('a double of what we ourselves have handed over: the first is the invoice', async (t) => {
  for (const [codes, expected] of [
    [['200'], 'accepted'],
    [['200', '210'], 'rejected'],
  ] as const) {
    const world = await worldOf(t, { statuses: [] })
    const invoice = world.submission()
    const first = await world.submitted(invoice)
    const [flow] = world.platform.taken
    if (flow === undefined) throw new Error('nothing was taken')
    for (const code of codes) world.platform.register.report(flow, code, code === '210' ? VAT : undefined)
    world.pass(900)
    // A platform that takes the same file again, and finds the double by its number alone.
    const second = world.platform.register.take(flow.info, Buffer.concat([flow.bytes, Buffer.from(' ')]), null)
    Object.assign(second, { bytes: flow.bytes })
    world.pass(60)
    await world.collect()
    const decision = await world.poll(invoice, second.flowId)
    t.match(decision, { kind: expected, ...(expected === 'accepted' && { govId: first }) })
  }
})

t.test('an earlier flow that is not found: the repetition is a rejection only after a while', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const does: FaultKind = { kind: 'inadmissible', reasonCode: 'AlreadyExistingFlow', reasonMessage: 'sent before' }
  world.platform.faults({ on: 'submit', times: 1, does })
  const uploadId = await world.submitted(invoice)
  world.pass(60)
  t.match(await world.poll(invoice, uploadId), { kind: 'unavailable' })
  world.pass(900)
  t.equal(textOf(await world.poll(invoice, uploadId)), 'AlreadyExistingFlow - sent before (F-1)')
})

t.test('answers to a poll that decide nothing', async (t) => {
  const { platform, submission, submitted, poll, collect, warnings } = await worldOf(t)
  const invoice = submission()
  const uploadId = await submitted(invoice)
  await collect()
  const answer = (acknowledgement: object): string => JSON.stringify({ flowId: uploadId, acknowledgement })
  const table: readonly (readonly [string, FaultKind, object])[] = [
    ['503', { kind: 'answer', status: 503 }, { kind: 'unavailable', concerns: 'connection', retryAfterSeconds: 30 }],
    ['503 that says when', { kind: 'answer', status: 503, headers: { 'retry-after': '7' } }, { retryAfterSeconds: 7 }],
    ['a page', { kind: 'answer', status: 200, body: '<html>' }, { kind: 'unavailable' }],
    ['garbage', { kind: 'answer', status: 200, body: '[1]' }, { kind: 'unavailable', concerns: 'invoice' }],
    ['a 404 of a proxy', { kind: 'answer', status: 404, body: '' }, { kind: 'unavailable' }],
    ['a firewall', { kind: 'answer', status: 403, body: '<html>Forbidden' }, { kind: 'unavailable' }],
    ['cut', { kind: 'cut' }, { kind: 'unavailable', concerns: 'connection' }],
    ['429', { kind: 'answer', status: 429 }, { kind: 'exhausted', concerns: 'connection' }],
    ['pending', { kind: 'answer', status: 200, body: answer({ status: 'Pending' }) }, { kind: 'pending' }],
    ['a new word', { kind: 'answer', status: 200, body: answer({ status: 'Maybe' }) }, { kind: 'pending' }],
  ]
  for (const [what, does, expected] of table) {
    platform.faults({ on: 'flow', does })
    t.match(await poll(invoice, uploadId), expected, what)
  }
  t.equal(warnings.length, 1)
  platform.faults({ on: 'flow', does: { kind: 'answer', status: 200, body: JSON.stringify({ flowId: uploadId }) } })
  t.match(await poll(invoice, uploadId), { kind: 'accepted' }, 'the status shows it, where no acknowledgement is shown')
  platform.faults()
  t.match(await poll(invoice, uploadId), { kind: 'accepted' })
})

t.test('a flow that the platform has forgotten is looked for by its tracking id', async (t) => {
  const world = await worldOf(t)
  const invoice = world.submission()
  const uploadId = await world.submitted(invoice)
  await world.collect()
  t.match(await world.poll(invoice, 'f-unknown'), { kind: 'accepted', govId: uploadId })
  t.match(await world.poll(world.submission(), 'f-unknown'), { kind: 'unavailable', reason: /has no flow/ })
})

t.test('questions come soon at first, and seldom at last', async (t) => {
  const world = await worldOf(t, { statuses: [] })
  const invoice = world.submission()
  const uploadId = await world.submitted(invoice)
  for (const [passed, next] of [
    [0, 10],
    [60, 30],
    [540, 300],
    [86_400, 3600],
  ] as const) {
    world.pass(passed)
    t.match(await world.poll(invoice, uploadId), { kind: 'pending', retryAfterSeconds: next })
  }
})

t.test('messages of others never decide', async (t) => {
  const world = await worldOf(t)
  const { platform, submission, submitted, collect, poll } = world
  platform.faults({ on: 'submit', does: { kind: 'statuses', codes: [] } })
  const ours = submission({ invoice: { number: 'F-77' } })
  const uploadId = await submitted(ours)
  const strangers = [{ seller: '404833048' }, { issueDate: '2025-11-22' }, { number: 'F-770' }, { number: 'f-77' }]
  const [flow] = platform.taken
  if (flow === undefined) throw new Error('nothing was taken')
  for (const change of strangers)
    platform.register.report({ ...flow, invoice: { ...flow.invoice, ...change } }, '213', DOUBLE)
  world.pass(60)
  await collect()
  t.match(await poll(ours, uploadId), { kind: 'pending' })
  const theirs = submission({ account: 'acc_2', invoice: { number: 'F-77' } })
  platform.report('F-77', '200')
  await collect()
  t.match(await poll(ours, uploadId), { kind: 'accepted' })
  t.match(await poll(theirs, uploadId), { kind: 'pending' }, 'another account')
})

t.test('the status of an earlier invoice under the number does not decide on the next', async (t) => {
  const world = await worldOf(t)
  const { platform, submission, submitted, collect, poll, pass } = world
  const number = 'F-8'
  platform.faults({
    on: 'submit',
    times: 1,
    does: { kind: 'inadmissible', reasonCode: 'InvalidSchema', reasonMessage: 'x' },
  })
  const first = submission({ invoice: { number } })
  const firstId = await submitted(first)
  pass(10)
  t.match(await poll(first, firstId), { kind: 'rejected' })
  // Its life-cycle message is there, and was not fetched yet.
  const flow = platform.register.byId(firstId)
  if (flow === undefined) throw new Error('no flow')
  platform.register.report(flow, '501', { code: 'IRR_SYNTAX', label: 'Contrôle syntaxique' })
  pass(10)
  const second = submission({ invoice: { number } })
  const secondId = await submitted(second)
  pass(10)
  await collect()
  t.match(await poll(second, secondId), { kind: 'accepted', govId: secondId })
})

t.test('a platform may give times to the second only', async (t) => {
  const world = await worldOf(t, { statuses: [] })
  world.pass(0.4)
  const invoice = world.submission()
  const uploadId = await world.submitted(invoice)
  const [flow] = world.platform.taken
  if (flow === undefined) throw new Error('nothing was taken')
  world.platform.register.report(flow, '200', undefined, new Date('2026-11-22T10:00:00Z'))
  await world.collect()
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
})

t.test('a self-billed invoice is known by its seller too', async (t) => {
  const world = await worldOf(t)
  const { supplier, customer } = INVOICE
  const invoice = world.submission({ invoice: { supplier: customer, customer: supplier } })
  const uploadId = await world.submitted(invoice)
  const [flow] = world.platform.taken
  if (flow === undefined) throw new Error('nothing was taken')
  world.platform.register.report({ ...flow, invoice: { ...flow.invoice, seller: '303265045' } }, '200')
  await world.collect()
  t.match(await world.poll(invoice, uploadId), { kind: 'accepted' })
})
