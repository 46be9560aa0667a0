import { AWAY, forbidden, refused } from './answers.js'
import type { FaultKind } from './options.js'
import type { Answer } from '../local-server.js'

/** The answer that a fault gives in place of the call's own. */
export function failing(fault: FaultKind): Answer | null {
  switch (fault.kind) {
    case 'answer':
      return { status: fault.status, body: fault.body ?? AWAY, ...(fault.headers && { headers: fault.headers }) }
    case 'refuse':
      return refused(fault.code, fault.details, fault.form, fault.description)
    case 'forbid':
      return forbidden(fault.reasonCode)
    default:
      return null
  }
}
