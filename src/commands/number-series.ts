import type { LastNumber, NumberSeriesEvent, NumberSeriesState } from '../domain/number-series.js'
import { accept, type Decision, reject } from './handle.js'

/** The counter of the next number. @param start of a series that began elsewhere; else 1 */
export function nextCounter({ last }: NumberSeriesState, start: number): number {
  return Math.max(start, (last?.counter ?? 0) + 1)
}

/** The command: this number is to be the next one. */
interface AssignNumber {
  readonly companyId: string
  readonly series: string
  readonly counter: number
  readonly number: string
  readonly invoiceId: string
  readonly start: number
}

/**
 * Assigns a number to an invoice that is prepared with it. `overtaken`: another invoice got it.
 * The caller has made sure that the invoice of the number before exists.
 */
export function assignNumber({ start, ...assigned }: AssignNumber) {
  return (state: NumberSeriesState): Decision<NumberSeriesEvent, 'overtaken'> =>
    nextCounter(state, start) === assigned.counter
      ? accept({ type: 'NumberAssigned', data: assigned })
      : reject('overtaken')
}

/** Notes that the invoice of this last number is lost. Does nothing if it is not the last one. */
export function voidNumber({ counter, number, invoiceId }: LastNumber) {
  return ({ last }: NumberSeriesState): Decision<NumberSeriesEvent, never> =>
    last?.invoiceId === invoiceId && last.counter === counter && !last.isVoid
      ? accept({ type: 'NumberVoided', data: { counter, number, invoiceId } })
      : accept()
}
