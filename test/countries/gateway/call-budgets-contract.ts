import type { Test } from 'tap'
import type { CallBudgets } from '../../../src/countries/gateway/call-budgets.js'
import type { CallBudget } from '../../../src/countries/gateway/gateway.js'

const minute: CallBudget = {
  name: 'XX calls',
  limit: 3,
  from: new Date('2026-11-22T10:00:00.000Z'),
  until: new Date('2026-11-22T10:01:00.000Z'),
}
const day: CallBudget = {
  name: 'XX message 1',
  limit: 2,
  from: new Date('2026-11-21T22:00:00.000Z'),
  until: new Date('2026-11-22T22:00:00.000Z'),
}

/** What every count of calls must do; each call of `open` gives an empty one. */
export function callBudgetsContract(t: Test, name: string, open: (t: Test) => Promise<CallBudgets>): void {
  const rule = (title: string, check: (t: Test, budgets: CallBudgets) => Promise<void>): void => {
    void t.test(`${name}: ${title}`, async (t) => check(t, await open(t)))
  }

  rule('as many calls are granted as the limit says', async (t, budgets) => {
    for (let call = 0; call < 3; call += 1) t.equal(await budgets.take([minute]), null)
    t.equal((await budgets.take([minute]))?.name, minute.name)
    t.same(await budgets.used([minute]), [3])
  })

  rule('a call takes from every budget, or from none', async (t, budgets) => {
    t.equal(await budgets.take([minute, day]), null)
    t.equal(await budgets.take([minute, day]), null)
    t.equal((await budgets.take([minute, day]))?.name, day.name)
    t.same(await budgets.used([minute, day]), [2, 2], 'the refused call took nothing')
  })

  rule('of several that are used up the one that ends last is named', async (t, budgets) => {
    const [first, second] = [
      { ...minute, limit: 1 },
      { ...day, limit: 1 },
    ]
    t.equal(await budgets.take([first, second]), null)
    t.equal((await budgets.take([first, second]))?.name, day.name)
    t.equal((await budgets.take([second, first]))?.name, day.name)
  })

  rule('the next window counts from zero', async (t, budgets) => {
    for (let call = 0; call < 3; call += 1) await budgets.take([minute])
    const next = { ...minute, from: minute.until, until: new Date(minute.until.getTime() + 60_000) }
    t.equal(await budgets.take([next]), null)
    t.same(await budgets.used([next]), [1])
  })

  rule('calls at the same time never take more than the limit', async (t, budgets) => {
    const wide = { ...day, limit: 10 }
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        budgets.take(index % 2 === 0 ? [wide] : [wide, { ...minute, limit: 99 }]),
      ),
    )
    t.equal(outcomes.filter((outcome) => outcome === null).length, 10)
    t.same(await budgets.used([wide]), [10])
  })

  rule('the newest limits that a government has stated for a customer are kept', async (t, budgets) => {
    const [early, late] = [new Date('2026-11-22T10:00:00.000Z'), new Date('2026-11-23T10:00:00.000Z')]
    t.equal(await budgets.statedLimits('XX 1'), null)
    const stated = { limits: { send: [1, 2, 3], other: [] }, statedAt: late }
    await budgets.keepStatedLimits('XX 1', stated)
    await budgets.keepStatedLimits('XX 1', { limits: {}, statedAt: early })
    await budgets.keepStatedLimits('XX 2', { limits: { send: [9, 9, 9] }, statedAt: early })
    t.same(await budgets.statedLimits('XX 1'), stated)
    t.same((await budgets.statedLimits('XX 2'))?.limits, { send: [9, 9, 9] })
  })

  rule('what was never taken counts nothing', async (t, budgets) => {
    t.same(await budgets.used([minute, day]), [0, 0])
    t.equal(await budgets.take([]), null)
  })
}
