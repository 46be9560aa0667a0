import { Decimal } from '../../../einvoice/model/decimal.js'
import { given } from '../../../einvoice/request/given.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { type ItemCodeElement, placedCodes } from '../item-code.js'
import type { Fa3Model } from '../model.js'
import { orderOf } from '../order.js'
import { polishUnit } from '../units.js'
import { putAmount } from './amount.js'

/** The elements of codes, in order; GTUZ comes later. */
const CODES: readonly ItemCodeElement[] = ['Indeks', 'GTIN', 'PKWiU', 'CN']

/** Zamowienie: the whole order of an advance; in a correction the differences, or both states. */
export function putOrder(sink: DocumentSink, { request, buyer, ...model }: Fa3Model): void {
  const order = orderOf(request, buyer)
  if (order === undefined) return
  const signed = (amount: Decimal): Decimal => (order.hasStates ? amount : model.signed(amount))
  sink.group('Zamowienie', () => {
    putAmount(sink, 'WartoscZamowienia', signed(order.gross))
    for (const { line, field, number, isBefore, rate, net, vat } of order.rows) {
      const codes = placedCodes(line)
      const children = (): void => {
        sink.text('NrWierszaZam', String(number))
        sink.text('UU_IDZ', given(line.id))
        sink.text('P_7Z', line.description)
        for (const element of CODES) sink.text(`${element}Z`, codes.get(element))
        sink.text('P_8AZ', given(polishUnit(line.unitCode)))
        sink.number('P_8BZ', signed(Decimal.of(line.quantity)), 0)
        sink.number('P_9AZ', Decimal.of(line.unitPrice), 2)
        putAmount(sink, 'P_11NettoZ', signed(net))
        putAmount(sink, 'P_11VatZ', signed(vat))
        sink.text('P_12Z', rate)
        sink.text('GTUZ', codes.get('GTU'))
        sink.text('StanPrzedZ', isBefore ? '1' : undefined)
      }
      sink.group('ZamowienieWiersz', children, undefined, { field })
    }
  })
}
