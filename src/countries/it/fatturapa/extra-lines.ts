import { Decimal } from '../../../einvoice/model/decimal.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { EXTRA_NAMES } from '../extra-lines.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { OTHER_DATA } from '../other-data.js'
import { putData } from './lines.js'

/** The document's allowances and charges as DettaglioLinee, after those of the lines. */
export function putExtraLines(sink: DocumentSink, { extraLines }: FatturaModel): void {
  for (const { number, type, amount, of, natura, field } of extraLines)
    sink.group(
      'DettaglioLinee',
      () => {
        sink.text('NumeroLinea', number)
        sink.text('TipoCessionePrestazione', type)
        sink.text('Descrizione', latin1(of.reason ?? EXTRA_NAMES[type]))
        sink.number('PrezzoUnitario', amount, 2)
        sink.number('PrezzoTotale', amount, 2)
        sink.number('AliquotaIVA', of.vatRate ?? Decimal.zero, 2)
        sink.text('Natura', natura)
        if (of.percentage !== undefined) putData(sink, OTHER_DATA.percentage, undefined, of.percentage.toAtLeast(2))
        if (of.baseAmount !== undefined) putData(sink, OTHER_DATA.base, undefined, of.baseAmount.toAtLeast(2))
        if (of.reasonCode !== undefined) putData(sink, OTHER_DATA.reasonCode, of.reasonCode)
      },
      undefined,
      { field },
    )
}
