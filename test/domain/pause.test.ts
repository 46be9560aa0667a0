import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { pause } from '../../src/domain/pause.js'

void t.test('any number may wait for one signal, without a warning', async (t) => {
  const warnings: Error[] = []
  const hear = (warning: Error): void => void warnings.push(warning)
  process.on('warning', hear)
  t.teardown(() => process.off('warning', hear))
  const stop = new AbortController()
  const waiting = Array.from({ length: 50 }, () => pause(600_000, stop.signal))
  // Warnings are emitted a turn later.
  await setImmediate()
  stop.abort()
  await Promise.all(waiting)
  t.strictSame(warnings, [])
})
