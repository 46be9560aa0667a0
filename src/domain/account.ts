import { type Aggregate, unknownEvent } from './aggregate.js'

/** What can happen to an account. It spans both environments. */
export type AccountEvent = {
  readonly type: 'AccountCreated'
  readonly data: { readonly accountId: string; readonly name: string; readonly plan: string }
}

/** What decisions need to know of an account. `plan` is a name in `PLANS`. */
export type AccountState =
  { readonly status: 'none' } | { readonly status: 'active'; readonly accountId: string; readonly plan: string }

/** An account: one customer of the service. */
export const account: Aggregate<AccountState, AccountEvent> = {
  name: 'account',
  initialState: { status: 'none' },
  evolve(_state, event) {
    switch (event.type) {
      case 'AccountCreated':
        return { status: 'active', accountId: event.data.accountId, plan: event.data.plan }
      default:
        return unknownEvent(event.type)
    }
  },
}
