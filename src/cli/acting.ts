import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type ActionResult, recorded, recordOperatorAction } from '../commands/use-cases/record-operator-action.js'
import { systemClock } from '../domain/clock.js'
import type { OperatorActionDetails } from '../domain/operator-action.js'
import type { EventStore } from '../eventstore/port.js'
import { Snapshots } from '../eventstore/snapshots.js'
import type { ReadModels } from '../projections/read-models.js'
import type { CliRun } from './cli-run.js'

/**
 * What a command does, as it is recorded among the operator's actions. `change`: recorded before
 * the command starts and again when it ends; a command that can't be recorded does nothing.
 * `disclosure`: the command shows customers' data; recorded after the data is read and before it
 * is shown.
 */
export interface Act<T> {
  readonly kind: 'change' | 'disclosure'
  /** Name of the command, such as `accounts plan`. */
  readonly action: string
  /** An id; null: the whole deployment, or not known in advance. */
  readonly target?: string | null
  /** Never contains a secret. */
  readonly details?: OperatorActionDetails
  /** Details that are known only at the end. */
  readonly result?: (value: T) => ActionResult
}

/** Who runs a command, as far as the command line and the environment name them. */
type Runner = Pick<CliRun, 'env' | 'operator'>

/** The parts of a session that recording needs. */
interface Recording extends Runner {
  readonly store: EventStore
  readonly db: Kysely<ReadModels>
  readonly log: Logger
}

/**
 * Runs a command's work and records it as an operator's action. Throws `EventStoreUnavailable`.
 */
export async function acting<T>(
  { store, db, log, ...runner }: Recording,
  { kind, action, target = null, details = {}, result = () => ({}) }: Act<T>,
  work: () => Promise<T>,
): Promise<T> {
  const deps = { store, clock: systemClock, random: randomBytes, snapshots: new Snapshots(db) }
  const recording = { ...operatorOfProcess(details, runner), action, target }
  if (kind === 'disclosure') {
    const value = await work()
    const { target: found, details: more } = result(value)
    await recordOperatorAction(deps, {
      ...recording,
      target: found ?? target,
      details: { ...recording.details, ...more },
    })
    return value
  }
  return recorded(deps, recording, work, {
    result,
    unrecorded: (error) => {
      log.warn({ err: error, action }, 'the end of an operator’s action could not be recorded')
    },
  })
}

/**
 * The operator who runs this process: the name given with `--as`, else the user of the operating
 * system with the host, of whom `sudo` made root. The details always contain the host, and the
 * system's users where the name does not show them: anybody may give any name.
 */
export function operatorOfProcess(
  details: OperatorActionDetails,
  { env: { SUDO_USER = '' }, operator: named }: Runner,
): { readonly operator: string; readonly details: OperatorActionDetails } {
  const host = hostname()
  const systemUser = nameOfUser()
  const person = systemUser === 'root' && SUDO_USER !== '' ? SUDO_USER : systemUser
  const operator = named ?? `${person}@${host}`
  const hidden = operator === `${systemUser}@${host}` ? {} : { systemUser }
  const sudoUser = SUDO_USER === '' ? {} : { sudoUser: SUDO_USER }
  return { operator, details: { ...details, host, ...hidden, ...sudoUser } }
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user id without an entry in the user database.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
