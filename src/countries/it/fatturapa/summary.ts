import type { VatCollection } from '../../../domain/request/invoice-request.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'

/** EsigibilitaIVA. */
export const COLLECTIONS = {
  immediate: 'I',
  cash: 'D',
  split_payment: 'S',
} as const satisfies Readonly<Record<VatCollection, string>>

/** 2.2.2 DatiRiepilogo. Without VAT there is none to collect. */
export function putSummary(sink: DocumentSink, { summary, request }: FatturaModel): void {
  const collection = COLLECTIONS[request.vatCollection ?? 'immediate']
  for (const { rate, natura, taxable, tax, law, of } of summary)
    sink.group(
      'DatiRiepilogo',
      () => {
        sink.number('AliquotaIVA', rate, 2)
        sink.text('Natura', natura)
        sink.number('ImponibileImporto', taxable, 2)
        sink.number('Imposta', tax, 2)
        sink.text('EsigibilitaIVA', natura === undefined ? collection : undefined)
        sink.text('RiferimentoNormativo', law === undefined ? undefined : latin1(law))
      },
      undefined,
      of,
    )
}
