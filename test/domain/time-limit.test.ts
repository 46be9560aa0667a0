import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { withTimeLimit } from '../../src/domain/time-limit.js'

const forEver = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error)
    })
  })

t.test('the limit holds after garbage has been collected', { timeout: 20_000 }, async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  const signal = new AbortController().signal
  const waiting = t.rejects(withTimeLimit(300, signal, forEver), { name: 'TimeoutError' })
  for (let n = 0; n < 10; n++) {
    await delay(10)
    collect()
  }
  await waiting
})

t.test('the given signal aborts the work with its reason', async (t) => {
  const stop = new AbortController()
  const waiting = t.rejects(withTimeLimit(60_000, stop.signal, forEver), /stopped/)
  stop.abort(new Error('stopped'))
  await waiting
})

t.test('the result of the work is returned, and nothing is aborted later', async (t) => {
  let aborted = false
  const result = await withTimeLimit(20, new AbortController().signal, (signal) => {
    signal.addEventListener('abort', () => (aborted = true))
    return Promise.resolve('done')
  })
  t.equal(result, 'done')
  await delay(60)
  t.notOk(aborted)
})
