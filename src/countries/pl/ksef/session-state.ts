import type { NoAnswer } from '../../gateway/gateway.js'
import { statusIn } from './answers.js'
import type { Said } from './api.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { objectIn } from './json.js'

/** The name of that call, for messages. */
export const SESSION_QUESTION = 'the status of a session'

/** The state of a session. `code` is null if KSeF returned none; `said` contains its answer. */
export async function sessionState(
  connections: Connections,
  taxpayer: Taxpayer,
  session: string,
): Promise<{ readonly code: number | null; readonly said: Said | NoAnswer }> {
  const said = await connections.ask(taxpayer, {
    method: 'GET',
    path: `/sessions/${session}`,
    name: SESSION_QUESTION,
    expects: 'json',
    group: 'session',
  })
  const answer = said.kind === 'json' ? objectIn(said.json) : null
  return { code: statusIn(answer ?? {})?.code ?? null, said }
}
