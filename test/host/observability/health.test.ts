import { pino } from 'pino'
import t from 'tap'
import { Health } from '../../../src/host/observability/health.js'
import { waitFor } from '../../support/wait-for.js'

void t.test('a look that hangs is shown before it counts as lost, and no more when there is an answer', async (t) => {
  let release = (): void => undefined
  let hangs = false
  const store = {
    name: 'store',
    everyMs: 5,
    overdueMs: 50,
    lost: 'lost',
    back: 'back',
    look: async () => {
      if (hangs) await new Promise<void>((resolve) => (release = resolve))
    },
  }
  const stop = new AbortController()
  const health = new Health([store], { log: pino({ level: 'silent' }), withinMs: 600_000 })
  const running = health.run(stop.signal)
  t.strictSame(health.checks(), { store: 'ok' })
  hangs = true
  await waitFor('it is shown', () => health.checks()['store'] === 'failed')
  t.ok(health.has('store'), 'requests still wait for it')
  hangs = false
  release()
  await waitFor('it is well', () => health.checks()['store'] === 'ok')
  stop.abort()
  await running
})
