import t from 'tap'
import { lazilyAwaited } from '../../src/domain/lazily.js'

t.test('all who ask at the same time wait for one making', async (t) => {
  let makings = 0
  const value = lazilyAwaited(() => Promise.resolve({ making: (makings += 1) }))
  const [one, other] = await Promise.all([value(), value()])
  t.equal(one, other)
  t.equal(await value(), one, 'it is kept')
  t.equal(makings, 1)
})

t.test('after an error the next call tries again', async (t) => {
  const outcomes = [Promise.reject(new Error('not there')), Promise.resolve('made')]
  const value = lazilyAwaited(() => outcomes.shift() ?? Promise.resolve('made again'))
  await Promise.all([t.rejects(value(), /not there/), t.rejects(value(), /not there/)])
  t.equal(await value(), 'made')
  t.equal(await value(), 'made')
})
