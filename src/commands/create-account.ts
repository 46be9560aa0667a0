import type { AccountEvent, AccountState } from '../domain/account.js'
import { accept, type Decision } from './handle.js'

/** The command: an account is to be created. */
export interface CreateAccount {
  readonly accountId: string
  readonly name: string
  /** A key of the plans' configuration. */
  readonly plan: string
}

/** An account is made once; making it again under the same id changes nothing. */
export function createAccount(command: CreateAccount) {
  return (state: AccountState): Decision<AccountEvent, never> =>
    state.status === 'none' ? accept({ type: 'AccountCreated', data: command }) : accept()
}
