import t from 'tap'
import { systemTimers } from '../../../src/domain/timers.js'
import { HeldClaim } from '../../../src/processors/work/held-claim.js'
import type { Claim, WorkList } from '../../../src/processors/work/work-list.js'

const CLAIM = { kind: 'deliveries', key: 'acc_1 test' } as unknown as Claim
const claimSeconds = 2

function held(renewed: readonly Claim[], agoMs: number): HeldClaim {
  const workList = { claimSeconds, renew: () => Promise.resolve(renewed) } as unknown as WorkList
  const now = systemTimers.instant()
  return new HeldClaim(CLAIM, workList, systemTimers, { monotonic: now.monotonic - agoMs, wall: now.wall - agoMs })
}

t.test('a claim whose time is over is lost at the very look, before any timer comes', async (t) => {
  const young = held([], 100)
  t.equal(young.isHeld(), true)
  t.equal(young.lost.aborted, false)
  const old = held([CLAIM], claimSeconds * 1000)
  t.equal(old.lost.aborted, false, 'not checked yet')
  t.equal(old.isHeld(), false)
  t.equal(old.lost.aborted, true)
  t.equal(await old.stillMine(), false, 'a lost claim is not asked for again')
})

t.test('a claim that the database has given to another is not held', async (t) => {
  const taken = held([], claimSeconds * 500)
  t.equal(await taken.stillMine(), false)
  t.equal(taken.isHeld(), false)
})
