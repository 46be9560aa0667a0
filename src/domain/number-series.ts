import { type Aggregate, unknownEvent } from './aggregate.js'

/** A number of a series belongs to an invoice from now on, and never to another one. */
interface NumberAssigned {
  readonly type: 'NumberAssigned'
  readonly data: {
    readonly companyId: string
    /** `RE-2026-#` */
    readonly series: string
    readonly counter: number
    readonly number: string
    readonly invoiceId: string
  }
}

/** The last number's invoice was lost before it was created. The number is not used again. */
interface NumberVoided {
  readonly type: 'NumberVoided'
  readonly data: { readonly counter: number; readonly number: string; readonly invoiceId: string }
}

/** What can happen to a series of numbers. */
export type NumberSeriesEvent = NumberAssigned | NumberVoided

/** The last number of a series. */
export interface LastNumber {
  readonly counter: number
  readonly number: string
  readonly invoiceId: string
  readonly isVoid: boolean
}

/** The state of a series; null: it has no number yet. */
export interface NumberSeriesState {
  readonly last: LastNumber | null
}

/** A series of numbers of a company in one environment and period. */
export const numberSeries: Aggregate<NumberSeriesState, NumberSeriesEvent> = {
  name: 'number-series',
  initialState: { last: null },
  snapshotVersion: 1,
  evolve(state, event) {
    switch (event.type) {
      case 'NumberAssigned': {
        const { counter, number, invoiceId } = event.data
        return { last: { counter, number, invoiceId, isVoid: false } }
      }
      case 'NumberVoided':
        if (state.last === null) throw new Error('NumberVoided before NumberAssigned')
        return { last: { ...state.last, isVoid: true } }
      default:
        return unknownEvent(event)
    }
  },
}
