import type { InvoiceRequest, Line } from '../../../domain/request/invoice-request.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { InvoiceLine } from '../../../einvoice/model/lines.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { enasarcoText, STATED_FUND } from '../enasarco.js'
import { itemCodesOf } from '../item-codes.js'
import { latin1, parts } from '../latin.js'
import { priceChanges } from '../line-amounts.js'
import type { FatturaModel } from '../model.js'
import { OTHER_DATA, otherDataOf } from '../other-data.js'
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
        sink.text('RiferimentoAmministrazione', computed.buyerAccountingReference)
        putOtherData(sink, computed)
        if (invoice.currency !== document.currency) putForeignAmount(sink, invoice.currency, invoice.lines[index])
        if (index === 0) putEnasarco(sink, model)
      },
      undefined,
      { field: `lines[${index}]` },
    )
  })
}

function putItemCodes(sink: DocumentSink, { item }: InvoiceLine): void {
  for (const { type, code } of itemCodesOf(item))
    sink.group('CodiceArticolo', () => {
      sink.text('CodiceTipo', type)
      sink.text('CodiceValore', code)
    })
}

/**
 * Quantity and price. A quantity has no sign in FatturaPA: a returned item has a negative price
 * instead, and its discount raises that.
 */
function putPrice(sink: DocumentSink, line: Line, computed: InvoiceLine): void {
  const { quantity, price, netAmount, period } = computed
  const isTakenBack = quantity !== undefined && line.quantity < 0
  const signed = (amount: Decimal | undefined): Decimal | undefined => (isTakenBack ? amount?.negated() : amount)
  sink.number('Quantita', signed(quantity), 2)
  sink.text('UnitaMisura', italianUnit(line.unitCode))
  sink.text('DataInizioPeriodo', period?.start)
  sink.text('DataFinePeriodo', period?.end)
  sink.number('PrezzoUnitario', signed(price.gross ?? price.net), 2)
  for (const { lowers, percentage, amount } of priceChanges(computed, isTakenBack, line.allowances))
    sink.group('ScontoMaggiorazione', () => {
      sink.text('Tipo', lowers ? 'SC' : 'MG')
      sink.number('Percentuale', percentage, 2)
      sink.number('Importo', amount, 2)
    })
  sink.number('PrezzoTotale', netAmount, 2)
}

/** Maximum length of a RiferimentoTesto. */
const TEXT_LENGTH = 60

/** Data of a line without an element in the format. A long text is split into several groups. */
function putOtherData(sink: DocumentSink, { item, note }: InvoiceLine): void {
  for (const part of parts(item.description ?? '', TEXT_LENGTH)) putData(sink, OTHER_DATA.description, part)
  for (const part of parts(note ?? '', TEXT_LENGTH)) putData(sink, OTHER_DATA.note, part)
  if (item.originCountry !== undefined) putData(sink, OTHER_DATA.origin, item.originCountry)
  for (const { name, value } of item.attributes) {
    const { text, number, date } = otherDataOf(latin1(value))
    putData(sink, name, text, number, date)
  }
}

/** 2.2.1.16 AltriDatiGestionali. */
export function putData(sink: DocumentSink, type: string, text?: string, number?: string, date?: string): void {
  sink.group('AltriDatiGestionali', () => {
    sink.text('TipoDato', type)
    sink.text('RiferimentoTesto', text)
    sink.text('RiferimentoNumero', number)
    sink.text('RiferimentoData', date)
  })
}

/** Contributions to ENASARCO, which the invoice only states. */
function putEnasarco(sink: DocumentSink, { enasarco }: FatturaModel): void {
  for (const { fund, base, amount } of enasarco)
    putData(sink, STATED_FUND, enasarcoText(Decimal.of(fund.rate), base), amount.toAtLeast(2))
}

/** The amount of the line in the agreed currency, if it is not EUR. */
function putForeignAmount(
  sink: DocumentSink,
  currency: InvoiceRequest['currency'],
  line: InvoiceLine | undefined,
): void {
  putData(sink, OTHER_DATA.currency, currency, line?.netAmount?.toAtLeast(2))
}
