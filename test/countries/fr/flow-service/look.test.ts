import fc from 'fast-check'
import t from 'tap'
import type { LookOutcome } from '../../../../src/countries/gateway/look.js'
import type { ArrivedDocument } from '../../../../src/countries/gateway/reception.js'
import type { FaultKind, FlowServiceOptions } from '../../../standins/flow-service/options.js'
import { ubl, type World, worldOf } from './world.js'

/** A company that receives, with what arrived so far. */
function receiver(world: World) {
  const arrived: ArrivedDocument[] = []
  const since = world.now()
  let mark: string | null = null
  return {
    arrived,
    /** The numbers of the documents, in the order in which they came. */
    numbers: () => arrived.map(({ bytes }) => /<cbc:ID>([^<]*)</.exec(Buffer.from(bytes).toString())?.[1] ?? ''),
    async look(): Promise<LookOutcome> {
      const outcome = await world.gateway.arrivals?.look({
        scope: { account: 'acc_1', environment: 'production' },
        access: world.access,
        since,
        mark,
        known: (identities) =>
          Promise.resolve(new Set(identities.filter((id) => arrived.some(({ identity }) => identity === id)))),
        take: (document) => Promise.resolve(void arrived.push(document)),
      })
      if (outcome === undefined) throw new Error('nothing looks')
      if (outcome.kind === 'looked') mark = outcome.mark
      return outcome
    },
  }
}

async function receiving(t: Parameters<typeof worldOf>[0], options: FlowServiceOptions = {}) {
  const world = await worldOf(t, options)
  const { register, calls } = world.platform
  const deliver = (number: string, given?: Parameters<typeof register.deliver>[1]) =>
    register.deliver(Buffer.from(ubl(number)), given)
  const downloads = (): number => calls.filter((call) => call === 'download').length
  return { ...world, ...receiver(world), register, deliver, downloads }
}

const TOO_LARGE = Buffer.alloc(31 * 1024 * 1024)

t.test('what the platform lists comes once, with all that it states', async (t) => {
  const { platform, pass, now, look, arrived, numbers, deliver, downloads } = await receiving(t)
  pass(60)
  const first = deliver('R-1', { flowSyntax: 'CII' })
  pass(60)
  deliver('R-2')
  t.match(await look(), { kind: 'looked', isComplete: true, missing: undefined })
  t.same(numbers(), ['R-1', 'R-2'])
  const [{ files, ...document } = { files: [] }] = arrived
  t.match(document, {
    govId: first.flowId,
    identity: `${new URL(platform.address).host} ${first.flowId}`,
    sender: null,
    arrivedAt: first.submittedAt,
  })
  t.match(
    files.map(({ kind, bytes }) => [kind, JSON.parse(Buffer.from(bytes).toString()) as object]),
    [['metadata', { flowId: first.flowId, flowSyntax: 'CII', flowType: 'SupplierInvoice', flowDirection: 'In' }]],
  )
  pass(300)
  t.match(await look(), { kind: 'looked', isComplete: true })
  t.equal(downloads(), 2, 'each is downloaded once')
  deliver('LATE', { submittedAt: new Date(now().getTime() - 400_000) })
  await look()
  t.same(numbers(), ['R-1', 'R-2', 'LATE'], 'a list may show a flow late')
  pass(10 * 24 * 3600)
  await look()
  arrived.length = 0
  t.match(await look(), { kind: 'looked' })
  t.same(arrived, [], 'what came long ago is no longer listed')
})

t.test('nothing is fetched that came before', async (t) => {
  const world = await worldOf(t)
  world.platform.register.deliver(Buffer.from(ubl('BEFORE')))
  world.pass(1)
  const { look, arrived } = receiver(world)
  await look()
  t.same(arrived, [])
})

t.test('long lists are fetched in parts, in order', async (t) => {
  for (const isAfterInclusive of [true, false]) {
    const { pass, look, numbers, deliver, downloads } = await receiving(t, { largestPage: 7, isAfterInclusive })
    const wanted = Array.from({ length: 120 }, (_, index) => `R-${index}`)
    for (const [index, number] of wanted.entries()) {
      if (index % 5 === 0) pass(61)
      deliver(number)
    }
    const parts: boolean[] = []
    for (let isComplete = false; !isComplete; parts.push(isComplete)) {
      const outcome = await look()
      if (outcome.kind !== 'looked') throw new Error(JSON.stringify(outcome))
      isComplete = outcome.isComplete
    }
    t.same(numbers(), wanted)
    t.equal(downloads(), wanted.length)
    t.same(parts, [false, false, true])
  }
})

t.test('flows in check wait, those that failed it and those of others are left out', async (t) => {
  const { platform, pass, now, look, numbers, deliver, register, submitted, submission } = await receiving(t)
  await submitted(submission({ invoice: { number: 'OWN' } }))
  pass(60)
  deliver('PENDING', { acknowledgedAt: new Date(now().getTime() + 3_600_000) })
  deliver('ERROR', { error: { reasonCode: 'VirusFound', reasonMessage: '' } })
  deliver('R-1')
  await look()
  t.same(numbers(), ['R-1'])
  pass(3_600)
  await look()
  t.same(numbers(), ['R-1', 'PENDING'], 'once it is acknowledged')
  deliver('STUCK', { acknowledgedAt: new Date(now().getTime() + 48 * 3_600_000) })
  await look()
  for (let hours = 0; hours < 25; hours += 5) {
    pass(5 * 3_600)
    await look()
  }
  t.same(numbers(), ['R-1', 'PENDING', 'STUCK'], 'a day later it comes all the same')
  const results = register.flows.map((flow) => register.shown(flow))
  platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body: JSON.stringify({ results }) } })
  await look()
  t.notOk(numbers().includes('OWN'), 'also where a platform ignores what it is asked for')
})

t.test('without an answer everything stays, and comes later in order', async (t) => {
  const { platform, look, numbers, deliver, pass, now } = await receiving(t)
  for (const number of ['R-1', 'R-2', 'R-3']) {
    pass(1)
    deliver(number)
  }
  const headers = { 'retry-after': '1800' }
  const table: readonly (readonly [FaultKind, object])[] = [
    [{ kind: 'answer', status: 503 }, { kind: 'unavailable' }],
    [{ kind: 'cut' }, { kind: 'unavailable' }],
    [
      { kind: 'answer', status: 503, headers },
      { kind: 'unavailable', retryAfterSeconds: 1800 },
    ],
    [
      { kind: 'answer', status: 429, headers },
      { kind: 'exhausted', until: new Date(now().getTime() + 1_800_000), concerns: 'connection' },
    ],
    [{ kind: 'answer', status: 401 }, { kind: 'unauthorized' }],
    [{ kind: 'answer', status: 200, body: '<html>' }, { kind: 'unavailable' }],
  ]
  for (const [does, outcome] of table)
    for (const on of ['search', 'download'] as const) {
      platform.faults({ on, does })
      t.match(await look(), outcome, `${on} ${JSON.stringify(does)}`)
    }
  t.same(numbers(), [])
  platform.faults({ on: 'download', times: 1, does: { kind: 'answer', status: 502 } })
  t.match(await look(), { kind: 'looked', isComplete: true, missing: undefined })
  t.same(numbers(), ['R-1', 'R-2', 'R-3'])
})

t.test('an invoice that can not be downloaded delays no other', async (t) => {
  const { look, numbers, arrived, deliver, register, pass, warnings } = await receiving(t)
  pass(1)
  const bad = register.deliver(TOO_LARGE)
  t.match(await look(), { kind: 'unavailable', reason: /has over/ }, 'as long as there is no other')
  pass(1)
  deliver('R-2')
  t.match(await look(), { kind: 'looked', isComplete: true, missing: /^an invoice .* flow [-0-9a-f]{36}: / })
  t.same(numbers(), ['R-2'])
  pass(86_400)
  deliver('R-3')
  t.match(await look(), { kind: 'looked', missing: /over \d+ bytes/ })
  t.same(numbers(), ['R-2', 'R-3'])
  register.flows.splice(register.flows.indexOf(bad), 1, { ...bad, bytes: Buffer.from(ubl('R-1')) })
  t.match(await look(), { kind: 'looked', missing: undefined })
  t.same(numbers(), ['R-2', 'R-3', 'R-1'])
  t.match(arrived[2], { govId: bad.flowId, arrivedAt: bad.submittedAt })
  t.match(JSON.parse(Buffer.from(arrived[2]?.files[0]?.bytes ?? '').toString()), { flowType: 'SupplierInvoice' })

  const lost = register.deliver(TOO_LARGE)
  pass(1)
  deliver('R-4')
  await look()
  pass(31 * 86_400)
  t.match(await look(), { kind: 'looked', missing: undefined })
  t.match(warnings, [/it is given up/])
  t.notOk(arrived.some(({ govId }) => govId === lost.flowId))
})

t.test('times that no clock shows stop nothing', async (t) => {
  const { platform, look, numbers, arrived, deliver, register, pass, now } = await receiving(t)
  pass(60)
  const strange = ['+275760-09-12T00:00:00Z', '-000001-01-01T00:00:00Z', 'yesterday', 42, null]
  const results = strange.map((time, index) => ({
    ...register.shown(deliver(`R-${index}`)),
    submittedAt: time,
    updatedAt: time,
  }))
  platform.faults({ on: 'search', does: { kind: 'answer', status: 200, body: JSON.stringify({ results }) } })
  t.match(await look(), { kind: 'looked' })
  t.equal(numbers().length, strange.length)
  for (const { arrivedAt } of arrived) t.same(arrivedAt, now())
  platform.faults()
  pass(60)
  deliver('R-9')
  await look()
  t.equal(numbers().at(-1), 'R-9')
})

t.test('no answer of a platform causes an error', async (t) => {
  const { platform, look, pass } = await receiving(t)
  const time = fc.oneof(
    fc.date().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  )
  const any = fc.jsonValue({ maxDepth: 1 })
  const flow = fc.record(
    {
      flowId: fc.oneof(fc.string(), fc.constantFrom('f-1', 'f-2', '../x?y#z'), any),
      flowType: fc.oneof({ weight: 5, arbitrary: fc.constant('SupplierInvoice') }, any),
      flowDirection: fc.oneof({ weight: 5, arbitrary: fc.constant('In') }, any),
      submittedAt: fc.oneof(time, any),
      updatedAt: fc.oneof(time, any),
      acknowledgement: fc.oneof(fc.record({ status: fc.constantFrom('Ok', 'Pending', 'Error', 'x') }), any),
    },
    { requiredKeys: [] },
  )
  const searched = fc.oneof(fc.record({ limit: fc.oneof(fc.nat(3), any), results: fc.array(flow) }), any)
  const downloaded = fc.record({ status: fc.constantFrom(200, 200, 404, 500), body: fc.oneof(fc.string(), fc.json()) })
  await fc.assert(
    fc.asyncProperty(searched, downloaded, async (listed, { status, body }) => {
      pass(300)
      platform.faults(
        { on: 'search', does: { kind: 'answer', status: 200, body: JSON.stringify(listed) } },
        { on: 'download', does: { kind: 'answer', status, body } },
        { on: 'flow', does: { kind: 'answer', status, body } },
      )
      const outcome = await look()
      if (!['looked', 'unavailable'].includes(outcome.kind)) throw new Error(outcome.kind)
    }),
    { numRuns: 150 },
  )
})

t.test('a company that changes its platform gets what has the same id there', async (t) => {
  const one = await receiving(t)
  const other = await receiving(t)
  for (const { pass, deliver, look } of [one, other]) {
    pass(60)
    deliver('R-1')
    await look()
  }
  t.not(one.arrived[0]?.identity.split(' ')[0], other.arrived[0]?.identity.split(' ')[0])
})

t.test('Chorus Pro only takes invoices', async (t) => {
  const { gateway, access } = await worldOf(t)
  const chorus = { chorusClientId: 'i', chorusClientSecret: 's', chorusLogin: 'l', chorusPassword: 'p' }
  t.match(gateway.arrivals?.obstacle?.({ ...access, credentials: chorus }), /credentials of the platform/)
  t.equal(gateway.arrivals?.obstacle?.(access), null)
})
