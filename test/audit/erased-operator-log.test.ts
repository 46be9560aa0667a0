import { randomBytes } from 'node:crypto'
import t from 'tap'
import { StreamErased } from '../../src/commands/handle.js'
import { recordOperatorAction } from '../../src/commands/use-cases/record-operator-action.js'
import { operatorLog } from '../../src/audit/operator-log.js'
import { MOST_ACTION_PARTS, operatorActionStream } from '../../src/domain/streams.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'

const DAY = '2026-11-22'

t.test('a tombstone of the day does not stop operators, and their next actions are shown', async (t) => {
  const store = new MemoryEventStore()
  const deps = { store, clock: { now: () => new Date(`${DAY}T10:00:00Z`) }, random: randomBytes }
  const record = (action: string) => recordOperatorAction(deps, { operator: 'ann', action, target: null, details: {} })
  const shown = async (): Promise<readonly string[]> => {
    const actions: string[] = []
    for await (const { action } of operatorLog(store, DAY, DAY)) actions.push(action)
    return actions
  }
  await record('first')
  for (let part = 1; part < MOST_ACTION_PARTS; part++) {
    await store.erase(operatorActionStream(DAY, part))
    await record(`after ${part}`)
    t.same(await shown(), [`after ${part}`])
    t.equal((await store.readStream(operatorActionStream(DAY, part + 1))).length, 1)
  }
  await store.erase(operatorActionStream(DAY, MOST_ACTION_PARTS))
  await t.rejects(record('last'), StreamErased, 'and at the end nothing is done without a record')
})
