import { type Aggregate, unknownEvent } from './aggregate.js'

/** Facts about an action, by their names. Never a secret. */
export type OperatorActionDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/**
 * - `begun`: written before the action; alone: the action was interrupted, or continues.
 * - `done`, `failed`: how it ended. An action that only shows something has `done` alone, written
 *   before it is shown.
 */
export type OperatorActionOutcome = 'begun' | 'done' | 'failed'

/** An operator's action on the deployment, or a look at its data, outside the API. */
export interface OperatorAction {
  /** The same in both events of an action. */
  readonly actionId: string
  /**
   * Who did it. Command line: the name that was given, else the user of the operating system with
   * the host. Console: the name that was signed in.
   */
  readonly operator: string
  /** The action, named like its command: `accounts plan`. */
  readonly action: string
  /** The target: usually an id; null: the deployment as a whole. */
  readonly target: string | null
  readonly outcome: OperatorActionOutcome
  readonly details: OperatorActionDetails
}

/** The events of a day's stream of actions. */
export type OperatorActionEvent = { readonly type: 'OperatorActed'; readonly data: OperatorAction }

/** The size of a day's stream; decisions need nothing else. */
interface OperatorActionState {
  readonly events: number
}

/** The actions of one day; `operatorActionStream` names its stream. */
export const operatorActions: Aggregate<OperatorActionState, OperatorActionEvent> = {
  name: "day of operators' actions",
  initialState: { events: 0 },
  snapshotVersion: 1,
  evolve(state, event) {
    switch (event.type) {
      case 'OperatorActed':
        return { events: state.events + 1 }
      default:
        return unknownEvent(event.type)
    }
  },
}
