import { DEPLOYMENT, operatorActionStream } from '../../domain/streams.js'
import { newId, type RandomBytes } from '../../domain/ids.js'
import {
  type OperatorActionDetails,
  type OperatorActionOutcome,
  operatorActions,
} from '../../domain/operator-action.js'
import { type CommandDeps, handle } from '../handle.js'
import { recordAction } from '../operator-action.js'

/** What an operator does, and to what. Its details must hold no secrets. */
export interface ActionToRecord {
  readonly operator: string
  /** As its command is called: `accounts plan`. */
  readonly action: string
  /** null: the deployment as a whole. */
  readonly target: string | null
  readonly details: OperatorActionDetails
  /** Default `done`: the one event of an action that only shows something. */
  readonly outcome?: OperatorActionOutcome
  /** Of the `begun` before it; absent: a new action. */
  readonly actionId?: string
}

/** What the recording works with. */
type RecordDeps = CommandDeps & { readonly random: RandomBytes }

/**
 * Records an operator's action as an event in the stream of its day (UTC), and answers its id.
 * Durable when it returns: so what changes or discloses something is recorded before. Throws
 * `EventStoreUnavailable`.
 */
export async function recordOperatorAction(deps: RecordDeps, wanted: ActionToRecord): Promise<string> {
  const { operator, action, target, details, outcome = 'done' } = wanted
  const actionId = wanted.actionId ?? newId('req', deps.random)
  const stream = operatorActionStream(deps.clock.now().toISOString().slice(0, 10))
  const context = {
    account: DEPLOYMENT,
    environment: null,
    actor: 'operator',
    correlationId: actionId,
    causationId: actionId,
    // Whoever records it again, because the answer was lost, adds nothing.
    commandId: `${actionId} ${outcome}`,
  } as const
  await handle(
    deps,
    context,
    operatorActions,
    stream,
    recordAction({ actionId, operator, action, target, outcome, details }),
  )
  return actionId
}

/** An action that changes something, as it is told before it is done. */
type ActionToDo = Omit<ActionToRecord, 'outcome' | 'actionId'>

/** What is known of an action only when it was done. */
export interface ActionResult {
  readonly target?: string
  readonly details?: OperatorActionDetails
}

/**
 * Does something that changes the deployment between two records: that it begins, without which it
 * is not done, and how it ended. A record of the end that can't be stored does not turn what was
 * done into a failure: it is handed to `unrecorded`.
 */
export async function recorded<T>(
  deps: RecordDeps,
  action: ActionToDo,
  work: () => Promise<T>,
  told: { readonly result: (value: T) => ActionResult; readonly unrecorded: (error: unknown) => void },
): Promise<T> {
  const actionId = await recordOperatorAction(deps, { ...action, outcome: 'begun' })
  const end = async (outcome: 'done' | 'failed', { target, details = {} }: ActionResult): Promise<void> => {
    const ended = { ...action, target: target ?? action.target, details: { ...action.details, ...details } }
    await recordOperatorAction(deps, { ...ended, actionId, outcome }).catch(told.unrecorded)
  }
  let value: T
  try {
    value = await work()
  } catch (error) {
    await end('failed', { details: { error: error instanceof Error ? error.name : typeof error } })
    throw error
  }
  await end('done', told.result(value))
  return value
}
