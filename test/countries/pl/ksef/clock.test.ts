import fc from 'fast-check'
import t from 'tap'
import { worldOf } from './world.js'

t.test('tokens and sessions last by KSeF’s clock', { timeout: 120_000 }, async (t) => {
  const hours = fc.integer({ min: -13 * 3600, max: 13 * 3600 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(-13 * 3600, -1200, 1200, 13 * 3600), hours), async (aheadSeconds) => {
      await t.test(`${aheadSeconds} s`, async (t) => {
        const { ksef, submission, sent, pass } = await worldOf(t, { aheadSeconds, limits: null })
        for (let count = 0; count < 3; count += 1) await sent(submission())
        t.equal(ksef.count('open'), 1)
        t.equal(ksef.count('refresh'), 0)
        pass(14.5 * 60)
        await sent(submission())
        t.equal(ksef.count('refresh'), 1, 'a minute before its end')
        t.equal(ksef.register.invoices.length, 4)
        t.notOk(ksef.calls.some(({ call }) => call === 'challenge' && ksef.count('challenge') > 1))
      })
    }),
    { numRuns: 12 },
  )
})
