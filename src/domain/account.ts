import { type Aggregate, unknownEvent } from './aggregate.js'

export type AccountEvent = {
  readonly type: 'AccountCreated'
  readonly data: { readonly accountId: string; readonly name: string; readonly plan: string }
}

export type AccountState =
  { readonly status: 'none' } | { readonly status: 'active'; readonly accountId: string; readonly plan: string }

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
