import type { Test } from 'tap'
import {
  AT_HOME,
  type Claim,
  type Gates,
  type Lane,
  type FreeLane,
  type WorkList,
  type WorkSource,
} from '../../../src/processors/work/work-list.js'
import { gateOfConnection, openingAwaited } from '../../../src/processors/work/connection-gates.js'
import type { ShownWork } from '../../simulation/memory/work-list.js'

/** An empty work list, with its source. */
export interface WorkListFixture {
  readonly workList: WorkList
  readonly gates: Gates
  readonly source: WorkSource
  /**
   * The read model has exactly these rows now, and all events up to there, of a store after so
   * many restores; absent: none.
   */
  show(rows: readonly ShownWork[], head: bigint, restores?: number): Promise<void>
  /** The list's own clock advances until every claim has run out. */
  expire(): Promise<void>
}

const NOW = new Date('2030-01-01T00:00:00.000Z')
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)
const SUBMIT: Lane = { name: 'RO test submit', government: 'RO test' }
const room = (wanted: number, { name, government }: Lane = AT_HOME, after = ''): FreeLane[] => [
  { name, government, wanted, after },
]
const keysOf = (claims: readonly Claim[]): readonly string[] => claims.map(({ key }) => key)
const DONE = { dueAt: null, outages: 0, faults: 0 }

function work(key: string, position: number, changes: Partial<ShownWork> = {}): ShownWork {
  const whose = { account: 'acc_1', environment: 'test', lane: AT_HOME.name } as const
  return { key, ...whose, dueAt: NOW, position: BigInt(position), ...changes }
}

/** The contract of every work list and its gates. */
export function workListContract(t: Test, make: (t: Test) => Promise<WorkListFixture>): void {
  t.test('what is due is claimed by one, the longest due first', async (t) => {
    const { workList, source, show } = await make(t)
    await show([work('a', 1), work('b', 2, { dueAt: inSeconds(-5) }), work('later', 3, { dueAt: inSeconds(5) })], 3n)
    await workList.admit(source)
    t.same(keysOf(await workList.claim(source, NOW, room(1))), ['b'])
    t.same(keysOf(await workList.claim(source, NOW, room(9))), ['a'])
    t.same(await workList.claim(source, NOW, room(9)), [])
    t.same(await workList.claim(source, NOW, room(9, SUBMIT)), [], 'another lane holds nothing')
    t.match(await workList.claim(source, inSeconds(5), room(9)), [
      { key: 'later', position: 3n, outages: 0, faults: 0 },
    ])
  })

  t.test('a claim that has run out goes to another, and its first holder has no say any more', async (t) => {
    const { workList, source, show, expire } = await make(t)
    await show([work('a', 1)], 1n)
    await workList.admit(source)
    const [first] = await workList.claim(source, NOW, room(1))
    if (first === undefined) return t.fail('nothing was claimed')
    t.same(keysOf(await workList.renew([first])), ['a'])
    await expire()
    t.same(await workList.renew([first]), [], 'it has run out')
    const [second] = await workList.claim(source, NOW, room(1))
    if (second === undefined) return t.fail('it was not claimed again')
    await workList.release(first, { ...DONE, seen: 1n })
    t.same(keysOf(await workList.renew([second])), ['a'], 'the release of the first has changed nothing')
    await workList.release(second, { ...DONE, seen: 1n })
    t.same(await workList.renew([second]), [])
    await workList.admit(source)
    t.same(await workList.claim(source, inSeconds(99), room(1)), [], 'it is done')
  })

  t.test('the holder of a claim that has run out has no say when the work was done and comes again', async (t) => {
    const { workList, source, show, expire } = await make(t)
    await show([work('a', 1)], 1n)
    await workList.admit(source)
    const [first] = await workList.claim(source, NOW, room(1))
    await expire()
    const [second] = await workList.claim(source, NOW, room(1))
    if (first === undefined || second === undefined) return t.fail('nothing was claimed')
    await workList.release(second, { ...DONE, seen: 1n })
    await show([work('a', 2)], 2n)
    await workList.admit(source)
    const [again] = await workList.claim(source, NOW, room(1))
    if (again === undefined) return t.fail('the repeated work was not claimed')
    for (const old of [first, second]) {
      t.same(await workList.renew([old]), [])
      await workList.release(old, { ...DONE, seen: 2n })
    }
    t.same(keysOf(await workList.renew([again])), ['a'], 'the claim is held')
    t.same(await workList.claim(source, NOW, room(1)), [], 'by one')
  })

  t.test('what is given back rests until it is due, in its lane, with its tries', async (t) => {
    const { workList, source, show } = await make(t)
    await show([work('a', 1)], 1n)
    await workList.admit(source)
    const [claim] = await workList.claim(source, NOW, room(1))
    if (claim === undefined) return t.fail('nothing was claimed')
    await workList.release(claim, {
      seen: 1n,
      dueAt: inSeconds(60),
      outages: 2,
      faults: 3,
      lane: SUBMIT.name,
      waitsFor: 'x',
    })
    await workList.admit(source)
    t.same(await workList.claim(source, inSeconds(99), room(1)), [], 'not in the lane that it was in')
    t.same(await workList.claim(source, inSeconds(59), room(1, SUBMIT)), [])
    await workList.wake('y', NOW)
    t.same(await workList.claim(source, NOW, room(1, SUBMIT)), [])
    await workList.wake('x', NOW)
    t.match(await workList.claim(source, NOW, room(1, SUBMIT)), [
      { key: 'a', outages: 2, faults: 3, lane: SUBMIT.name },
    ])
  })

  t.test('an account has no more of a lane than its share, with what it holds already', async (t) => {
    for (const count of [6, 40]) {
      const { workList, source, show } = await make(t)
      const of = (account: string, n: number): ShownWork => work(`${account} ${n}`, n, { account })
      const rows = Array.from({ length: count }, (_, n) => of('acc_a', n + 1))
      await show([...rows, of('acc_b', count + 1)], BigInt(count + 1))
      await workList.admit(source)
      const claim = async (held: Readonly<Record<string, number>>): Promise<readonly string[]> => {
        const share = { most: 3, held: new Map(Object.entries(held)) }
        const claims = await workList.claim(source, NOW, [{ ...AT_HOME, wanted: 8, after: '', share }])
        return claims.map(({ account }) => account).sort()
      }
      t.same(await claim({ acc_a: 2 }), ['acc_a', 'acc_b'])
      t.same(await claim({ acc_a: 3, acc_b: 1 }), [])
      t.same(await claim({ acc_b: 1 }), ['acc_a', 'acc_a', 'acc_a'])
    }
  })

  t.test('an event that came meanwhile keeps the work due', async (t) => {
    const { workList, source, show } = await make(t)
    await show([work('a', 1)], 1n)
    await workList.admit(source)
    const [claim] = await workList.claim(source, NOW, room(1))
    if (claim === undefined) return t.fail('nothing was claimed')
    await show([work('a', 2)], 2n)
    await workList.admit(source)
    await workList.release(claim, { ...DONE, seen: 1n })
    const [again] = await workList.claim(source, NOW, room(1))
    t.match(again, { key: 'a', position: 2n })
    if (again === undefined) return
    await workList.release(again, { ...DONE, dueAt: inSeconds(60), seen: 2n })
    t.same(await workList.claim(source, NOW, room(1)), [])
    await workList.hasten(source.kind, 'a', 2n, NOW)
    t.same(await workList.claim(source, NOW, room(1)), [], 'that event was seen')
    await workList.hasten(source.kind, 'a', 3n, NOW)
    t.match(await workList.claim(source, NOW, room(1)), [{ key: 'a', position: 3n }])
  })

  t.test('accounts take turns, behind the one that was served last', async (t) => {
    const { workList, source, show } = await make(t)
    const rows = Array.from({ length: 9 }, (_, n) => work(`large ${n}`, n + 1, { account: 'acc_1' }))
    await show([...rows, work('small', 20, { account: 'acc_2' }), work('other', 21, { account: 'acc_3' })], 21n)
    await workList.admit(source)
    const claims = await workList.claim(source, NOW, room(6, AT_HOME, 'acc_1'))
    t.same(claims.map(({ account }) => account).sort(), ['acc_1', 'acc_1', 'acc_1', 'acc_1', 'acc_2', 'acc_3'])
    t.equal((await workList.claim(source, NOW, room(9))).length, 5)
  })

  t.test('a comparison with the read model adds, removes, and forgets what a restored store took back', async (t) => {
    const { workList, source, show } = await make(t)
    await show([work('gone', 40), work('kept', 50)], 50n)
    await workList.admit(source)
    const [, kept] = await workList.claim(source, NOW, room(2))
    if (kept === undefined) return t.fail('nothing was claimed')
    // Restored: the newest events are gone, and new ones come at their positions.
    await show([work('kept', 3), work('new', 4)], 4n)
    await workList.releaseAll()
    await workList.reconcile(source)
    const claims = await workList.claim(source, NOW, room(9))
    t.same([...keysOf(claims)].sort(), ['kept', 'new'])
    for (const claim of claims) await workList.release(claim, { ...DONE, dueAt: inSeconds(60), seen: claim.position })
    t.same(await workList.claim(source, NOW, room(9)), [], 'there is no work for what was withdrawn')
    await show([work('kept', 5), work('new', 4), work('newest', 6)], 6n)
    await workList.admit(source)
    t.same([...keysOf(await workList.claim(source, NOW, room(9)))].sort(), ['kept', 'newest'])
  })

  t.test('after a restore what came at lost positions is due, regardless of what was there before', async (t) => {
    const { workList, source, show } = await make(t)
    const far = { dueAt: inSeconds(9_999), outages: 0, faults: 0, seen: 50n }
    await show([work('rests', 49), work('held', 50)], 50n)
    await workList.admit(source)
    const claims = await workList.claim(source, NOW, room(9))
    const [rests, held] = ['rests', 'held'].map((key) => claims.find((claim) => claim.key === key))
    if (rests === undefined || held === undefined) return t.fail('nothing was claimed')
    await workList.release(rests, far)
    // The store has lost the last ten events; as many new ones have come, and ten more.
    await show([work('rests', 42), work('held', 43)], 60n, 1)
    await workList.admit(source)
    t.same(await workList.claim(source, NOW, room(9)), [])
    await workList.reconcile(source)
    const [again] = await workList.claim(source, NOW, room(9))
    t.match(again, { key: 'rests', position: 42n })
    if (again !== undefined) await workList.release(again, { ...far, seen: 42n })
    await workList.release(held, far)
    await workList.reconcile(source)
    t.same(keysOf(await workList.claim(source, NOW, room(9))), ['held'], 'the other one once')
  })

  t.test('the gate of a connection lets one probe through, and its opening wakes what waits for it', async (t) => {
    const { workList, gates, source, show } = await make(t)
    const gate = gateOfConnection('conn_1')
    const waitsFor = openingAwaited(gate)
    await show([work('a', 1), work('b', 2)], 2n)
    await workList.admit(source)
    const rest = { ...DONE, dueAt: inSeconds(3600), waitsFor }
    const [a, b] = await workList.claim(source, NOW, room(9))
    if (a === undefined || b === undefined) return t.fail('nothing was claimed')
    for (let n = 0; n < 4; n++) {
      t.equal(await gates.pass(gate, NOW), null)
      await gates.away(gate, NOW, 0)
    }
    t.equal(await gates.pass(gate, NOW), null, 'a few calls without an answer close nothing')
    await gates.away(gate, NOW, 30)
    await workList.release(a, { ...rest, seen: a.position })
    const until = await gates.pass(gate, NOW)
    if (until === null) return t.fail('it is open')
    t.ok(until >= inSeconds(30))
    t.equal(await gates.pass(gateOfConnection('conn_2'), NOW), null, 'the gate of another is open')
    t.equal(await gates.closedUntil(SUBMIT, NOW), null, 'the lane is open')
    t.equal(await gates.pass(gate, until), null, 'a probe')
    t.same(await gates.pass(gate, until), new Date(until.getTime() + 60_000), 'and no other')
    await gates.unused(gate, until)
    t.equal(await gates.pass(gate, until), null, 'the first made no call')
    t.not(await gates.pass(gate, until), null)
    const probes = await Promise.all([1, 2, 3].map(() => gates.pass(gate, new Date(until.getTime() + 60_000))))
    t.equal(probes.filter((closed) => closed === null).length, 1, 'one of several at the same time')
    t.same(await workList.claim(source, inSeconds(600), room(9)), [])
    await gates.reached(gate, inSeconds(600))
    t.equal(await gates.pass(gate, inSeconds(600)), null)
    t.equal(await gates.pass(gate, inSeconds(600)), null, 'no gate is left')
    t.same(keysOf(await workList.claim(source, inSeconds(600), room(9))), [a.key])
    await workList.release(b, { ...rest, seen: b.position })
    t.same(keysOf(await workList.claim(source, inSeconds(600), room(9))), [b.key], 'released after the opening')
  })

  t.test('an answer does not open the gate of a connection whose calls are used up', async (t) => {
    const { gates } = await make(t)
    const gate = gateOfConnection('conn_1')
    await gates.close(gate, inSeconds(60))
    await gates.reached(gate, NOW)
    t.same(await gates.pass(gate, NOW), inSeconds(60))
    t.equal(await gates.pass(gate, inSeconds(60)), null)
    t.equal(await gates.pass(gate, inSeconds(60)), null, 'no probes: it answered all the time')
    await gates.reached(gate, inSeconds(60))
    await gates.unused(gate, inSeconds(60))
    t.equal(await gates.closedUntil({ name: gate, government: null }, NOW), null, 'it is removed')
  })

  t.test('nothing is taken where a gate is closed, and one piece where a government comes back', async (t) => {
    const { workList, gates, source, show } = await make(t)
    await show([work('a', 1, { lane: SUBMIT.name }), work('b', 2, { lane: SUBMIT.name }), work('home', 3)], 3n)
    await workList.admit(source)
    for (let n = 0; n < 4; n++) await gates.away('RO test', NOW, 0)
    t.equal(await gates.closedUntil(SUBMIT, NOW), null, 'a few calls without an answer close nothing')
    await gates.away('RO test', NOW, 30)
    const until = await gates.closedUntil(SUBMIT, NOW)
    t.ok(until !== null && until >= inSeconds(30))
    t.same(await workList.claim(source, NOW, room(9, SUBMIT)), [])
    t.same(keysOf(await workList.claim(source, NOW, room(9))), ['home'])
    t.equal((await workList.claim(source, inSeconds(600), room(9, SUBMIT))).length, 1, 'a probe')
    t.equal((await workList.claim(source, inSeconds(600), room(9, SUBMIT))).length, 0, 'and no other')
    await gates.answered('RO test', inSeconds(600))
    t.equal((await workList.claim(source, inSeconds(600), room(9, SUBMIT))).length, 1)
    await gates.close(SUBMIT.name, inSeconds(900))
    t.same(await gates.closedUntil(SUBMIT, inSeconds(600)), inSeconds(900))
    await gates.close(SUBMIT.name, inSeconds(700))
    t.same(await gates.closedUntil(SUBMIT, inSeconds(600)), inSeconds(900), 'the longer time counts')
    t.equal(await gates.closedUntil(SUBMIT, inSeconds(900)), null)
  })
}
