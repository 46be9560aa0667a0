import type { AccountEvent, AccountState, TestKeyPolicy } from '../domain/account.js'
import { accept, type Decision } from './handle.js'

/** The command: an account is to be created. */
export interface CreateAccount {
  readonly accountId: string
  readonly name: string
  /** A key of the plans' configuration. */
  readonly plan: string
  readonly testKeysManageLive: TestKeyPolicy
}

/** An account is made once; making it again under the same id changes nothing. */
export function createAccount(command: CreateAccount) {
  return (state: AccountState): Decision<AccountEvent, never> =>
    state.status === 'none' ? accept({ type: 'AccountCreated', data: command }) : accept()
}
