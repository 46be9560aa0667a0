import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type ActionResult, recorded, recordOperatorAction } from '../commands/use-cases/record-operator-action.js'
import { systemClock } from '../domain/clock.js'
import type { OperatorActionDetails } from '../domain/operator-action.js'
import type { EventStore } from '../eventstore/port.js'
import { PostgresSnapshots } from '../eventstore/snapshots.js'
import type { ReadModels } from '../projections/read-models.js'

/**
 * What a command does, as it is recorded among the operator's actions.
 * `change`: recorded before, with its end after; nothing is done that could not be recorded.
 * `disclosure`: it shows customers' data; recorded when they were read, before they are shown.
 */
export interface Act<T> {
  readonly kind: 'change' | 'disclosure'
  /** As the command is called: `accounts plan`. */
  readonly action: string
  /** An id; null: the deployment as a whole, or not known before. */
  readonly target?: string | null
  /** Never a secret. */
  readonly details?: OperatorActionDetails
  /** What is known only at its end. */
  readonly result?: (value: T) => ActionResult
}

/** What the recording needs of a session. */
interface Recording {
  readonly store: EventStore
  readonly db: Kysely<ReadModels>
  readonly log: Logger
}

/** Runs a command's work, recorded as what it is. Throws `EventStoreUnavailable`. */
export async function acting<T>(
  { store, db, log }: Recording,
  { kind, action, target = null, details = {}, result = () => ({}) }: Act<T>,
  work: () => Promise<T>,
): Promise<T> {
  const deps = { store, clock: systemClock, random: randomBytes, snapshots: new PostgresSnapshots(db) }
  const told = { ...operatorOfProcess(details), action, target }
  if (kind === 'disclosure') {
    const value = await work()
    const { target: found, details: more } = result(value)
    await recordOperatorAction(deps, { ...told, target: found ?? target, details: { ...told.details, ...more } })
    return value
  }
  return recorded(deps, told, work, {
    result,
    unrecorded: (error) => {
      log.warn({ err: error, action }, 'what was done could not be recorded to its end among the operator’s actions')
    },
  })
}

/**
 * Who runs this process: the user of the operating system, and among the details the machine and
 * who called `sudo`, as far as the environment tells.
 */
export function operatorOfProcess(
  details: OperatorActionDetails,
  env: Readonly<Record<string, string | undefined>> = process.env,
): { readonly operator: string; readonly details: OperatorActionDetails } {
  const { SUDO_USER } = env
  const sudoUser = SUDO_USER !== undefined && SUDO_USER !== '' ? { sudoUser: SUDO_USER } : {}
  return { operator: nameOfUser(), details: { ...details, host: hostname(), ...sudoUser } }
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that no file of users knows.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
