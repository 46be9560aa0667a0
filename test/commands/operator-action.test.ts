import fc from 'fast-check'
import t from 'tap'
import { recordAction } from '../../src/commands/operator-action.js'
import { recorded, recordOperatorAction } from '../../src/commands/use-cases/record-operator-action.js'
import { operatorLog } from '../../src/audit/operator-log.js'
import { type OperatorAction, operatorActions } from '../../src/domain/operator-action.js'
import { isHoldable } from '../../src/domain/text.js'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { MAX_EVENT_BYTES } from '../../src/eventstore/port.js'
import { given } from '../spec.js'
import { triesOf } from '../support/random/sample.js'

const ACTION: OperatorAction = {
  actionId: 'req_1',
  operator: 'alice',
  action: 'accounts plan',
  target: 'acc_1',
  outcome: 'begun',
  details: { plan: 'unlimited' },
}

t.test('an action is recorded as it is reported, also the same one twice', async () => {
  const recordedAction = { type: 'OperatorActed', data: ACTION } as const
  given(operatorActions).when(recordAction(ACTION)).then(recordedAction)
  given(operatorActions, recordedAction).when(recordAction(ACTION)).then(recordedAction)
})

t.test('keys and passwords that were typed in the wrong place are left out', async () => {
  const key = `sk_live_${'0123456789'.repeat(4)}`
  given(operatorActions)
    .when(
      recordAction({
        ...ACTION,
        target: key,
        details: { to: 'esdb://user:word@host:2113', names: [`x ${key}`], count: 3 },
      }),
    )
    .then({
      type: 'OperatorActed',
      data: {
        ...ACTION,
        target: 'sk_live_0123…',
        details: { to: 'esdb://user:…@host:2113', names: ['x sk_live_0123…'], count: 3 },
      },
    })
})

t.test('every store holds any reported action', async (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 2_000 }).map((whole) => whole + '\u0000\ud800')
  const details = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text)), { maxKeys: 150 })
  const broken = fc.property(text, text, details, (operator, target, facts) => {
    const decision = recordAction({ ...ACTION, operator, target, details: facts })()
    if (decision.kind !== 'accept') return false
    const json = JSON.stringify(decision.events)
    return Buffer.byteLength(json) < MAX_EVENT_BYTES && isHoldable(json.replaceAll('\\\\', ''))
  })
  t.doesNotThrow(() => fc.assert(broken, { numRuns: triesOf(50) }))
})

const DAY = '2026-11-23'
const unexpected = (error: unknown): never => {
  throw error
}

function desk() {
  const store = new MemoryEventStore()
  let seed = 0
  let now = new Date(`${DAY}T23:59:59.900Z`)
  const deps = {
    store,
    clock: { now: () => now },
    random: (size: number) => Buffer.alloc(size, ++seed),
  }
  const read = async (from = DAY, to = '2026-11-24') => {
    const actions = []
    for await (const { outcome, action, target, details, at } of operatorLog(store, from, to))
      actions.push({ outcome, action, target, details, at })
    return actions
  }
  return { store, deps, read, midnight: () => void (now = new Date('2026-11-24T00:00:00.000Z')) }
}

const REVOCATION = { operator: 'alice', action: 'keys revoke', target: 'key_1', details: { host: 'a' } }

t.test('a change stands between two records, each in the stream of its day', async (t) => {
  const { store, deps, read, midnight } = desk()
  const value = await recorded(
    deps,
    REVOCATION,
    async () => {
      t.match(await read(), [{ outcome: 'begun' }], 'it is recorded before it is done')
      midnight()
      return 42
    },
    { result: (count) => ({ details: { count } }), unrecorded: unexpected },
  )
  t.equal(value, 42)
  t.match(await read(), [
    { outcome: 'begun', target: 'key_1', details: { host: 'a' }, at: `${DAY}T23:59:59.900Z` },
    { outcome: 'done', target: 'key_1', details: { host: 'a', count: 42 }, at: '2026-11-24T00:00:00.000Z' },
  ])
  t.equal((await read(DAY, DAY)).length, 1)
  const events = await store.readStream(`operatorAction-${DAY}`)
  t.equal(verifyChain(`operatorAction-${DAY}`, events), null)
  t.match(events[0]?.metadata, { account: 'deployment', environment: null, actor: 'operator' })
})

t.test('what failed is recorded as that, and thrown on', async (t) => {
  const { deps, read } = desk()
  const work = () => Promise.reject(new RangeError('of a customer: secret'))
  await t.rejects(recorded(deps, REVOCATION, work, { result: () => ({}), unrecorded: unexpected }), RangeError)
  t.match(await read(), [{ outcome: 'begun' }, { outcome: 'failed', details: { error: 'RangeError' } }])
})

t.test('nothing is done that could not be recorded; a lost record of the end fails nothing', async (t) => {
  const { deps } = desk()
  let appends = 0
  let allowed = 0
  const failing = {
    ...deps,
    store: new (class extends MemoryEventStore {
      override append(...given: Parameters<MemoryEventStore['append']>) {
        return appends++ < allowed ? super.append(...given) : Promise.reject(new Error('the store is away'))
      }
    })(),
  }
  await t.rejects(
    recorded(failing, REVOCATION, async () => t.fail('not done'), { result: () => ({}), unrecorded: unexpected }),
    /the store is away/,
  )
  appends = 0
  allowed = 1
  const lost: unknown[] = []
  const reported = { result: () => ({}), unrecorded: (error: unknown) => void lost.push(error) }
  t.equal(await recorded(failing, REVOCATION, async () => 'done', reported), 'done')
  t.match(lost, [{ message: 'the store is away' }])
})

t.test('recording again what may have been recorded adds nothing', async (t) => {
  const { deps, read } = desk()
  const actionId = await recordOperatorAction(deps, REVOCATION)
  await recordOperatorAction(deps, { ...REVOCATION, actionId })
  t.match(await read(), [{ outcome: 'done' }])
})
