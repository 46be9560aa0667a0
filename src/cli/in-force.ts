import { pause } from '../domain/pause.js'
import { REMEMBER_MS } from '../projections/api-keys.js'
import { isServiceRunning } from '../storage/postgres/other-sessions.js'
import { type OutputOptions, printNote } from './output.js'
import type { Session } from './session.js'

const ASK_EVERY_MS = 50
const LONGEST_WAIT_MS = 30_000

/** What is waited for. */
export interface Change {
  /** What is then the case, as the main clause of a sentence: "the keys work". */
  readonly effect: string
  /** Whether the read models show it, which every process of the service asks. */
  readonly isShown: () => Promise<boolean>
  /** Whether a process that has just used it goes on by what it knew, for a moment. */
  readonly isRemembered?: boolean
}

/**
 * Waits until all processes of the service act by a change that is stored already. They know
 * accounts and keys from the read models alone, which all of them share. So a new key works as
 * soon as the read models show it: nobody can have asked for it before. A changed plan counts, and
 * a revoked key is refused, when no process remembers what it found there before. Where no
 * service runs, or its read models are behind for longer than 30 s, that is noted on standard
 * error: the change is not lost.
 */
export async function untilInForce({ pool }: Session, options: OutputOptions, change: Change): Promise<void> {
  const { effect, isShown, isRemembered = false } = change
  const never = new AbortController().signal
  for (const deadline = performance.now() + LONGEST_WAIT_MS; performance.now() < deadline;) {
    if (await isShown()) {
      if (isRemembered && (await isServiceRunning(pool))) await pause(REMEMBER_MS, never)
      return
    }
    if (!(await isServiceRunning(pool))) {
      printNote(options, `No service is running; ${effect} as soon as one does.`)
      return
    }
    await pause(ASK_EVERY_MS, never)
  }
  printNote(
    options,
    `After ${LONGEST_WAIT_MS / 1000} s the service does not know of it yet. It is stored: ${effect} as soon as the read models have caught up; ` +
      '`clearway projections status` and GET /ready say what holds them up.',
  )
}
