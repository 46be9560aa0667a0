import type { AccountEvent, AccountState } from '../domain/account.js'
import { accept, type Decision, reject } from './handle.js'

/** Puts the account on a plan, a name in `PLANS`; nothing happens where it is on it already. */
export function changePlan(plan: string) {
  return (state: AccountState): Decision<AccountEvent, 'unknown'> => {
    if (state.status === 'none') return reject('unknown')
    return state.plan === plan ? accept() : accept({ type: 'AccountPlanChanged', data: { plan } })
  }
}
