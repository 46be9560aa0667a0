import type { AccountEvent, AccountState, TestKeyPolicy } from '../domain/account.js'
import { accept, type Decision, reject } from './handle.js'

/**
 * Rules whether the account's test keys may manage its live keys; nothing happens where that is
 * its rule already.
 */
export function setTestKeyPolicy(testKeysManageLive: TestKeyPolicy) {
  return (state: AccountState): Decision<AccountEvent, 'unknown'> => {
    if (state.status === 'none') return reject('unknown')
    if (state.testKeysManageLive === testKeysManageLive) return accept()
    return accept({ type: 'AccountTestKeysRuled', data: { testKeysManageLive } })
  }
}
