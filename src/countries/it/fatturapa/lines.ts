import type { InvoiceRequest, Line } from '../../../domain/invoice-request.js'
import { Decimal } from '../../../einvoice/decimal.js'
import type { InvoiceLine } from '../../../einvoice/model-lines.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { italianUnit } from '../units.js'

/** 2.2.1 DettaglioLinee. */
export function putLines(sink: DocumentSink, model: FatturaModel): void {
  const { request, inEuros: document, invoice, naturas } = model
  request.lines.forEach((line, index) => {
    const computed = document.lines[index]
    if (computed === undefined) return
    sink.group(
      'DettaglioLinee',
      () => {
        sink.text('NumeroLinea', computed.id)
        putItemCodes(sink, computed)
        sink.text('Descrizione', latin1(line.description))
        putPrice(sink, line, computed)
        sink.number('AliquotaIVA', Decimal.of(line.vatRate), 2)
        sink.text('Ritenuta', line.withholding === true ? 'SI' : undefined)
        sink.text('Natura', naturas[index])
        if (invoice.currency !== document.currency) putForeignAmount(sink, invoice.currency, invoice.lines[index])
      },
      undefined,
      { field: `lines[${index}]` },
    )
  })
}

/** CodiceTipo of the schemes that a code's form tells; of others that it is agreed on. */
const SCHEMES: Readonly<Record<string, string>> = { STI: 'CPV', HS: 'TARIC' }

function putItemCodes(sink: DocumentSink, { item }: InvoiceLine): void {
  for (const { code, scheme } of item.classifications)
    sink.group('CodiceArticolo', () => {
      sink.text('CodiceTipo', SCHEMES[scheme] ?? 'INTERNO')
      sink.text('CodiceValore', code)
    })
}

/**
 * Quantity and price. A quantity has no sign in FatturaPA: what is taken back has a negative price
 * instead, and its discount raises that.
 */
function putPrice(sink: DocumentSink, line: Line, { quantity, price, netAmount, period }: InvoiceLine): void {
  const isTakenBack = quantity !== undefined && line.quantity < 0
  const signed = (amount: Decimal | undefined): Decimal | undefined => (isTakenBack ? amount?.negated() : amount)
  sink.number('Quantita', signed(quantity), 2)
  sink.text('UnitaMisura', italianUnit(line.unitCode))
  sink.text('DataInizioPeriodo', period?.start)
  sink.text('DataFinePeriodo', period?.end)
  sink.number('PrezzoUnitario', signed(price.gross ?? price.net), 2)
  if (price.discount !== undefined && !price.discount.isZero())
    sink.group('ScontoMaggiorazione', () => {
      sink.text('Tipo', isTakenBack ? 'MG' : 'SC')
      sink.number('Importo', price.discount, 2)
    })
  sink.number('PrezzoTotale', netAmount, 2)
}

/** What was agreed in another currency: the amount of the line in that. */
function putForeignAmount(
  sink: DocumentSink,
  currency: InvoiceRequest['currency'],
  line: InvoiceLine | undefined,
): void {
  sink.group('AltriDatiGestionali', () => {
    sink.text('TipoDato', 'VALUTA')
    sink.text('RiferimentoTesto', currency)
    sink.number('RiferimentoNumero', line?.netAmount, 2)
  })
}
