import { type Aggregate, unknownEvent } from './aggregate.js'

/** Whether an account's test keys, which are less well guarded, may manage its live keys. */
export const TEST_KEY_POLICIES = ['allow', 'forbid'] as const
/** One of `TEST_KEY_POLICIES`. */
export type TestKeyPolicy = (typeof TEST_KEY_POLICIES)[number]
/** Of new accounts. */
export const DEFAULT_TEST_KEY_POLICY: TestKeyPolicy = 'forbid'

/** What can happen to an account. It spans both environments. */
export type AccountEvent =
  | {
      readonly type: 'AccountCreated'
      readonly data: {
        readonly accountId: string
        readonly name: string
        readonly plan: string
        /**
         * null: created before accounts had their own setting; the global setting alone decides.
         */
        readonly testKeysManageLive: TestKeyPolicy | null
      }
    }
  /** Another plan's limits apply from now on. */
  | { readonly type: 'AccountPlanChanged'; readonly data: { readonly plan: string } }
  /** The account's test keys may manage live keys from now on, or may not. */
  | { readonly type: 'AccountTestKeysRuled'; readonly data: { readonly testKeysManageLive: TestKeyPolicy } }

/** The state of an account for decisions. `plan` is a name in `PLANS`. */
export type AccountState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active'
      readonly accountId: string
      readonly plan: string
      readonly testKeysManageLive: TestKeyPolicy | null
    }

/** An account: one customer of the service. */
export const account: Aggregate<AccountState, AccountEvent> = {
  name: 'account',
  initialState: { status: 'none' },
  evolve(state, event) {
    switch (event.type) {
      case 'AccountCreated': {
        const { accountId, plan, testKeysManageLive } = event.data
        return { status: 'active', accountId, plan, testKeysManageLive }
      }
      case 'AccountPlanChanged':
        if (state.status === 'none') throw new Error('AccountPlanChanged before AccountCreated')
        return { ...state, plan: event.data.plan }
      case 'AccountTestKeysRuled':
        if (state.status === 'none') throw new Error('AccountTestKeysRuled before AccountCreated')
        return { ...state, testKeysManageLive: event.data.testKeysManageLive }
      default:
        return unknownEvent(event)
    }
  },
}
