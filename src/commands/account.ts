import type { AccountEvent, AccountState, TestKeyPolicy } from '../domain/account.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: an account is to be created. */
interface CreateAccount {
  readonly accountId: string
  readonly name: string
  /** A key of the plans' configuration. */
  readonly plan: string
  readonly testKeysManageLive: TestKeyPolicy
}

/** An account is created once; creating it again under the same id changes nothing. */
export function createAccount(command: CreateAccount) {
  return (state: AccountState): Decision<AccountEvent, never> =>
    state.status === 'none' ? accept({ type: 'AccountCreated', data: command }) : accept()
}

/** Puts the account on a plan, a name in `PLANS`. Does nothing if it is on that plan already. */
export function changePlan(plan: string) {
  return (state: AccountState): Decision<AccountEvent, 'unknown'> => {
    if (state.status === 'none') return reject('unknown')
    return state.plan === plan ? accept() : accept({ type: 'AccountPlanChanged', data: { plan } })
  }
}

/**
 * Sets whether the account's test keys may manage its live keys. Does nothing if the setting is
 * the same already.
 */
export function setTestKeyPolicy(testKeysManageLive: TestKeyPolicy) {
  return (state: AccountState): Decision<AccountEvent, 'unknown'> => {
    if (state.status === 'none') return reject('unknown')
    if (state.testKeysManageLive === testKeysManageLive) return accept()
    return accept({ type: 'AccountTestKeysRuled', data: { testKeysManageLive } })
  }
}
