import { type Aggregate, unknownEvent } from './aggregate.js'

/** What can happen to an account. It spans both environments. */
export type AccountEvent =
  | {
      readonly type: 'AccountCreated'
      readonly data: { readonly accountId: string; readonly name: string; readonly plan: string }
    }
  /** Its limits are those of another plan from now on. */
  | { readonly type: 'AccountPlanChanged'; readonly data: { readonly plan: string } }

/** What decisions need to know of an account. `plan` is a name in `PLANS`. */
export type AccountState =
  { readonly status: 'none' } | { readonly status: 'active'; readonly accountId: string; readonly plan: string }

/** An account: one customer of the service. */
export const account: Aggregate<AccountState, AccountEvent> = {
  name: 'account',
  initialState: { status: 'none' },
  evolve(state, event) {
    switch (event.type) {
      case 'AccountCreated':
        return { status: 'active', accountId: event.data.accountId, plan: event.data.plan }
      case 'AccountPlanChanged':
        if (state.status === 'none') throw new Error('AccountPlanChanged before AccountCreated')
        return { ...state, plan: event.data.plan }
      default:
        return unknownEvent(event)
    }
  },
}
