import fc from 'fast-check'
import t from 'tap'
import { pause } from '../../../src/domain/pause.js'
import { LaneSlots, type Slot } from '../../../src/processors/work/lane-slots.js'
import { WakeUpSignal } from '../../../src/processors/work/wake-up-signal.js'
import { isUnaffected, type Owner } from '../../support/neighbours.js'

t.test('the rooms of a lane are taken by its own work', async (t) => {
  const act = fc.constantFrom('take', 'take', 'leave', 'move')
  await isUnaffected(
    () => {
      const laneOf = (owner: Owner, upload: boolean) => ({
        name: `${owner} ${upload ? 'up' : 'down'}`,
        government: owner,
      })
      const lanes = (['one', 'other'] as const).flatMap((owner) => [laneOf(owner, true), laneOf(owner, false)])
      const slots = new LaneSlots(lanes, 3)
      const held: Record<Owner, Slot[]> = { one: [], other: [] }
      return {
        perform: (owner, { act, upload }: { act: string; upload: boolean }) => {
          const lane = laneOf(owner, upload).name
          const claim = {
            kind: 'invoices',
            key: 'same',
            environment: 'test',
            position: 1n,
            token: '',
            outages: 0,
            faults: 0,
          } as const
          const moved = act === 'move' && held[owner][0]?.moveTo(lane)
          if (act === 'leave') held[owner].shift()?.leave()
          if (act === 'take') held[owner].push(slots.take({ ...claim, account: owner, lane }))
          return [moved, slots.free().filter(({ government }) => government === owner)]
        },
      }
    },
    fc.record({ act, upload: fc.boolean() }),
  )
  t.pass()
})

t.test('no sleep is longer than asked for, and no signal is missed', async (t) => {
  const step = fc.record({ act: fc.constantFrom('sleep', 'send', 'pass'), ms: fc.integer({ min: 1, max: 5 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      let now = 0
      const timers = new Set<{ readonly at: number; readonly work: () => void }>()
      const signal = new WakeUpSignal({
        after: (ms, work) => {
          const timer = { at: now + ms, work }
          timers.add(timer)
          return () => timers.delete(timer)
        },
      })
      const sleepers: { readonly until: number; isAwake: boolean; isDue: boolean }[] = []
      for (const { act, ms } of steps) {
        if (act === 'sleep') {
          const sleeper = { until: now + ms, isAwake: false, isDue: false }
          sleepers.push(sleeper)
          void signal.sleep(signal.mark(), ms).then(() => (sleeper.isAwake = true))
        }
        if (act === 'pass') now += ms
        for (const timer of [...timers]) if (timer.at <= now) timer.work()
        if (act === 'send') signal.send()
        await pause(0, new AbortController().signal)
        for (const sleeper of sleepers) {
          sleeper.isDue ||= act === 'send' || sleeper.until <= now
          t.equal(sleeper.isAwake, sleeper.isDue)
        }
      }
    }),
    { numRuns: 40 },
  )
})
