import type { Line } from '../../../domain/invoice-request.js'
import { Decimal } from '../../../einvoice/decimal.js'
import { isBlank } from '../../../einvoice/rules/rule.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { elementOfItemCode, type ItemCodeElement } from '../item-code.js'
import type { Fa3Model } from '../model.js'
import type { DeliveryTimes } from '../periods.js'
import { polishUnit } from '../units.js'
import { putAmount } from './amount.js'

/** FaWiersz, once for each line. */
export function putLines(sink: DocumentSink, model: Fa3Model, times: DeliveryTimes): void {
  model.request.lines.forEach((line, index) => {
    const field = `lines[${index}]`
    sink.group(
      'FaWiersz',
      () => {
        putLine(sink, model, line, index, times.ofLines[index])
      },
      undefined,
      { field },
    )
  })
}

/** The elements of a code, in their order; GTU stands further down. */
const CODES: readonly ItemCodeElement[] = ['Indeks', 'GTIN', 'PKWiU', 'CN']

function putLine(sink: DocumentSink, model: Fa3Model, line: Line, index: number, date: string | undefined): void {
  const { invoice, signed, rates, exchangeRate } = model
  const { itemCode, discount } = line
  const rate = rates[index] ?? ''
  const quantity = signed(Decimal.of(line.quantity))
  const codeElement = isBlank(itemCode) ? undefined : elementOfItemCode(itemCode)
  const net = invoice.lines[index]?.netAmount
  sink.text('NrWierszaFa', String(index + 1))
  sink.text('P_6A', date)
  sink.text('P_7', line.description)
  for (const element of CODES) sink.text(element, codeElement === element ? itemCode : undefined)
  sink.text('P_8A', polishUnit(line.unitCode))
  sink.number('P_8B', quantity, 0)
  sink.number('P_9A', Decimal.of(line.unitPrice), 2)
  // Of the whole line, where EN 16931 has it of one unit (BT-147).
  sink.number('P_10', discount === undefined ? undefined : quantity.times(Decimal.of(discount)).round(8), 2)
  putAmount(sink, 'P_11', net && signed(net))
  sink.text('P_12', rate)
  sink.text('GTU', codeElement === 'GTU' ? itemCode : undefined)
  sink.number('KursWaluty', exchangeRate, 0)
}
