import { recorded, recordOperatorAction } from '../../commands/use-cases/record-operator-action.js'
import type { OperatorActionDetails } from '../../domain/operator-action.js'
import type { ConsoleUser } from './access.js'
import type { ConsoleDeps } from './deps.js'

/** An action of an operator, or a disclosure; named as the command that does the same. */
export interface Act {
  readonly action: string
  /** Id or name of the object. */
  readonly target: string
  /** Never a secret. */
  readonly details?: OperatorActionDetails
}

type RecordDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'log'>

/** Records that an action begins, does the work, and records how it ended. */
export function recordedAct<T>(deps: RecordDeps, { name }: ConsoleUser, act: Act, work: () => Promise<T>): Promise<T> {
  const { action, target, details = {} } = act
  return recorded(deps, { operator: name, action, target, details }, work, {
    result: () => ({}),
    unrecorded: (error) => {
      deps.log.error({ err: error, operator: name, action, target }, 'the end of an operator action is not recorded')
    },
  })
}

/** Records a disclosure before it happens. */
export async function recordedDisclosure(deps: RecordDeps, { name }: ConsoleUser, act: Act): Promise<void> {
  const { action, target, details = {} } = act
  await recordOperatorAction(deps, { operator: name, action, target, details })
}
