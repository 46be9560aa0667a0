import { DEPLOYMENT, MOST_ACTION_PARTS, operatorActionStream } from '../../domain/streams.js'
import { newId, type RandomBytes } from '../../domain/ids.js'
import {
  type OperatorActionDetails,
  type OperatorActionOutcome,
  operatorActions,
} from '../../domain/operator-action.js'
import { type CommandDeps, handle, StreamErased } from '../handle.js'
import { recordAction } from '../operator-action.js'

/** An operator's action and its target. Its details must hold no secrets. */
export interface ActionToRecord {
  readonly operator: string
  /** Named like its command: `accounts plan`. */
  readonly action: string
  /** null: the deployment as a whole. */
  readonly target: string | null
  readonly details: OperatorActionDetails
  /** Default `done`: the one event of an action that only shows something. */
  readonly outcome?: OperatorActionOutcome
  /** Of the `begun` before it; absent: a new action. */
  readonly actionId?: string
}

/** The dependencies of the recording. */
type RecordDeps = CommandDeps & { readonly random: RandomBytes }

/**
 * Records an operator's action as an event in the stream of its day (UTC), and returns its id.
 * Durable when it returns: so an action that changes or discloses something is recorded before.
 * Throws `EventStoreUnavailable`.
 */
export async function recordOperatorAction(deps: RecordDeps, wanted: ActionToRecord): Promise<string> {
  const { operator, action, target, details, outcome = 'done' } = wanted
  const actionId = wanted.actionId ?? newId('req', deps.random)
  const day = deps.clock.now().toISOString().slice(0, 10)
  const context = {
    account: DEPLOYMENT,
    environment: null,
    actor: 'operator',
    correlationId: actionId,
    causationId: actionId,
    // Recording it again, because the answer was lost, adds nothing.
    commandId: `${actionId} ${outcome}`,
  } as const
  const decide = recordAction({ actionId, operator, action, target, outcome, details })
  for (let part = 1; ; part++) {
    try {
      await handle(deps, context, operatorActions, operatorActionStream(day, part), decide)
      return actionId
    } catch (error) {
      // A tombstone must not stop operators; an audit reports what is missing.
      if (!(error instanceof StreamErased) || part === MOST_ACTION_PARTS) throw error
    }
  }
}

/** An action that changes something, as recorded before it is done. */
type ActionToDo = Omit<ActionToRecord, 'outcome' | 'actionId'>

/** What is known of an action only after it was done. */
export interface ActionResult {
  readonly target?: string
  readonly details?: OperatorActionDetails
}

/**
 * Does something that changes the deployment between two records: one that it begins, without
 * which it is not done, and one of how it ended. If the second can't be stored, the action still
 * counts as done: the error goes to `unrecorded`.
 */
export async function recorded<T>(
  deps: RecordDeps,
  action: ActionToDo,
  work: () => Promise<T>,
  reports: { readonly result: (value: T) => ActionResult; readonly unrecorded: (error: unknown) => void },
): Promise<T> {
  const actionId = await recordOperatorAction(deps, { ...action, outcome: 'begun' })
  const end = async (outcome: 'done' | 'failed', { target, details = {} }: ActionResult): Promise<void> => {
    const ended = { ...action, target: target ?? action.target, details: { ...action.details, ...details } }
    await recordOperatorAction(deps, { ...ended, actionId, outcome }).catch(reports.unrecorded)
  }
  let value: T
  try {
    value = await work()
  } catch (error) {
    await end('failed', { details: { error: error instanceof Error ? error.name : typeof error } })
    throw error
  }
  await end('done', reports.result(value))
  return value
}
