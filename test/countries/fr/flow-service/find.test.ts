import t from 'tap'
import type { FaultKind } from '../../../standins/flow-service/options.js'
import { concernOf, ubl, worldOf } from './world.js'

const MINUTE = 60

t.test('an answer that was lost: the flow is found by its tracking id, and nothing goes twice', async (t) => {
  const { platform, gateway, submission, mailbox, uploads } = await worldOf(t)
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  platform.faults({ on: 'submit', times: 1, does: { kind: 'lost' } })
  t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'connection' })
  const [flow] = platform.taken
  t.match(await gateway.find(invoice), { kind: 'known', uploadId: flow?.flowId })
  t.match(await uploads.find(invoice.scope, invoice.attemptId), { uploadId: flow?.flowId })
  t.equal(platform.received.length, 1)
  const calls = platform.calls.length
  t.match(await gateway.find(invoice), { kind: 'known', uploadId: flow?.flowId })
  t.equal(platform.calls.length, calls, 'the ledger knows it from now on')
  t.ok(mailbox.expected.some(({ reference }) => reference === 'invoice 732829320 F-1 2026-11-22'))
})

t.test('after a restore the search decides at once', async (t) => {
  const { platform, submission, submitted, restored } = await worldOf(t)
  const invoice = submission()
  const uploadId = await submitted(invoice)
  t.match(await restored().find(invoice), { kind: 'known', uploadId })
  t.same(await restored().find(submission()), { kind: 'unknown' })
  t.equal(platform.received.length, 1)
})

t.test('an unknown outcome: the search has its time before anything is sent again', async (t) => {
  const table: readonly (readonly [string, FaultKind])[] = [
    ['500', { kind: 'answer', status: 500, body: '{"errorCode":"INTERNAL_ERROR"}' }],
    ['503', { kind: 'answer', status: 503, body: '{"errorCode":"RESOURCE_ERROR"}' }],
    ['a page', { kind: 'answer', status: 200, body: '<!doctype html><p>Maintenance' }],
    ['nothing', { kind: 'answer', status: 202 }],
    ['no flow id', { kind: 'answer', status: 202, body: '{"trackingId":"x"}' }],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a page for a 400', { kind: 'answer', status: 400, body: '<html>rejected by the firewall' }],
    ['garbage', { kind: 'answer', status: 200, body: '\u0000\u0001' }],
    ['a cut connection', { kind: 'cut' }],
  ]
  for (const [what, does] of table) {
    await t.test(what, async (t) => {
      const { platform, gateway, submission, pass } = await worldOf(t)
      const invoice = submission()
      platform.faults({ on: 'submit', times: 1, does })
      t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: concernOf(does) })
      pass(MINUTE)
      t.match(await gateway.find(invoice), { kind: 'unavailable', concerns: 'invoice', retryAfterSeconds: 60 })
      pass(13 * MINUTE)
      t.match(await gateway.find(invoice), { kind: 'unavailable' })
      pass(MINUTE)
      t.same(await gateway.find(invoice), { kind: 'unknown' })
      t.match(await gateway.submit(invoice), { kind: 'submitted' })
      t.equal(platform.taken.length, 1)
    })
  }
})

t.test('a flow that the search shows late is waited for', async (t) => {
  const { platform, gateway, submission, submitted, uploads, now, pass } = await worldOf(t)
  const invoice = submission()
  platform.faults({ on: 'submit', times: 1, does: { kind: 'shown-later', seconds: 600 } })
  const uploadId = await submitted(invoice)
  // As a process leaves the ledger that dies before the answer.
  await uploads.begin({ ...invoice, country: 'FR', sha256: '', begunAt: now() })
  t.match(await gateway.find(invoice), { kind: 'unavailable', reason: /does not return it yet/ })
  pass(600)
  t.match(await gateway.find(invoice), { kind: 'known', uploadId })
})

t.test('where nothing can have been sent, nothing waits', async (t) => {
  const { platform, gateway, submission, uploads } = await worldOf(t)
  const invoice = submission({ credentials: platform.keyCredentials })
  await platform.stop()
  t.match(await gateway.submit(invoice), {
    kind: 'unavailable',
    concerns: 'connection',
    reason: /the connection was refused/,
    retryAfterSeconds: 30,
  })
  t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
  await platform.start()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
})

t.test('of several flows under one tracking id the first that has effect counts', async (t) => {
  const { platform, gateway, submission, pass, restored } = await worldOf(t)
  const invoice = submission()
  const virus: FaultKind = { kind: 'inadmissible', reasonCode: 'VirusFound', reasonMessage: 'x' }
  platform.faults({ on: 'submit', times: 1, does: virus })
  const first = await gateway.submit(invoice)
  t.match(await restored().find(invoice), { kind: 'known', uploadId: first.kind === 'submitted' && first.uploadId })
  pass(1)
  const second = await restored().submit(invoice)
  pass(1)
  await restored().submit(invoice)
  t.match(await restored().find(invoice), { kind: 'known', uploadId: second.kind === 'submitted' && second.uploadId })
})

t.test('a search that does not keep to the tracking id proves nothing', async (t) => {
  const { platform, gateway, submission } = await worldOf(t)
  const other = (index: number) => ({ flowId: `f-${index}`, trackingId: 'other', acknowledgement: { status: 'Ok' } })
  const body = (count: number) => JSON.stringify({ results: Array.from({ length: count }, (_, index) => other(index)) })
  platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body: body(100) } })
  t.match(await gateway.find(submission()), { kind: 'unavailable' })
  platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body: body(3) } })
  t.same(await gateway.find(submission()), { kind: 'unknown' }, 'all there is, and none of ours')
})

t.test('a flow of another document, or one that came in, is not ours', async (t) => {
  const { platform, gateway, submission } = await worldOf(t)
  const invoice = submission({ xml: ubl('F-1') })
  const { attemptId: trackingId } = invoice
  for (const strange of [{ sha256: '0'.repeat(64) }, { flowDirection: 'In' }]) {
    const body = JSON.stringify({ results: [{ flowId: 'f', trackingId, ...strange }] })
    platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body } })
    t.same(await gateway.find(invoice), { kind: 'unknown' })
  }
})

t.test('a search without an answer', async (t) => {
  const { platform, gateway, submission } = await worldOf(t)
  const table: readonly FaultKind[] = [
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 200, body: '{"limit":25}' },
    { kind: 'answer', status: 200, body: '<html>' },
    { kind: 'answer', status: 404, body: '' },
    { kind: 'cut' },
  ]
  for (const does of table) {
    platform.faults({ on: 'search', does })
    const expected = { kind: 'unavailable', concerns: concernOf(does) }
    t.match(await gateway.find(submission()), expected, JSON.stringify(does))
  }
})
