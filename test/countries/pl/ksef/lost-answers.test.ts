import t from 'tap'
import type { FaultKind, KsefCall } from '../../../standins/ksef/options.js'
import { decided, throughCore } from './core.js'
import { fa, worldOf } from './world.js'

t.test('a lost answer to a sending: its session shows the invoice by the hash', async (t) => {
  const world = await worldOf(t)
  const { ksef, gateway, submission } = world
  const invoice = submission()
  ksef.faults({ on: 'send', times: 1, does: { kind: 'lost' } })
  t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'government' })
  const known = await gateway.find(invoice)
  const [taken] = ksef.register.accepted
  t.match(known, { kind: 'known', uploadId: `${taken?.session}/${taken?.reference}` })
  t.equal(ksef.count('send'), 1)
  t.match(await world.restarted().find(invoice), known, 'another process knows it too')
  t.equal(ksef.count('invoices'), 1, 'which the ledger names')
})

t.test('what was taken late is waited for, and what never came is sent again', async (t) => {
  const world = await worldOf(t)
  const { ksef, gateway, submission, pass } = world
  const late = submission()
  ksef.faults(
    { on: 'send', times: 1, does: { kind: 'listed-later', seconds: 60 } },
    { on: 'send', times: 1, does: { kind: 'cut' } },
  )
  const lostLate = await gateway.submit(late)
  t.equal(lostLate.kind, 'submitted')
  const never = submission()
  t.equal((await gateway.submit(never)).kind, 'unavailable')
  t.match(await gateway.find(never), { kind: 'unavailable', concerns: 'invoice' }, 'it may come yet')
  pass(121)
  t.same(await gateway.find(never), { kind: 'unknown' })
  t.equal((await gateway.submit(never)).kind, 'submitted')
  t.equal(ksef.register.accepted.length, 2)
})

t.test('killed between any two steps, an invoice is accepted once, as itself', async (t) => {
  for (const on of ['keys', 'challenge', 'token', 'authentication', 'redeem', 'open', 'send'] as const) {
    for (const kind of ['lost', 'cut'] as const) {
      const world = await worldOf(t)
      const invoice = world.submission()
      world.ksef.faults({ on, times: 1, does: { kind } })
      // The process dies with the call.
      await world.gateway.submit(invoice)
      const next = world.restarted()
      const uploadId = await throughCore(world, invoice, next)
      const decision = await decided(world, invoice, uploadId, next)
      t.match(decision, { kind: 'accepted', govId: world.ksef.register.accepted[0]?.ksefNumber }, `${on} ${kind}`)
      t.equal(world.ksef.register.accepted.length, 1, `${on} ${kind}: once`)
    }
  }
})

t.test('a ledger that was lost: KSeF names the first, which is this document', async (t) => {
  const world = await worldOf(t)
  const { ksef, submission } = world
  const invoice = submission()
  await world.sent(invoice)
  const restored = world.restored()
  t.same(await restored.find(invoice), { kind: 'unknown' })
  const again = await restored.submit(invoice)
  if (again.kind !== 'submitted') throw new Error('not sent')
  t.equal(ksef.register.invoices[1]?.status.code, 440)
  t.match(await decided(world, invoice, again.uploadId, restored), {
    kind: 'accepted',
    govId: ksef.register.accepted[0]?.ksefNumber,
    receipt: { mediaType: 'application/xml' },
  })
  t.equal(ksef.register.accepted.length, 1)
})

t.test('the number of another document: the rejection stands', async (t) => {
  const world = await worldOf(t)
  const { ksef, submission } = world
  await world.sent(submission({ xml: fa('FA/7') }))
  const other = submission({ xml: fa('FA/7', 'other') })
  const decision = await world.decided(other)
  t.match(decision, {
    kind: 'rejected',
    errorMessage: /^440: Duplikat faktury; Duplikat faktury\. Faktura o numerze KSeF: /,
  })
  if (decision.kind !== 'rejected') return
  const document = JSON.parse(Buffer.from(decision.document?.bytes ?? []).toString()) as {
    status: { extensions: object }
  }
  t.match(document.status.extensions, { originalKsefNumber: ksef.register.accepted[0]?.ksefNumber })
})

t.test('a duplicate that names the wrong session, or nothing but the number', async (t) => {
  for (const isOurs of [true, false]) {
    for (const permissions of [['InvoiceWrite'], ['InvoiceWrite', 'InvoiceRead']]) {
      const world = await worldOf(t)
      const { ksef } = world
      const credentials = { token: ksef.issueToken('5260250274', permissions) }
      const first = world.submission({ xml: fa('FA/8'), credentials })
      await world.sent(first)
      const [original] = ksef.register.accepted
      // KSeF's known error: the session is that of the duplicate.
      const status = {
        code: 440,
        description: 'Duplikat faktury',
        details: [`Duplikat faktury. Faktura o numerze KSeF: ${original?.ksefNumber} została już prawidłowo przesłana`],
        extensions: { originalSessionReferenceNumber: '20261124-SO-C1EA57A700-FFFFFFFFFF-00' },
      }
      ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
      const second = world.submission({ xml: isOurs ? fa('FA/8') : fa('FA/8', 'other'), credentials })
      const decision = await world.decided(second)
      t.equal(decision.kind, isOurs ? 'accepted' : 'rejected', permissions.join(' '))
      if (decision.kind === 'accepted') t.equal(decision.govId, original?.ksefNumber)
    }
  }
})

t.test('a first one that is not shown is no verdict for a day; then the rejection counts', async (t) => {
  const world = await worldOf(t)
  const { ksef } = world
  const status = {
    code: 440,
    description: 'Duplikat faktury',
    extensions: { originalKsefNumber: '5260250274-20250626-010080DD2B5E-26' },
  }
  ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
  const invoice = world.submission({ credentials: { token: ksef.issueToken('5260250274') } })
  const uploadId = await world.sent(invoice)
  world.pass(2)
  t.match(await world.poll(invoice, uploadId), { kind: 'unavailable', concerns: 'invoice', reason: /InvoiceRead/ })
  world.pass(25 * 3600)
  t.match(await world.poll(invoice, uploadId), { kind: 'rejected', errorMessage: /^440: Duplikat faktury/ })
})

t.test('what KSeF has dropped for its own reasons is sent again, once', async (t) => {
  const statuses = [
    { code: 550, description: 'Operacja została anulowana przez system' },
    { code: 500, description: 'Nieznany błąd (500)' },
    { code: 405, description: 'Przetwarzanie anulowane z powodu błędu sesji' },
    { code: 435, description: 'Błąd odszyfrowania pliku' },
  ]
  for (const status of statuses) {
    const world = await worldOf(t)
    const { ksef } = world
    ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
    const invoice = world.submission()
    const uploadId = await world.sent(invoice)
    const decision = await decided(world, invoice, uploadId)
    t.match(decision, { kind: 'accepted', govId: ksef.register.accepted[0]?.ksefNumber }, String(status.code))
    t.equal(ksef.count('send'), 2, String(status.code))
  }
})

t.test('the repeated sending is as safe as the first: lost, cut, and in another process', async (t) => {
  const kinds: readonly FaultKind[] = [{ kind: 'lost' }, { kind: 'cut' }, { kind: 'answer', status: 503 }]
  for (const does of kinds) {
    for (const isRestored of [false, true]) {
      const world = await worldOf(t)
      const { ksef } = world
      const status = { code: 550, description: 'Operacja została anulowana przez system' }
      ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } }, { on: 'send', times: 1, does })
      const invoice = world.submission()
      const uploadId = await world.sent(invoice)
      const submittedAt = world.now()
      world.pass(12)
      const repeated = await world.gateway.poll(invoice, uploadId, submittedAt)
      t.equal(repeated.kind, 'unavailable', does.kind)
      const next = isRestored ? world.restored() : world.restarted()
      t.match(await decided(world, invoice, uploadId, next), {
        kind: 'accepted',
        govId: ksef.register.accepted[0]?.ksefNumber,
      })
      t.equal(ksef.register.accepted.length, 1)
    }
  }
})

t.test('what KSeF can not read twice is rejected', async (t) => {
  const world = await worldOf(t)
  const status = { code: 435, description: 'Błąd odszyfrowania pliku', details: ['Plik niepoprawnie zaszyfrowany'] }
  world.ksef.faults({ on: 'send', does: { kind: 'decide', status } })
  const invoice = world.submission()
  const decision = await decided(world, invoice, await world.sent(invoice))
  t.match(decision, { kind: 'rejected', errorMessage: '435: Błąd odszyfrowania pliku; Plik niepoprawnie zaszyfrowany' })
})

t.test('every call may fail once in every way; an invoice is accepted once all the same', async (t) => {
  const calls: readonly KsefCall[] = [
    'keys',
    'challenge',
    'token',
    'authentication',
    'redeem',
    'open',
    'send',
    'status',
    'upo',
  ]
  const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>'
  const kinds: readonly FaultKind[] = [
    { kind: 'answer', status: 502, body: page },
    { kind: 'answer', status: 200, body: page },
    { kind: 'answer', status: 200, body: '{"garbage":tru' },
    { kind: 'answer', status: 200, body: '{}' },
    { kind: 'answer', status: 202, body: '' },
    { kind: 'answer', status: 429, body: '{}', headers: { 'retry-after': '5' } },
    { kind: 'answer', status: 418, body: 'teapot' },
    { kind: 'lost' },
    { kind: 'cut' },
    { kind: 'slow', milliseconds: 20 },
  ]
  const world = await worldOf(t, { limits: null })
  let round = 0
  for (const on of calls) {
    for (const does of kinds) {
      round += 1
      const what = `${on} ${JSON.stringify(does)}`
      // A taxpayer of its own, who is not signed in yet.
      const nip = String(1_000_000_000 + round)
      const credentials = { token: world.ksef.issueToken(nip) }
      const invoice = world.submission({ vatNumber: `PL${nip}`, credentials, xml: fa('FA/1', '', nip) })
      world.ksef.faults({ on, times: 1, does })
      const uploadId = await throughCore(world, invoice)
      const decision = await decided(world, invoice, uploadId)
      const own = world.ksef.register.accepted.filter(({ nip: seller }) => seller === nip)
      t.equal(own.length, 1, `${what}: once`)
      t.match(decision, { kind: 'accepted', govId: own[0]?.ksefNumber }, what)
      world.pass(3700)
    }
  }
})
