import t from 'tap'
import type { LeaseCheck } from '../../../../src/countries/gateway/gateway.js'
import { signedFile } from '../../../support/cades.js'
import { selfSigned } from '../../../support/certificate.js'
import type { FaultKind } from '../../../standins/invoicetronic/options.js'
import { fattura, worldOf } from './world.js'

const problem = (status: number, more: object): FaultKind => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ status, ...more }),
  headers: { 'content-type': 'application/problem+json' },
})

t.test('an invoice is sent once, with its file name and the attempt, and found by its ledger', async (t) => {
  const world = await worldOf(t)
  const submission = world.submission()
  t.strictSame(await world.gateway.find(submission), { kind: 'unknown' })
  const outcome = await world.gateway.submit(submission)
  t.match(outcome, { kind: 'submitted', uploadId: 'invoicetronic 1001', govEndpoint: /\/v1\/send$/ })
  const [sent] = world.standIn.account.sent
  t.equal(sent?.fileName, 'IT00743110157_C0000.xml')
  t.equal(sent?.xml, fattura('F-1'), 'byte by byte')
  t.strictSame(sent?.metaData, { clearway_attempt: 'attempt-1' })
  const before = world.standIn.calls.length
  t.match(await world.gateway.find(submission), { kind: 'known', uploadId: 'invoicetronic 1001' })
  t.equal(world.standIn.calls.length, before, 'without any call')
  t.strictSame(
    world.mailbox.expected.map(({ reference }) => reference),
    ['invoicetronic attempt attempt-1', 'invoicetronic send 1001'],
  )
})

t.test('what goes to an administration is signed by the intermediary', async (t) => {
  const world = await worldOf(t)
  const cases = [
    [{ toAdministration: true }, 'Apply'],
    [{ toAdministration: true, isSigned: true }, 'Auto'],
    [{}, 'Auto'],
  ] as const
  for (const [change, signature] of cases) {
    await world.sent(world.submission(change))
    t.equal(world.standIn.account.sent.at(-1)?.signature, signature)
  }
})

t.test('a file that its owner has signed is sent byte for byte, decided on, and found again', async (t) => {
  const signer = selfSigned('issuer.example')
  for (const toAdministration of [false, true]) {
    const world = await worldOf(t)
    const file = signedFile(Buffer.from(fattura('S-1', { toAdministration })), signer)
    const submission = world.submission({ number: 'S-1', toAdministration, signedFile: file })
    t.match(await world.decided(submission), { kind: 'accepted' })
    const [sent] = world.standIn.account.sent
    t.equal(sent?.fileName, 'IT00743110157_C0000.xml.p7m')
    t.equal(sent?.signature, 'Auto', 'not signed once more')
    t.ok(sent?.signedFile?.equals(file), 'byte for byte')
    t.match(await world.restarted('ledger').find(submission), { kind: 'known', uploadId: 'invoicetronic 1001' })

    const lost = world.submission({
      number: 'S-2',
      toAdministration,
      signedFile: signedFile(Buffer.from(fattura('S-2', { toAdministration })), signer),
    })
    world.standIn.faults({ on: 'send', times: 1, does: { kind: 'lost' } })
    t.match(await world.gateway.submit(lost), { kind: 'unavailable' })
    t.match(await world.restarted('ledger').find(lost), { kind: 'known', uploadId: 'invoicetronic 1002' })
    t.equal(world.standIn.received.length, 2)
  }
})

t.test('an invoice whose answer was lost is found, even by a process without memory of it', async (t) => {
  for (const lost of [undefined, 'ledger', 'ledger and names'] as const) {
    for (const toAdministration of [false, true]) {
      const world = await worldOf(t)
      // Another one first, so that names counted from the start are other names.
      await world.sent(world.submission())
      const submission = world.submission({ toAdministration })
      world.standIn.faults({ on: 'send', times: 1, does: { kind: 'lost' } })
      t.match(await world.gateway.submit(submission), { kind: 'unavailable', concerns: 'invoice' })
      const found = await world.restarted(lost).find(submission)
      t.match(
        found,
        { kind: 'known', uploadId: 'invoicetronic 1002' },
        `${lost ?? 'nothing'} lost, ${String(toAdministration)}`,
      )
      t.equal(world.standIn.received.length, 2)
    }
  }
})

t.test('what was begun and is not in the list is looked for until it can not come any more', async (t) => {
  const world = await worldOf(t)
  const submission = world.submission()
  world.standIn.faults({ on: 'send', times: 1, does: { kind: 'cut' } })
  t.match(await world.gateway.submit(submission), { kind: 'unavailable' })
  t.match(await world.gateway.find(submission), { kind: 'unavailable', retryAfterSeconds: 60, concerns: 'invoice' })
  world.pass(570)
  t.match(await world.gateway.find(submission), { kind: 'unavailable', retryAfterSeconds: 31 })
  world.pass(31)
  t.strictSame(await world.gateway.find(submission), { kind: 'unknown' })
  t.equal(await world.sent(submission), 'invoicetronic 1001')
})

t.test("another's invoice of the same number, or the same name, is not ours", async (t) => {
  const world = await worldOf(t)
  await world.sent(world.submission({ number: 'SAME' }))
  t.strictSame(await world.gateway.find(world.submission({ number: 'SAME' })), { kind: 'unknown' })
})

t.test('a restored deployment whose names start over sends under a name of the intermediary', async (t) => {
  const world = await worldOf(t)
  await world.sent(world.submission())
  const restored = world.restarted('ledger and names')
  const submission = world.submission()
  t.strictSame(await restored.find(submission), { kind: 'unknown' })
  t.match(await restored.submit(submission), { kind: 'submitted', uploadId: 'invoicetronic 1002' })
  t.match(world.standIn.account.sent.at(-1)?.fileName, /ITRON/)
  world.pass(60)
  t.match(await restored.poll(submission, 'invoicetronic 1002', submission.createdAt), { kind: 'accepted' })
  t.match(await world.restarted('ledger and names').find(submission), { kind: 'known', uploadId: 'invoicetronic 1002' })
})

t.test('where the list does not show the attempt, the number of the invoice shows whose a name is', async (t) => {
  const world = await worldOf(t)
  const listed = [{ id: 7, file_name: 'IT00743110157_C0000.xml.p7m', documents: [{ number: 'F-9' }] }]
  world.standIn.faults({ on: 'sends', does: { kind: 'answer', status: 200, body: JSON.stringify(listed) } })
  t.strictSame(await world.gateway.find(world.submission({ number: 'F-1' })), { kind: 'unknown' })
  const other = await worldOf(t)
  other.standIn.faults({ on: 'sends', does: { kind: 'answer', status: 200, body: JSON.stringify(listed) } })
  t.match(await other.gateway.find(other.submission({ number: 'F-9' })), { kind: 'known', uploadId: 'invoicetronic 7' })
})

t.test('an invoice that was sent another way is not asked for, and not sent again', async (t) => {
  const world = await worldOf(t)
  const submission = world.submission()
  await world.sent(submission)
  await world.uploads.taken(submission.scope, submission.attemptId, '15000000001 IT00743110157_C0000.xml')
  t.match(await world.gateway.find(submission), { kind: 'known', uploadId: '15000000001 IT00743110157_C0000.xml' })
  world.pass(60)
  const calls = world.standIn.calls.length
  t.match(await world.poll(submission, '15000000001 IT00743110157_C0000.xml'), {
    kind: 'unavailable',
    concerns: 'invoice',
  })
  const withoutKey = { ...submission, access: { ...world.access(), credentials: {} } }
  t.match(await world.poll(withoutKey, 'invoicetronic 1001'), { kind: 'unavailable', concerns: 'invoice' })
  t.equal(world.standIn.calls.length, calls)
})

t.test('its list is read to the end', async (t) => {
  const world = await worldOf(t, { mostOfAPage: 2 })
  for (let count = 0; count < 5; count += 1) await world.sent(world.submission({ number: 'SAME' }))
  const submission = world.submission({ number: 'SAME' })
  world.standIn.faults({ on: 'send', times: 1, does: { kind: 'lost' } })
  await world.gateway.submit(submission)
  t.match(await world.restarted('ledger and names').find(submission), { kind: 'known', uploadId: 'invoicetronic 1006' })
})

t.test('a refusal at the door is final, with its words', async (t) => {
  const cases = [
    [problem(422, { detail: '00200: File non conforme al formato' }), '00200: File non conforme al formato'],
    [
      problem(422, {
        errors: [
          { code: '00305', description: 'IdCodice non valido' },
          { code: 423, description: 'x' },
        ],
      }),
      '00305: IdCodice non valido\n00423: x',
    ],
    [problem(400, { title: 'One or more errors', errors: { Payload: ['is wrong'] } }), 'is wrong'],
    [{ kind: 'answer', status: 413, body: '<html>' }, '00003: Le dimensioni del file superano quelle ammesse'],
  ] as const
  for (const [does, errorMessage] of cases) {
    const world = await worldOf(t)
    const submission = world.submission()
    world.standIn.faults({ on: 'send', times: 1, does })
    t.strictSame(await world.gateway.submit(submission), { kind: 'refused', errorMessage })
    t.strictSame(await world.gateway.find(submission), { kind: 'unknown' }, 'it may be sent again')
  }
  const world = await worldOf(t)
  const large = world.submission({ xml: `<FatturaElettronica >${'x'.repeat(5 * 1024 * 1024)}</FatturaElettronica>` })
  t.match(await world.gateway.submit(large), { kind: 'refused', errorMessage: /^00003/ })
  t.equal(world.standIn.calls.length, 0)
})

t.test('a refusal of what was taken before is no refusal', async (t) => {
  const world = await worldOf(t)
  const submission = world.submission()
  await world.sent(submission)
  world.standIn.faults({ on: 'send', times: 1, does: problem(409, { title: 'Conflict' }) })
  t.match(await world.restarted('ledger').submit(submission), { kind: 'submitted', uploadId: 'invoicetronic 1001' })
})

t.test('what is no answer decides nothing', async (t) => {
  const page = '<!DOCTYPE html><html><body>Bad gateway</body></html>'
  const faults: readonly FaultKind[] = [
    { kind: 'answer', status: 503, body: page },
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 200, body: page },
    { kind: 'answer', status: 201, body: '{"id":"garbage"' },
    { kind: 'answer', status: 422, body: page },
    { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    { kind: 'cut' },
  ]
  for (const does of faults) {
    const world = await worldOf(t)
    const submission = world.submission()
    world.standIn.faults({ on: 'send', times: 1, does })
    t.match(await world.gateway.submit(submission), { kind: 'unavailable', concerns: 'invoice' }, JSON.stringify(does))
    t.match(await world.gateway.find(submission), { kind: 'unavailable' }, 'whether it was taken is open')
  }
  for (const does of faults) {
    if (does.kind === 'answer' && does.status === 201) continue
    const world = await worldOf(t)
    world.standIn.faults({ on: 'sends', does })
    t.match(
      await world.gateway.find(world.submission()),
      { kind: 'unavailable', concerns: 'invoice' },
      JSON.stringify(does),
    )
  }
  const world = await worldOf(t)
  world.standIn.faults({ on: 'sends', does: { kind: 'answer', status: 404, body: page } })
  t.match(await world.gateway.find(world.submission()), { kind: 'unavailable' }, 'a page is not an empty list')
  world.standIn.faults({ on: 'sends', does: problem(404, { title: 'Not Found' }) })
  t.strictSame(await world.gateway.find(world.submission()), { kind: 'unknown' }, 'a problem is')
  await world.standIn.stop()
  const away = world.submission()
  t.match(await world.gateway.submit(away), { kind: 'unavailable', retryAfterSeconds: 60, concerns: 'invoice' })
  await world.standIn.start()
  world.standIn.faults()
  t.strictSame(await world.gateway.find(away), { kind: 'unknown' }, 'nothing had been sent')
})

t.test('a key that is refused, and an account that is used up, are for the user', async (t) => {
  const world = await worldOf(t, { operationsLeft: 1 })
  t.match(await world.gateway.submit(world.submission({ apiKey: 'ik_live_wrong' })), {
    kind: 'unauthorized',
    needs: 'user',
    reason: /refused the API key/,
  })
  t.match(await world.gateway.find(world.submission({ apiKey: 'ik_live_wrong' })), { kind: 'unauthorized' })
  await world.sent(world.submission())
  const last = world.submission()
  const refused = await world.gateway.submit(last)
  t.match(refused, { kind: 'unauthorized', needs: 'user', reason: /No operations left.*buy more/ })
  t.notMatch(JSON.stringify(refused), 'ik_live')
  world.standIn.account.operationsLeft = 10
  t.match(await world.gateway.find(last), { kind: 'unknown' })
  t.ok(await world.sent(last), 'it continues')
})

t.test('a key of the sandbox is refused at the real address, before anything is sent', async (t) => {
  const world = await worldOf(t, { address: 'https://api.invoicetronic.com/v1' })
  const submission = world.submission({ apiKey: 'ik_test_abc' })
  const wanted = { kind: 'unauthorized', needs: 'user', reason: /sandbox.*ik_live_/ }
  t.match(await world.gateway.submit(submission), wanted)
  t.match(await world.gateway.find(submission), wanted)
  t.match(await world.gateway.check(world.access('ik_test_abc')), { kind: 'refused', reason: /sandbox/ })
})

t.test('too many calls: no call is made with the key before the time in the answer', async (t) => {
  const world = await worldOf(t)
  world.standIn.faults({
    on: 'send',
    times: 1,
    does: { kind: 'answer', status: 429, headers: { 'retry-after': '120' } },
  })
  const submission = world.submission()
  const until = new Date(world.now().getTime() + 120_000)
  t.match(await world.gateway.submit(submission), { kind: 'exhausted', until, concerns: 'invoice' })
  const calls = world.standIn.calls.length
  t.match(await world.gateway.find(world.submission()), { kind: 'exhausted', until })
  t.match(await world.gateway.submit(world.submission()), { kind: 'exhausted', until })
  t.equal(world.standIn.calls.length, calls)
  world.pass(120)
  t.match(await world.gateway.find(submission), { kind: 'unknown' })
  world.standIn.faults({
    on: 'sends',
    times: 1,
    does: {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': new Date(world.now().getTime() + 30_000).toUTCString() },
    },
  })
  t.match(await world.gateway.find(submission), { kind: 'exhausted', until: new Date(world.now().getTime() + 30_000) })
})

t.test('a worker that has lost its hold sends nothing', async (t) => {
  const world = await worldOf(t)
  const lost = new AbortController()
  lost.abort()
  const holds: readonly LeaseCheck[] = [
    { lost: lost.signal, isHeld: () => true },
    { lost: new AbortController().signal, isHeld: () => false },
    {
      lost: new AbortController().signal,
      isHeld: (() => {
        let looks = 0
        return () => (looks += 1) === 1
      })(),
    },
  ]
  for (const hold of holds) {
    const submission = world.submission()
    t.match(await world.gateway.submit(submission, hold), { kind: 'unavailable', retryAfterSeconds: 1 })
    t.match(await world.gateway.find(submission), { kind: 'unknown' })
  }
  t.equal(world.standIn.received.length, 0)
})
