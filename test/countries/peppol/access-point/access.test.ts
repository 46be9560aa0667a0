import t from 'tap'
import type { FaultKind } from '../../../standins/access-point/options.js'
import { instanceOf, worldOf } from './world.js'

const MINUTE = 60

t.test("behind the operator's access point everybody waits, behind a customer's only he", async (t) => {
  const faults: readonly FaultKind[] = [
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 503, body: '{"error":"busy"}' },
    { kind: 'answer', status: 200, body: '<!DOCTYPE html><html><body>Maintenance</body></html>' },
    { kind: 'answer', status: 404, body: '<html></html>', headers: { 'content-type': 'text/html' } },
    { kind: 'cut' },
  ]
  const world = await worldOf(t)
  for (const does of faults)
    for (const [credentials, concerns] of [
      [{}, 'government'],
      [world.accessPoint.credentials, 'connection'],
    ] as const) {
      const invoice = world.submission({ credentials })
      world.accessPoint.faults({ on: 'all', does })
      const expected = { kind: 'unavailable', concerns, retryAfterSeconds: 30 }
      t.match(await world.gateway.find(invoice), expected, JSON.stringify(does))
      t.match(await world.gateway.submit(invoice), expected)
      t.match(await world.poll(invoice, instanceOf('x')), expected)
      world.accessPoint.faults()
      world.pass(5 * MINUTE)
      t.same(await world.gateway.find(invoice), { kind: 'unknown' })
      t.match(await world.gateway.submit(invoice), { kind: 'submitted' })
    }
  t.equal(world.accessPoint.deliveries.length, faults.length * 2)
})

t.test('a token that is not taken', async (t) => {
  for (const [options, does] of [
    [{ settings: { PEPPOL_AP_TOKEN: 'other' } }, null],
    [{}, { kind: 'answer', status: 403 }],
  ] as const) {
    const world = await worldOf(t, options)
    if (does !== null) world.accessPoint.faults({ on: 'submit', does })
    const invoice = world.submission()
    const outcome = await world.gateway.submit(invoice)
    t.match(outcome, { kind: 'unavailable', concerns: 'government', retryAfterSeconds: 300 })
    t.equal(world.warnings.length, 1, 'the operator is warned')
    const ofCustomer = world.submission({ credentials: { url: `${world.accessPoint.address}/`, apiKey: 'other' } })
    t.match(await world.gateway.submit(ofCustomer), { kind: 'unauthorized', needs: 'user' })
    for (const each of [invoice, ofCustomer])
      t.equal(await world.uploads.find(each.scope, each.attemptId), null, 'certainly not taken')
    t.equal(world.warnings.length, 1)
    t.notMatch(JSON.stringify([outcome, world.warnings]), /other|standin-token/)
  }
})

t.test('sending that is switched off ends no connection: it is asked for again, soon and then later', async (t) => {
  const world = await worldOf(t, { sendingEnabled: false })
  const invoice = world.submission()
  const ofCustomer = world.submission({ credentials: world.accessPoint.credentials })
  for (const [each, concerns] of [
    [invoice, 'government'],
    [ofCustomer, 'invoice'],
  ] as const) {
    const waits = { kind: 'unavailable', concerns, retryAfterSeconds: 60, longestSeconds: 3_600 }
    t.match(await world.gateway.submit(each), { ...waits, reason: /does not send documents/ })
    t.equal(await world.uploads.find(each.scope, each.attemptId), null, 'certainly not taken')
  }
  t.equal(world.warnings.length, 1, 'the operator is warned of its own access point')
})

t.test('too many calls', async (t) => {
  const world = await worldOf(t)
  const until = (seconds: number) => ({ until: new Date(world.now().getTime() + seconds * 1000) })
  for (const [retryAfter, seconds] of [
    ['120', 120],
    [new Date(world.now().getTime() + 90_000).toUTCString(), 90],
    ['soon', 60],
    ['999999', 3600],
  ] as const) {
    world.accessPoint.faults({
      on: 'all',
      does: { kind: 'answer', status: 429, headers: { 'retry-after': retryAfter } },
    })
    const invoice = world.submission()
    t.match(await world.gateway.submit(invoice), { kind: 'exhausted', concerns: 'government', ...until(seconds) })
    t.match(await world.gateway.find(invoice), { kind: 'exhausted' })
    const own = world.submission({ credentials: world.accessPoint.credentials })
    t.match(await world.gateway.find(own), { kind: 'exhausted', concerns: 'connection' })
  }
})

t.test('answers that make no sense decide nothing', async (t) => {
  const world = await worldOf(t)
  const answers: readonly FaultKind[] = [
    { kind: 'answer', status: 200, body: '' },
    { kind: 'answer', status: 200, body: '{}' },
    { kind: 'answer', status: 200, body: '[]' },
    { kind: 'answer', status: 200, body: 'null' },
    { kind: 'answer', status: 200, body: '{"status":"lost in space"}' },
    { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    { kind: 'answer', status: 418, body: 'teapot' },
  ]
  for (const does of answers) {
    world.accessPoint.faults({ on: 'all', does })
    const invoice = world.submission()
    for (const outcome of [
      await world.gateway.find(invoice),
      await world.gateway.submit(invoice),
      await world.poll(invoice, '00000000-0000-4000-8000-000000000000'),
    ])
      t.match(outcome, { kind: 'unavailable', concerns: 'invoice', reason: /unknown answer/ }, JSON.stringify(does))
  }
  const wrong = JSON.stringify({ status: 'permanently_failed', sbdhInstanceID: 'another' })
  world.accessPoint.faults({ on: 'status', does: { kind: 'answer', status: 200, body: wrong } })
  t.match(await world.gateway.find(world.submission()), { kind: 'unavailable' }, "another document's status")
})

t.test('a connection can be tested without sending anything', async (t) => {
  const world = await worldOf(t)
  const { accessPoint, gateway } = world
  const check = (credentials: Readonly<Record<string, string>>) =>
    gateway.check?.({ connectionId: 'con_1', vatNumber: 'BE0403170701', credentials })
  t.match(await check({}), { kind: 'works', detail: /operator/ })
  t.match(await check(accessPoint.credentials), { kind: 'works' })
  t.match(await check({ url: accessPoint.address, apiKey: 'wrong' }), { kind: 'refused', reason: /401/ })
  t.match(await check({ url: `${accessPoint.address}/nowhere`, apiKey: 'x' }), {
    kind: 'refused',
    reason: /before \/api/,
  })
  t.match(await check({ url: 'http://127.0.0.1:9', apiKey: 'x' }), { kind: 'unknown' })
  accessPoint.faults({ on: 'in-transmission', does: { kind: 'answer', status: 503 } })
  t.match(await check({}), { kind: 'unknown', reason: /503/ })
  t.equal(accessPoint.received.length, 0)
})
