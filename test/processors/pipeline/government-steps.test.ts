import t, { type Test } from 'tap'
import type { NoAnswer, Unauthorized } from '../../../src/countries/gateway/gateway.js'
import { ACCEPTED, AWAY, PENDING } from '../../standins/scripted-government.js'
import { CONNECTED } from '../../standins/gates.js'
import { AT_THE_UPLOAD, DEFERRED, given, inSeconds, SENT, STARTED, typesOf, UPLOADED } from './scripted-invoice.js'

const production = { environment: 'production' } as const
const SUBMIT = 'RO production submit'
const POLL = 'RO production poll'

t.test('an invoice without an active connection waits for it, and no government is called', async (t: Test) => {
  const access = { ...CONNECTED, find: () => Promise.resolve(null) }
  const { advance, events, government, scope } = await given({ ...production, access }, ...AT_THE_UPLOAD)
  const waitsFor = `connection ${scope.account} production comp_1 RO`
  const { missed, ...rest } = await advance()
  t.strictSame(rest, { seen: 7n, nextLook: inSeconds(30), outage: true, lane: SUBMIT, waitsFor })
  t.equal(await missed?.(), false)
  t.match(await advance(5), { nextLook: inSeconds(960) }, 'what no event announces is looked for ever more rarely')
  t.match(await advance(500), { nextLook: inSeconds(6 * 3600) })
  t.same(await events(), [])
  t.same(government.calls, [])
})

t.test('credentials that the government rejects are recorded on the connection; the invoice waits', async (t: Test) => {
  const refusal: Unauthorized = { kind: 'unauthorized', reason: 'HTTP 401', needs: 'renewal' }
  const recorded: unknown[] = []
  const access = {
    ...CONNECTED,
    refused: (...args: unknown[]) => {
      recorded.push(args[2])
      return Promise.resolve()
    },
  }
  for (const [script, findings] of [
    [{ find: [refusal] }, AT_THE_UPLOAD],
    [{ submit: [refusal] }, AT_THE_UPLOAD],
    [{ poll: [refusal] }, SENT],
  ] as const) {
    recorded.length = 0
    const { advance, events, gates } = await given({ ...production, ...script, access }, ...findings)
    t.match(await advance(), { outage: true, waitsFor: /^connection / })
    t.same(await events(), [], 'never rejected, never an error')
    t.same(recorded, [refusal])
    t.same(gates.noted, ['RO production answered'], 'the government itself is there')
  }
})

t.test('an invoice that waits while its connection gets other credentials has missed them', async (t: Test) => {
  const refusal: Unauthorized = { kind: 'unauthorized', reason: 'HTTP 401', needs: 'renewal' }
  const compared: unknown[] = []
  const access = {
    ...CONNECTED,
    hasOther: (...args: unknown[]) => {
      compared.push(args[3])
      return Promise.resolve(true)
    },
  }
  const refused = await given({ ...production, access, submit: [refusal] }, ...AT_THE_UPLOAD)
  t.equal(await (await refused.advance()).missed?.(), true)
  const none = { ...access, find: () => Promise.resolve(null) }
  const without = await given({ ...production, access: none }, ...AT_THE_UPLOAD)
  t.equal(await (await without.advance()).missed?.(), true)
  t.match(compared, [{ credentials: { accessToken: 'token' } }, null], 'the refused ones, or none')
})

t.test("used up calls hold the lane where they are everybody's, else the invoice", async (t: Test) => {
  const until = inSeconds(40)
  const used = (concerns: 'government' | 'invoice'): NoAnswer => ({
    kind: 'exhausted',
    reason: 'calls',
    until,
    concerns,
  })
  const everybody = await given({ ...production, submit: [used('government')] }, ...AT_THE_UPLOAD)
  t.match(await everybody.advance(), { nextLook: inSeconds(0), outage: false, lane: SUBMIT })
  t.same(everybody.gates.noted, [`${SUBMIT} closed until ${until.toISOString()}`])
  const own = await given({ ...production, poll: [used('invoice')] }, ...SENT)
  t.match(await own.advance(), { nextLook: until, outage: false, lane: POLL })
  t.same(own.gates.noted, [])
  t.same(await everybody.events(), [], 'a forbidden call is no outage')
})

t.test('only what concerns the government counts against it', async (t: Test) => {
  const own = { ...AWAY, concerns: 'invoice' } as const
  const alone = await given({ ...production, submit: [own] }, ...AT_THE_UPLOAD)
  await alone.advance()
  t.same(alone.gates.noted, ['RO production answered'], 'a probe that ends so opens the gate')
  t.same(typesOf(await alone.events()), ['SubmissionDeferred'])
  const all = await given({ ...production, submit: [AWAY] }, ...AT_THE_UPLOAD)
  await all.advance()
  t.same(all.gates.noted, ['RO production away'])
})

t.test('only what concerns the connection counts against it, and its closed gate is waited for', async (t: Test) => {
  const ofConnection = { ...AWAY, concerns: 'connection' } as const
  for (const [script, findings, lane] of [
    [{ find: [ofConnection] }, AT_THE_UPLOAD, SUBMIT],
    [{ submit: [ofConnection] }, AT_THE_UPLOAD, SUBMIT],
    [{ poll: [ofConnection] }, SENT, POLL],
  ] as const) {
    const open = await given({ ...production, ...script }, ...findings)
    t.match(await open.advance(), { nextLook: inSeconds(60), outage: true, lane, waitsFor: /^messages of / })
    t.same(open.gates.noted, ['RO production answered', 'connection conn_1 away'], 'the government is there')
    t.equal(open.gates.reachedCalls, 0)
  }
  const deferred = await given({ ...production, submit: [ofConnection] }, ...AT_THE_UPLOAD, DEFERRED)
  deferred.government.onCall = () => {
    deferred.gates.closedConnection = inSeconds(7)
  }
  const waitsFor = 'gate connection conn_1'
  t.match(await deferred.advance(), { nextLook: inSeconds(7), outage: false, lane: SUBMIT, waitsFor }, 'the next probe')
  const alone = await given({ ...production, submit: [{ ...AWAY, concerns: 'invoice' }] }, ...AT_THE_UPLOAD)
  await alone.advance()
  t.same(alone.gates.unusedGates, ['connection conn_1'], 'no evidence: another call may probe')
  t.equal(alone.gates.reachedCalls, 0)
  const simulated = await given({ submit: [ofConnection] }, ...AT_THE_UPLOAD)
  await simulated.advance()
  t.same(simulated.gates.noted, ['RO test answered'], 'the test environment has no connections')
})

t.test('behind the closed gate of its connection an invoice makes no call, with growing pauses', async (t: Test) => {
  for (const [findings, lane] of [
    [AT_THE_UPLOAD, SUBMIT],
    [SENT, POLL],
  ] as const) {
    const { advance, events, gates, government } = await given(production, ...findings)
    gates.closedConnection = inSeconds(40)
    const waitsFor = 'gate connection conn_1'
    t.match(await advance(), { nextLook: inSeconds(40), outage: true, lane, waitsFor }, 'until it opens')
    t.match(
      await advance(5),
      { nextLook: inSeconds(160), outage: true, lane, waitsFor },
      'or until others are answered',
    )
    t.same(government.calls, [])
    t.same(await events(), [])
    t.same(gates.noted, [], 'nothing is known about the government')
    t.same(gates.unusedGates, ['RO production', 'RO production'], 'another invoice may probe it')
    gates.closedConnection = null
    await advance()
    t.not(government.calls.length, 0)
    t.ok(gates.reachedCalls > 0, 'an answer opens the gate')
  }
})

t.test("used up calls of a customer's own system close the gate of its connection", async (t: Test) => {
  const until = inSeconds(40)
  const used: NoAnswer = { kind: 'exhausted', reason: 'HTTP 429', until, concerns: 'connection' }
  const { advance, events, gates } = await given({ ...production, submit: [used] }, ...AT_THE_UPLOAD)
  t.match(await advance(), { nextLook: until, outage: false, lane: SUBMIT })
  t.same(gates.noted, [`connection conn_1 closed until ${until.toISOString()}`])
  t.same(await events(), [])
})

t.test('a message about the invoice wakes it, wherever it waits for an answer in production', async (t: Test) => {
  const waits = { ...production, submit: [AWAY], poll: [PENDING] }
  const waitsFor = /^messages of liveInvoice-inv_/
  t.match(await (await given(waits, ...SENT)).advance(), { waitsFor, lane: POLL })
  t.match(await (await given(waits, ...AT_THE_UPLOAD)).advance(), { waitsFor, lane: SUBMIT }, 'the answer was lost')
  t.match(await (await given(waits, ...AT_THE_UPLOAD, DEFERRED)).advance(), { waitsFor, lane: SUBMIT })
  t.notHas(
    await (await given({ poll: [PENDING] }, ...SENT)).advance(),
    { waitsFor: '' },
    'none come in the test environment',
  )
  const closed = await given(waits, ...AT_THE_UPLOAD, DEFERRED)
  closed.gates.closed = inSeconds(7)
  t.notHas(await closed.advance(), { waitsFor: '' }, 'behind a closed gate it stays')
})

t.test('behind a closed gate the pauses of the invoice itself do not grow', async (t: Test) => {
  const { advance, gates } = await given({ ...production, submit: [AWAY] }, ...AT_THE_UPLOAD, DEFERRED)
  t.match(await advance(3), { nextLook: inSeconds(60), outage: true })
  gates.closed = inSeconds(7)
  t.match(await advance(9), { nextLook: inSeconds(7), outage: false })
})

t.test('where the lane is full or closed the invoice waits in it, and no government is called', async (t: Test) => {
  const { advance, government } = await given({ ...production }, ...AT_THE_UPLOAD)
  const asked: string[] = []
  const enter = ({ name }: { name: string }): Promise<boolean> => {
    asked.push(name)
    return Promise.resolve(false)
  }
  t.match(await advance(0, undefined, enter), { nextLook: inSeconds(0), outage: false, lane: SUBMIT })
  t.same(asked, [SUBMIT])
  t.same(government.calls, [])
})

t.test('the gateway hears when the invoice was created and submitted, and by whom it is sent', async (t: Test) => {
  const { advance, government, gates } = await given(
    { ...production, poll: [ACCEPTED] },
    ...AT_THE_UPLOAD.slice(0, 2),
    STARTED,
    UPLOADED,
  )
  await advance()
  t.match(government.submissions[0], { access: { vatNumber: 'RO1' }, createdAt: Date })
  t.match(government.polledAt, [Date])
  t.same(gates.noted, ['RO production answered'])
})

t.test('no step begins in a process that is to end', async (t: Test) => {
  const over = AbortSignal.abort()
  for (const findings of [[], AT_THE_UPLOAD, SENT] as const) {
    const { advance, events, government } = await given(production, ...findings)
    t.match(await advance(3, undefined, undefined, over), { nextLook: inSeconds(0), interrupted: true })
    t.same(await events(), [])
    t.same(government.calls, [])
  }
})

t.test('a call that ends with the process is no outage, and nothing follows it', async (t: Test) => {
  const calls: Readonly<Record<'find' | 'submit' | 'poll', typeof AT_THE_UPLOAD | typeof SENT>> = {
    find: AT_THE_UPLOAD,
    submit: AT_THE_UPLOAD,
    poll: SENT,
  }
  for (const name of ['find', 'submit', 'poll'] as const) {
    const stop = new AbortController()
    const { advance, events, gates, government } = await given({ ...production, [name]: [AWAY] }, ...calls[name])
    government.onCall = (call) => {
      if (call === name) stop.abort()
    }
    t.match(await advance(3, undefined, undefined, stop.signal), { nextLook: inSeconds(0), interrupted: true })
    t.same(await events(), [])
    t.same(gates.noted, [])
    t.equal(government.calls.at(-1), name)
  }
})

t.test('what the government answers in time is recorded, and the next step is left to another process', async (t) => {
  const stop = new AbortController()
  const { advance, events, government } = await given(production, ...AT_THE_UPLOAD)
  government.onCall = (call) => {
    if (call === 'submit') stop.abort()
  }
  t.match(await advance(0, undefined, undefined, stop.signal), { interrupted: true })
  t.same(typesOf(await events()), ['InvoiceSubmitted'])
  t.same(government.calls, ['find', 'submit'])
})
