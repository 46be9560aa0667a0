/**
 * Loaded before a program (`--import`): writes each timer of the main thread that fired late, as
 * `time delay` in milliseconds, one a line, to the file that `LOOP_DELAY_FILE` names.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5
const file = process.env.LOOP_DELAY_FILE

if (isMainThread && file !== undefined) {
  let looked = performance.now()
  let late: string[] = []
  setInterval(() => {
    const now = performance.now()
    const delay = now - looked - EVERY_MS
    looked = now
    if (delay >= 1) late.push(`${(performance.timeOrigin + now).toFixed(0)} ${delay.toFixed(1)}\n`)
    if (late.length >= 100 || delay < 1) {
      if (late.length > 0) appendFileSync(file, late.join(''))
      late = []
    }
  }, EVERY_MS).unref()
}
