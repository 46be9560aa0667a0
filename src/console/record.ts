import type { ConsoleUser } from './access.js'
import type { ConsoleDeps } from './deps.js'

/** What an operator does, or an auditor is shown. */
export interface Act {
  /** In the imperative: `redeliver`, `revoke key`. */
  readonly action: string
  /** The id or name of what is acted on. */
  readonly target: string
  readonly details: Readonly<Record<string, string>>
}

/** Notes it for good, before it is done. The one place of the console that does. */
export async function recordAct(deps: ConsoleDeps, { name, role }: ConsoleUser, act: Act): Promise<void> {
  deps.log.info({ operator: name, role, ...act }, 'an act of an operator')
}
