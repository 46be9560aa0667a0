import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { parts } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { documentType } from '../document-types.js'
import { retainedText } from './retention.js'
import { putReferences } from './references.js'

/** 2.1 DatiGenerali. */
export function putGeneralData(sink: DocumentSink, model: FatturaModel): void {
  const { request, inEuros: document } = model
  sink.group('DatiGeneraliDocumento', () => {
    sink.text('TipoDocumento', documentType(request))
    sink.text('Divisa', document.currency)
    sink.text('Data', request.issueDate)
    sink.text('Numero', request.number)
    putWithheld(sink, model)
    putStampDuty(sink, request)
    putFunds(sink, model)
    sink.number('ImportoTotaleDocumento', document.totals.withVat, 2)
    sink.number('Arrotondamento', document.totals.rounding, 2)
    putNotes(sink, model)
    sink.text('Art73', request.it?.art73 === true ? 'SI' : undefined)
  })
  putReferences(sink, model)
}

function putWithheld(sink: DocumentSink, { withheld }: FatturaModel): void {
  withheld.forEach(({ withholding, amount }, index) => {
    sink.group(
      'DatiRitenuta',
      () => {
        sink.text('TipoRitenuta', withholding.type)
        sink.number('ImportoRitenuta', amount, 2)
        sink.number('AliquotaRitenuta', Decimal.of(withholding.rate), 2)
        sink.text('CausalePagamento', withholding.reason)
      },
      undefined,
      { field: `withholdings[${index}]` },
    )
  })
}

function putStampDuty(sink: DocumentSink, { stampDuty }: InvoiceRequest): void {
  if (stampDuty === undefined) return
  sink.group('DatiBollo', () => {
    sink.text('BolloVirtuale', 'SI')
    sink.number('ImportoBollo', Decimal.of(stampDuty), 2)
  })
}

function putFunds(sink: DocumentSink, { funds }: FatturaModel): void {
  funds.forEach(({ fund, field, base, amount, rate, natura }) => {
    sink.group(
      'DatiCassaPrevidenziale',
      () => {
        sink.text('TipoCassa', fund.type)
        sink.number('AlCassa', Decimal.of(fund.rate), 2)
        sink.number('ImportoContributoCassa', amount, 2)
        sink.number('ImponibileCassa', base, 2)
        sink.number('AliquotaIVA', rate, 2)
        sink.text('Ritenuta', fund.withholding === true ? 'SI' : undefined)
        sink.text('Natura', natura)
      },
      undefined,
      { field },
    )
  })
}

const NOTE_LENGTH = 200

/**
 * Causale, as often as needed. The text of the payment terms has no element of its own, nor has
 * the reason why the last payment is retained.
 */
function putNotes(sink: DocumentSink, model: FatturaModel): void {
  const { note, notes = [], paymentMeans } = model.request
  for (const text of [note, ...notes.map((each) => each.text), paymentMeans?.paymentTerms, retainedText(model)])
    if (!isBlank(text)) for (const part of parts(text, NOTE_LENGTH)) sink.text('Causale', part)
}
