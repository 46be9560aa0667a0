import t from 'tap'
import { assignNumber, voidNumber } from '../../src/commands/number-series.js'
import { type NumberSeriesEvent, numberSeries } from '../../src/domain/number-series.js'
import { given } from '../spec.js'

const wanted = (counter: number, start = 1) => ({
  companyId: 'comp_1',
  series: 'R-#',
  counter,
  number: `R-${counter}`,
  invoiceId: `inv_${counter}`,
  start,
})
const assigned = (counter: number): NumberSeriesEvent => {
  const { start, ...data } = wanted(counter)
  t.equal(start, 1)
  return { type: 'NumberAssigned', data }
}

t.test('numbers follow each other, from the start on', async () => {
  given(numberSeries)
    .when(assignNumber(wanted(1)))
    .then(assigned(1))
  given(numberSeries)
    .when(assignNumber(wanted(2)))
    .thenRejected('overtaken')
  given(numberSeries, assigned(1))
    .when(assignNumber(wanted(2)))
    .then(assigned(2))
  given(numberSeries, assigned(1))
    .when(assignNumber(wanted(1)))
    .thenRejected('overtaken')
  given(numberSeries)
    .when(assignNumber(wanted(18, 18)))
    .then(assigned(18))
  given(numberSeries)
    .when(assignNumber(wanted(1, 18)))
    .thenRejected('overtaken')
  given(numberSeries, assigned(18))
    .when(assignNumber(wanted(19, 18)))
    .then(assigned(19))
  given(numberSeries, assigned(18))
    .when(assignNumber(wanted(19, 5)))
    .then(assigned(19))
  given(numberSeries, assigned(18))
    .when(assignNumber(wanted(40, 40)))
    .then(assigned(40))
})

t.test('only the last number becomes void, once, and is not used again', async () => {
  const last = { counter: 1, number: 'R-1', invoiceId: 'inv_1', isVoid: false }
  const voided: NumberSeriesEvent = {
    type: 'NumberVoided',
    data: { counter: 1, number: 'R-1', invoiceId: 'inv_1' },
  }
  given(numberSeries, assigned(1)).when(voidNumber(last)).then(voided)
  given(numberSeries, assigned(1), voided).when(voidNumber(last)).thenNothing()
  given(numberSeries, assigned(1), assigned(2)).when(voidNumber(last)).thenNothing()
  given(numberSeries).when(voidNumber(last)).thenNothing()
  given(numberSeries, assigned(1), voided)
    .when(assignNumber(wanted(2)))
    .then(assigned(2))
  given(numberSeries, assigned(1), voided)
    .when(assignNumber(wanted(1)))
    .thenRejected('overtaken')
})
