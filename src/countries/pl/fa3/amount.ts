import type { Decimal } from '../../../einvoice/model/decimal.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'

/** Writes an amount of money, with two decimals. */
export function putAmount(sink: DocumentSink, name: string, amount: Decimal | undefined): void {
  sink.number(name, amount, 2)
}
