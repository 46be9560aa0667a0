import type { CheckOutcome } from '../../gateway/gateway.js'
import type { ChorusAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import type { ChorusPro } from './api.js'

/** Signs in at PISTE and asks Chorus Pro for one invoice: nothing is sent. */
export async function checkChorus(chorus: ChorusPro, access: ChorusAccess): Promise<CheckOutcome> {
  const found = await chorus.invoices(access, {}, 1, 1)
  if (!isNoAnswer(found)) return { kind: 'works', detail: 'PISTE and Chorus Pro accept the credentials.' }
  return { kind: found.kind === 'unauthorized' ? 'refused' : 'unknown', reason: found.reason }
}
