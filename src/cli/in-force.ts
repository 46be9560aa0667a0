import { pause } from '../domain/pause.js'
import { REMEMBER_MS } from '../projections/api-keys.js'
import { isServiceRunning } from '../storage/postgres/other-sessions.js'
import type { CliRun } from './cli-run.js'
import { type OutputOptions } from './output.js'
import type { Session } from './session.js'

const ASK_EVERY_MS = 50
const LONGEST_WAIT_MS = 30_000

/** The change to wait for. */
interface Change {
  /** The effect of the change as a main clause: "the keys work". */
  readonly effect: string
  /** Whether the read models, which every process of the service queries, show it. */
  readonly isShown: () => Promise<boolean>
  /** Whether a process may use the old value from its cache for a moment. */
  readonly isRemembered?: boolean
}

/**
 * Waits until all processes of the service apply a change that is already stored. They read
 * accounts and keys only from the shared read models. So a new key works as soon as the read
 * models show it: no process can have cached its absence. A changed plan or a revoked key applies
 * after the cached values have expired. If no service runs, or its read models lag for longer than
 * 30 s, a note on standard error says so: the change is not lost.
 */
export async function untilInForce(
  cli: CliRun,
  { pool }: Session,
  options: OutputOptions,
  change: Change,
): Promise<void> {
  const { effect, isShown, isRemembered = false } = change
  const never = new AbortController().signal
  for (const deadline = performance.now() + LONGEST_WAIT_MS; performance.now() < deadline;) {
    if (await isShown()) {
      if (isRemembered && (await isServiceRunning(pool))) await pause(REMEMBER_MS, never)
      return
    }
    if (!(await isServiceRunning(pool))) {
      cli.printNote(options, `No service is running; ${effect} as soon as one runs.`)
      return
    }
    await pause(ASK_EVERY_MS, never)
  }
  cli.printNote(
    options,
    `The change is stored, but the service has not applied it after ${LONGEST_WAIT_MS / 1000} s: ${effect} as soon as the read models have caught up; ` +
      '`clearway projections status` and GET /ready show the cause.',
  )
}
