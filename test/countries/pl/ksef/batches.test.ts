import { hash } from 'node:crypto'
import t, { type Test } from 'tap'
import type { Gateway, LeaseCheck, Submission } from '../../../../src/countries/gateway/gateway.js'
import { budgetsOf } from '../../../../src/countries/pl/ksef/budgets.js'
import { waitFor } from '../../../support/wait-for.js'
import type { FaultKind, KsefCall } from '../../../standins/ksef/options.js'
import { decided, throughCore } from './core.js'
import { fa, NIP, type World, worldOf, type WorldOptions } from './world.js'

/** A world in which the invoices of this hour that may go one by one have all gone. */
async function crowded(t: Test, options: WorldOptions = {}): Promise<World> {
  const world = await worldOf(t, { pace: 0.01, ...options })
  await useUp(world)
  return world
}

async function useUp({ budgets, now }: World): Promise<void> {
  const hourly = budgetsOf('send', NIP, now()).filter(({ name }) => name.endsWith('hour'))
  while ((await budgets.take(hourly)) === null);
}

function three(world: World): readonly Submission[] {
  return Array.from({ length: 3 }, () => world.submission())
}

/** All through the core at the same time; each is accepted with its own number, once. */
async function acceptedOnce(
  t: Test,
  world: World,
  invoices: readonly Submission[],
  what: string,
  gateway: Gateway = world.gateway,
): Promise<void> {
  const uploadIds = await Promise.all(invoices.map((invoice) => throughCore(world, invoice, gateway)))
  for (const [n, invoice] of invoices.entries()) {
    const decision = await decided(world, invoice, uploadIds[n] ?? '', gateway)
    const own = world.ksef.register.accepted.filter(
      ({ invoiceHash }) => invoiceHash === hash('sha256', invoice.xml, 'base64'),
    )
    t.equal(own.length, 1, `${what}: once`)
    t.match(decision, { kind: 'accepted', govId: own[0]?.ksefNumber, receipt: { mediaType: 'application/xml' } }, what)
  }
}

t.test('what waits for the next hour goes together in a batch', async (t) => {
  const world = await crowded(t)
  const { ksef, gateway, uploads } = world
  const invoices = three(world)
  const outcomes = await Promise.all(invoices.map((invoice) => gateway.submit(invoice)))
  const [session] = ksef.register.sessions.filter(({ type }) => type === 'Batch')
  for (const [n, outcome] of outcomes.entries()) {
    const { xml, scope, attemptId } = invoices[n] ?? world.submission()
    const uploadId = `${session?.reference}/@${hash('sha256', xml)}`
    t.match(outcome, { kind: 'submitted', uploadId, govEndpoint: /\/v2\/sessions\/batch$/ })
    t.match(await uploads.find(scope, attemptId), { uploadId })
  }
  const counted = (['send', 'batch', 'part', 'batch-close'] as const).map((call) => ksef.count(call))
  t.same(counted, [0, 1, 1, 1])
  t.same(
    ksef.register.invoices.map(({ xml }) => xml?.toString()),
    invoices.map(({ xml }) => Buffer.from(xml).toString()),
    'KSeF has decrypted and unpacked the very bytes',
  )
  world.pass(2)
  await acceptedOnce(t, world, invoices, 'in a batch')
  t.equal(ksef.count('invoices'), 1, 'one list shows all')
})

t.test('no batch where the calls last, or come back within a minute', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const { ksef, gateway, budgets, now } = world
  t.match(await gateway.submit(world.submission()), { kind: 'submitted' })
  const minutely = budgetsOf('send', NIP, now()).filter(({ name }) => name.endsWith('minute'))
  while ((await budgets.take(minutely)) === null);
  t.match(await gateway.submit(world.submission()), { kind: 'exhausted', reason: /per minute/ })
  t.equal(ksef.count('batch'), 0)
})

t.test('a limit that KSeF reports is as good a reason as our own count', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const headers = { 'retry-after': '1800' }
  world.ksef.faults({ on: 'send', times: 1, does: { kind: 'answer', status: 429, body: '{}', headers } })
  await acceptedOnce(t, world, [world.submission()], '429')
  t.equal(world.ksef.count('batch'), 1)
})

t.test('a batch is bounded by number and by size', async (t) => {
  const world = await crowded(t, { limits: null })
  const many = Array.from({ length: 130 }, () => world.submission())
  await Promise.all(many.map((invoice) => world.gateway.submit(invoice)))
  const sizes = (): readonly number[] =>
    world.ksef.register.sessions.filter(({ type }) => type === 'Batch').map(({ invoices }) => invoices.length)
  t.same([...sizes()].sort(), [100, 30])
  const large = Array.from({ length: 6 }, (_, n) => world.submission({ xml: fa(`G/${n}`, 'x'.repeat(900_000)) }))
  await Promise.all(large.map((invoice) => world.gateway.submit(invoice)))
  t.same([...sizes().slice(2)].sort(), [1, 5])
})

t.test('each invoice of a batch has its own verdict', async (t) => {
  const world = await crowded(t)
  const { ksef, gateway } = world
  const [sound, twin] = [world.submission({ xml: fa('FA/70') }), world.submission({ xml: fa('FA/70') })]
  const other = world.submission({ xml: fa('FA/70', 'other') })
  const broken = world.submission({ xml: '<Faktura/>' })
  const invoices = [sound, twin, other, broken]
  const ids = await Promise.all(invoices.map((invoice) => throughCore(world, invoice)))
  const decisions = []
  for (const [n, invoice] of invoices.entries()) decisions.push(await decided(world, invoice, ids[n] ?? ''))
  const govId = ksef.register.accepted[0]?.ksefNumber
  t.match(decisions, [
    { kind: 'accepted', govId },
    { kind: 'accepted', govId },
    { kind: 'rejected', errorMessage: /^440: Duplikat faktury/, document: { mediaType: 'application/json' } },
    { kind: 'rejected', errorMessage: /^450: .*Nieprawidłowy XML/ },
  ])
  t.equal(ksef.register.accepted.length, 1)
  t.equal(ksef.count('batch'), 1)
  t.ok(gateway)
})

t.test('a batch that KSeF takes its time to unpack', async (t) => {
  const world = await crowded(t, { decisionSeconds: 50, pace: 1 / 1000 })
  await acceptedOnce(t, world, three(world), 'slow')
  t.equal(world.ksef.count('send'), 0)
})

t.test('the list of a batch comes in pages', async (t) => {
  const world = await crowded(t, { limits: null, largestPage: 10 })
  const invoices = Array.from({ length: 25 }, () => world.submission())
  await acceptedOnce(t, world, invoices, 'pages')
  t.equal(world.ksef.count('invoices'), 3)
})

t.test('every step of a batch may fail in every way; each invoice is accepted once', async (t) => {
  const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>'
  const kinds: readonly FaultKind[] = [
    { kind: 'cut' },
    { kind: 'lost' },
    { kind: 'answer', status: 502, body: page },
    { kind: 'answer', status: 200, body: '{"garbage":tru' },
    { kind: 'answer', status: 201, body: '{}' },
    { kind: 'answer', status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } },
    { kind: 'answer', status: 400, body: '' },
    { kind: 'answer', status: 403, body: '' },
    { kind: 'answer', status: 404, body: '' },
    { kind: 'answer', status: 429, body: '{}', headers: { 'retry-after': '5' } },
    ...[21157, 21173, 21180, 21184, 21205, 21208, 21405, 21470].map((code) => ({ kind: 'refuse', code }) as const),
    { kind: 'forbid', reasonCode: 'context-type-not-allowed' },
  ]
  const calls: readonly KsefCall[] = ['batch', 'part', 'batch-close', 'session', 'invoices']
  // Each in a world of its own; the worlds mostly wait, so the steps are tried side by side.
  const tried = calls.map(async (on) => {
    for (const does of kinds) {
      // More often than a step is tried at a time: of errors with a code, one stands for all.
      for (const times of does.kind === 'refuse' && does.code !== 21180 ? [1] : [1, 4]) {
        // That makes the connection wait for its user, as with any other call.
        if (does.kind === 'forbid' && on !== 'part') continue
        const world = await crowded(t, { limits: null })
        const invoices = three(world)
        world.ksef.faults({ on, times, does })
        await Promise.all(invoices.map((invoice) => world.gateway.submit(invoice)))
        world.pass(3)
        await acceptedOnce(t, world, invoices, `${on} ${JSON.stringify(does)} ${times}`)
      }
    }
  })
  await Promise.all(tried)
})

t.test('killed between any two steps', async (t) => {
  for (const on of ['batch', 'part', 'batch-close'] as const) {
    for (const kind of ['lost', 'cut', 'hang'] as const) {
      const world = await crowded(t)
      const invoices = three(world)
      world.ksef.faults({ on, does: { kind } })
      // The process dies with the call: what it would do after is not waited for.
      const dying = Promise.all(invoices.map((invoice) => world.gateway.submit(invoice)))
      await waitFor(`the ${on}`, () => world.ksef.count(on) > 0)
      world.ksef.faults()
      await acceptedOnce(t, world, invoices, `${on} ${kind}`, world.restarted())
      if (kind !== 'hang') await dying
      t.equal(world.ksef.register.accepted.length, 3)
    }
  }
})

t.test('the ledger that was lost with its process: a batch is found as a duplicate', async (t) => {
  const world = await crowded(t)
  const invoices = three(world)
  await Promise.all(invoices.map((invoice) => world.gateway.submit(invoice)))
  await acceptedOnce(t, world, invoices, 'restored', world.restored())
})

t.test('a batch session that fails: its invoices were not judged, and are sent again', async (t) => {
  for (const code of [405, 415, 420, 430, 435, 440, 445, 500]) {
    const world = await crowded(t)
    const invoices = three(world)
    const status = { code, description: 'Błąd' }
    world.ksef.faults({ on: 'batch-close', times: 1, does: { kind: 'decide', session: true, status } })
    await Promise.all(invoices.map((invoice) => world.gateway.submit(invoice)))
    await acceptedOnce(t, world, invoices, String(code))
    t.same(world.ksef.register.sessions.at(0)?.invoices, [], 'of the first session nothing came')
  }
})

t.test('what KSeF drops out of a batch, or can not read in it, is sent again', async (t) => {
  for (const code of [405, 435, 500, 550]) {
    const world = await crowded(t)
    const invoices = three(world)
    const status = { code, description: 'Błąd' }
    world.ksef.faults({ on: 'batch-close', times: 1, does: { kind: 'decide', status } })
    await Promise.all(invoices.map((invoice) => world.gateway.submit(invoice)))
    await acceptedOnce(t, world, invoices, String(code))
  }
})

t.test('a key that was withdrawn since it was fetched is fetched again', async (t) => {
  const world = await crowded(t)
  await acceptedOnce(t, world, three(world), 'before')
  world.ksef.withdrawKeys()
  await acceptedOnce(t, world, three(world), 'after')
  t.equal(world.ksef.count('keys'), 2)
  t.equal(world.ksef.count('send'), 0)
})

t.test('addresses of parts: a private one is refused, and none is logged', async (t) => {
  const storeOrigin = (port: number): string => `http://localhost:${port}`
  const allowed = await crowded(t, { storeOrigin })
  await acceptedOnce(t, allowed, three(allowed), 'allowed')
  t.equal(allowed.ksef.count('part'), 1)
  const world = await crowded(t, { storeOrigin, allowPrivateNetwork: false })
  t.match(await world.gateway.submit(world.submission()), { kind: 'exhausted' })
  t.equal(world.ksef.count('part'), 0)
  t.equal(world.warnings.length, 1)
  t.match(world.warnings[0], /the address that KSeF names/)
  t.notMatch(world.warnings[0], /sig=|localhost/)
  t.match(await world.gateway.submit(world.submission()), { kind: 'exhausted' })
  t.equal(world.ksef.count('batch'), 1, 'and no further batch for a while')
})

t.test('a store that has no use for our token gets none', async (t) => {
  const world = await crowded(t)
  await acceptedOnce(t, world, [world.submission()], 'the stand-in refuses a part with a token')
  t.equal(world.ksef.count('part'), 1)
})

t.test('a hold that is lost before the upload: that invoice is left out', async (t) => {
  const moments: readonly KsefCall[] = ['open', 'batch', 'part']
  for (const moment of moments) {
    const world = await crowded(t)
    const { ksef, gateway } = world
    const [first, second, left] = [world.submission(), world.submission(), world.submission()]
    // Read again at each step.
    const isHeld = (): boolean => ksef.count(moment) === 0
    const hold: LeaseCheck = { lost: new AbortController().signal, isHeld }
    const outcomes = await Promise.all([gateway.submit(first), gateway.submit(second), gateway.submit(left, hold)])
    t.match(outcomes, [{ kind: 'submitted' }, { kind: 'submitted' }, { kind: 'unavailable', concerns: 'invoice' }])
    t.equal(ksef.register.invoices.length, 2, moment)
    t.equal(await world.uploads.find(left.scope, left.attemptId), null, 'nothing of it is noted')
    t.same(await gateway.find(left), { kind: 'unknown' })
  }
})

t.test('no work may begin any more: nothing is sent', async (t) => {
  const world = await crowded(t)
  const hold: LeaseCheck = { lost: AbortSignal.abort(), isHeld: () => true }
  t.match(await world.gateway.submit(world.submission(), hold), { kind: 'unavailable', concerns: 'invoice' })
  t.equal(world.ksef.count('batch'), 0)
})

t.test('the calls for batches are counted too', async (t) => {
  const world = await crowded(t)
  const hourly = budgetsOf('batch', NIP, world.now()).filter(({ name }) => name.endsWith('hour'))
  while ((await world.budgets.take(hourly)) === null);
  const outcome = await world.gateway.submit(world.submission())
  t.match(outcome, { kind: 'exhausted', concerns: 'invoice' })
  world.pass(3600)
  await acceptedOnce(t, world, [world.submission()], 'the next hour')
  t.equal(world.ksef.count('batch'), 0)
})

/** A document with an attachment. */
function attached(number: string): string {
  return fa(number).replace('</Fa>', '</Fa><Zalacznik><BlokDanych/></Zalacznik>')
}

t.test('an attachment goes in a batch, alone or with others, and is accepted once', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const { ksef } = world
  const invoices = [1, 2].map((n) => world.submission({ xml: attached(`ZA/${n}`) }))
  await acceptedOnce(t, world, invoices, 'attachments')
  t.same([ksef.count('send'), ksef.count('batch')], [0, 1])
  await acceptedOnce(t, world, [world.submission()], 'another')
  t.same([ksef.count('send'), ksef.count('batch')], [1, 1], 'others go one by one')
})

t.test('an attachment that the company has not announced is refused in the words of KSeF', async (t) => {
  const world = await worldOf(t, { pace: 0.01, announcedAttachments: false })
  const invoice = world.submission({ xml: attached('ZA/3') })
  const decision = await decided(world, invoice, await throughCore(world, invoice))
  t.match(decision, {
    kind: 'rejected',
    errorMessage: '415: Brak możliwości wysyłania faktury z załącznikiem',
    document: { mediaType: 'application/json' },
  })
})

t.test('an attachment may have three million bytes, not more', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const sized = (number: string, size: number): Submission => {
    const rest = size - Buffer.byteLength(attached(number))
    return world.submission({ xml: attached(number).replace('</P_7>', `${'x'.repeat(rest)}</P_7>`) })
  }
  await acceptedOnce(t, world, [sized('ZA/4', 3_000_000)], 'large')
  t.match(await world.gateway.submit(sized('ZA/5', 3_000_001)), { kind: 'refused', errorMessage: /^430/ })
})

t.test('an attachment waits where no batch is sent, and is never sent alone', async (t) => {
  const world = await worldOf(t, { pace: 0.01 })
  const invoice = world.submission({ xml: attached('ZA/6') })
  world.ksef.faults({ on: 'batch', times: 1, does: { kind: 'refuse', code: 21405 } })
  t.match(await world.gateway.submit(invoice), { kind: 'unavailable', reason: /goes in a batch/ })
  t.match(await world.gateway.submit(invoice), { kind: 'unavailable', reason: /the last batch failed/ })
  world.pass(600)
  await acceptedOnce(t, world, [invoice], 'later')
  t.equal(world.ksef.count('send'), 0)
})

t.test('an attachment whose process is killed between any two steps is accepted once', async (t) => {
  for (const on of ['batch', 'part', 'batch-close', 'session', 'invoices', 'status', 'upo'] as const) {
    for (const kind of ['lost', 'cut'] as const) {
      const world = await worldOf(t, { pace: 0.01 })
      const invoice = world.submission({ xml: attached('ZA/7') })
      world.ksef.faults({ on, times: 1, does: { kind } })
      await world.gateway.submit(invoice)
      world.pass(1)
      await acceptedOnce(t, world, [invoice], `${on} ${kind}`, world.restarted())
      t.equal(world.ksef.count('send'), 0, `${on} ${kind}`)
    }
  }
})
