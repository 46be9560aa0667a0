import { recorded, recordOperatorAction } from '../../commands/use-cases/record-operator-action.js'
import type { OperatorActionDetails } from '../../domain/operator-action.js'
import type { ConsoleUser } from './access.js'
import type { ConsoleDeps } from './deps.js'

/** What an operator does, or somebody is shown; called as the command that does the same. */
export interface Act {
  readonly action: string
  /** The id or name of what is acted on. */
  readonly target: string
  /** Never a secret. */
  readonly details?: OperatorActionDetails
}

type RecordDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'log'>

/** Does something between two records, that it begins and how it ended. */
export function recordedAct<T>(deps: RecordDeps, { name }: ConsoleUser, act: Act, work: () => Promise<T>): Promise<T> {
  const { action, target, details = {} } = act
  return recorded(deps, { operator: name, action, target, details }, work, {
    result: () => ({}),
    unrecorded: (error) => {
      deps.log.error({ err: error, operator: name, action, target }, 'the end of an act of an operator is not recorded')
    },
  })
}

/** Records that something is shown, before it is. */
export async function recordedDisclosure(deps: RecordDeps, { name }: ConsoleUser, act: Act): Promise<void> {
  const { action, target, details = {} } = act
  await recordOperatorAction(deps, { operator: name, action, target, details })
}
