import t from 'tap'
import type { Submission } from '../../../../src/countries/gateway/gateway.js'
import type { FaultKind } from '../../../standins/anaf/options.js'
import { ubl, worldOf } from './world.js'

const listCalls = (calls: readonly { readonly call: string }[]): number =>
  calls.filter(({ call }) => call === 'list').length
const downloads = (calls: readonly { readonly call: string }[]): number =>
  calls.filter(({ call }) => call === 'download').length

t.test('an upload with an index is known without a call', async (t) => {
  const { anaf, gateway, submission, uploaded } = await worldOf(t)
  const invoice = submission()
  const uploadId = await uploaded(invoice)
  const before = anaf.calls.length
  t.match(await gateway.find(invoice), { kind: 'known', uploadId, govEndpoint: /upload\?standard=UBL/ })
  t.equal(anaf.calls.length, before)
})

t.test('a deployment that lost its ledger finds its upload in the list', async (t) => {
  const { submission, uploaded, restored, pass } = await worldOf(t)
  const others = [submission(), submission()]
  const invoice = submission()
  for (const each of [...others, invoice]) await uploaded(each)
  pass(60)
  t.match(await restored().find(invoice), { kind: 'known', uploadId: '5000000003' })
  t.same(await restored().find(submission()), { kind: 'unknown' })
})

t.test('an upload whose answer was lost is found once the list shows it', async (t) => {
  const { anaf, gateway, submission, pass } = await worldOf(t, { decisionSeconds: 2 * 3600 })
  const invoice = submission()
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'lost' } })
  t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'government' })
  const pauses: number[] = []
  let outcome = await gateway.find(invoice)
  for (; outcome.kind === 'unavailable' && pauses.length < 50; outcome = await gateway.find(invoice)) {
    pauses.push(outcome.retryAfterSeconds)
    pass(outcome.retryAfterSeconds)
  }
  t.match(outcome, { kind: 'known', uploadId: '5000000001' })
  t.ok(
    pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0)),
    `growing pauses: ${pauses.join(' ')}`,
  )
  t.ok(pauses.length < 15)
  t.equal(anaf.received.length, 1)
})

t.test('a stranger’s upload is downloaded once, ever', async (t) => {
  const { anaf, gateway, submission, uploaded, pass } = await worldOf(t)
  for (let index = 0; index < 3; index += 1) await uploaded(submission({ account: 'acc_2' }))
  const early = submission()
  pass(60)
  t.same(await gateway.find(early), { kind: 'unknown' })
  t.equal(downloads(anaf.calls), 3)
  t.same(await gateway.find(submission()), { kind: 'unknown' })
  t.same(await gateway.find(early), { kind: 'unknown' })
  t.equal(downloads(anaf.calls), 3)
})

t.test('one search downloads a bounded number, and the next continues', async (t) => {
  const { anaf, gateway, submission, uploaded, pass } = await worldOf(t)
  const invoice = submission()
  for (let index = 0; index < 60; index += 1) await uploaded(submission({ account: 'acc_2' }))
  pass(60)
  t.match(await gateway.find(invoice), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 60 })
  t.equal(downloads(anaf.calls), 50)
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  t.equal(downloads(anaf.calls), 60)
})

t.test('every page of the list is read', async (t) => {
  const { anaf, submission, uploaded, restored, pass } = await worldOf(t, {
    limits: { messagesAPage: 2 },
  })
  const invoices: Submission[] = []
  for (let index = 0; index < 5; index += 1) invoices.push(submission())
  for (const invoice of invoices) await uploaded(invoice)
  pass(60)
  const last = invoices[4]
  if (last === undefined) throw new Error('five were made')
  t.match(await restored().find(last), { kind: 'known', uploadId: '5000000005' })
  t.same(
    anaf.calls.filter(({ call }) => call === 'list').map(({ query }) => query['pagina']),
    ['1', '2', '3'],
  )
})

t.test('questions at the same time share a list, begun after they came', async (t) => {
  const { anaf, gateway, submission } = await worldOf(t)
  const invoices = Array.from({ length: 20 }, () => submission())
  anaf.faults({ on: 'list', does: { kind: 'slow', milliseconds: 50 } })
  const [first, ...rest] = invoices
  if (first === undefined) throw new Error('twenty were made')
  const begun = gateway.find(first)
  while (listCalls(anaf.calls) === 0) await new Promise((resolve) => setImmediate(resolve))
  const outcomes = await Promise.all([begun, ...rest.map((invoice) => gateway.find(invoice))])
  t.ok(outcomes.every(({ kind }) => kind === 'unknown'))
  t.equal(listCalls(anaf.calls), 2, 'those that came later did not trust the list that was under way')
  await gateway.find(submission({ vatNumber: 'RO9010105' }))
  t.equal(listCalls(anaf.calls), 3, 'another company has a list of its own')
})

t.test('a shared list goes back to the oldest of its invoices', async (t) => {
  const { anaf, gateway, submission, pass } = await worldOf(t)
  const old = submission()
  pass(7200)
  const young = submission()
  await Promise.all([gateway.find(young), gateway.find(old)])
  const starts = anaf.calls.map(({ query }) => Number(query['startTime']))
  t.same(starts, [old.createdAt.getTime() - 5 * 60_000])
})

t.test('the period never is one that ANAF refuses', async (t) => {
  const { anaf, gateway, submission, now, pass } = await worldOf(t)
  const invoice = submission()
  pass(70 * 24 * 3600)
  const fresh = { ...invoice, access: submission().access }
  t.same(await gateway.find(fresh), { kind: 'unknown' })
  t.ok(Number(anaf.calls[0]?.query['endTime']) < now().getTime())
})

t.test('what the list may answer', async (t) => {
  const { anaf, gateway, submission } = await worldOf(t)
  const titled = (eroare: string) => JSON.stringify({ eroare, titlu: 'Lista Mesaje' })
  const answer = (status: number, body: string): FaultKind => ({ kind: 'answer', status, body })
  const table: readonly (readonly [FaultKind, object])[] = [
    [answer(400, titled('Nu exista mesaje in intervalul selectat')), { kind: 'unknown' }],
    [answer(200, titled('Nu exista mesaje in ultimele 15 zile')), { kind: 'unknown' }],
    [answer(400, titled('Pagina solicitata 50 este mai mare decat numarul toatal de pagini 29')), { kind: 'unknown' }],
    [
      answer(400, titled('S-au facut deja 1000 interogari de lista mesaje de catre utilizator in cursul zilei')),
      { kind: 'exhausted', until: new Date('2026-11-22T22:00:00.000Z') },
    ],
    [answer(400, titled('Nu aveti drept in SPV pentru CIF=8000000000')), { kind: 'unauthorized', needs: 'user' }],
    [answer(400, titled('endTime = 02-12-2022 nu poate in viitor')), { kind: 'unavailable', concerns: 'invoice' }],
    [answer(200, '{"mesaje":[]}'), { kind: 'unavailable', concerns: 'invoice' }],
    [answer(200, '{"mesaje":[{"id":"x"}],"numar_total_pagini":1}'), { kind: 'unavailable', concerns: 'invoice' }],
    [answer(200, '{"mesaje":[],"numar_total_pagini":1}'), { kind: 'unknown' }],
    [answer(500, ''), { kind: 'unavailable', concerns: 'government' }],
    [{ kind: 'firewall' }, { kind: 'unavailable' }],
    [{ kind: 'cut' }, { kind: 'unavailable', concerns: 'government' }],
  ]
  for (const [does, expected] of table) {
    anaf.faults({ on: 'list', does })
    t.match(await gateway.find(submission()), expected, JSON.stringify(does))
  }
})

t.test('a list whose documents can not be had leaves it open whether ours is among them', async (t) => {
  const { anaf, gateway, submission, uploaded, pass } = await worldOf(t)
  await uploaded(submission({ account: 'acc_2' }))
  pass(60)
  anaf.faults({ on: 'download', does: { kind: 'answer', status: 503 } })
  t.match(await gateway.find(submission()), { kind: 'unavailable', concerns: 'government' })
  anaf.faults({ on: 'download', does: { kind: 'text', text: 'Nu aveti dreptul sa descarcati acesta factura' } })
  t.match(await gateway.find(submission()), { kind: 'unavailable', concerns: 'invoice' })
  anaf.faults({
    on: 'download',
    does: { kind: 'text', text: 'S-au facut deja 10 descarcari de mesaj in cursul zilei' },
  })
  t.match(await gateway.find(submission()), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 60 })
  anaf.faults()
  t.same(await gateway.find(submission()), { kind: 'unknown' })
})

t.test('a self-billed invoice is looked for among all messages', async (t) => {
  const { anaf, gateway, submission } = await worldOf(t)
  const invoice = {
    supplier: { vatNumber: 'RO9010105', name: 'S' },
    customer: { vatNumber: 'RO18547290', name: 'B' },
  }
  await gateway.find(submission({ invoice, xml: ubl('S-1') }))
  await gateway.find(submission())
  t.same(
    anaf.calls.map(({ query }) => query['filtru']),
    [undefined, 'T'],
  )
})

t.test('waiting goes at the pace of the deployment', async (t) => {
  const { anaf, gateway, submission, pass } = await worldOf(t, { pace: 0.01 })
  const invoice = submission()
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'answer', status: 503 } })
  t.match(await gateway.submit(invoice), { kind: 'unavailable', retryAfterSeconds: 0.3 })
  pass(200)
  t.match(await gateway.find(invoice), { kind: 'unavailable' })
  pass(60)
  t.same(await gateway.find(invoice), { kind: 'unknown' })
})

t.test('invoices that look at the same time share what they learn, and leave the decision its downloads', async (t) => {
  const { anaf, gateway, submission, uploaded, restored, pass } = await worldOf(t)
  const mine = Array.from({ length: 12 }, () => submission())
  for (const invoice of mine) await uploaded(invoice)
  pass(60)
  t.same(await gateway.find(submission()), { kind: 'unknown' }, 'the ledger knows them all')
  t.equal(downloads(anaf.calls), 0)
  const forgetful = restored()
  const found = await Promise.all(mine.map((invoice) => forgetful.find(invoice)))
  t.same(
    found.map((outcome) => outcome.kind),
    mine.map(() => 'known'),
  )
  t.equal(downloads(anaf.calls), 12, 'each once')
})
