import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { FatturaModel } from '../model.js'
import { issuerCode, transmissionFormat } from '../parties.js'
import { putAttachments } from './attachments.js'
import { putGeneralData } from './general-data.js'
import { putExtraLines } from './extra-lines.js'
import { putLines } from './lines.js'
import { putCustomer, putIntermediary, putRepresentative, putSupplier } from './parties.js'
import { putPayment } from './payment.js'
import { putSummary } from './summary.js'
import { putTransmission } from './transmission.js'

const NAMESPACE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2'

/** Writes a FatturaPA 1.2.3 with one invoice. @throws UnwritableText */
export function putFattura(sink: DocumentSink, model: FatturaModel): void {
  const attributes = { versione: transmissionFormat(model.request), 'xmlns:p': NAMESPACE }
  sink.group(
    'p:FatturaElettronica',
    () => {
      sink.group('FatturaElettronicaHeader', () => {
        putTransmission(sink, model)
        putSupplier(sink, model.request)
        putRepresentative(sink, model.request)
        putCustomer(sink, model.request)
        putIntermediary(sink, model.request)
        sink.text('SoggettoEmittente', issuerCode(model.request))
      })
      sink.group('FatturaElettronicaBody', () => {
        sink.group('DatiGenerali', () => {
          putGeneralData(sink, model)
        })
        sink.group('DatiBeniServizi', () => {
          putLines(sink, model)
          putExtraLines(sink, model)
          putSummary(sink, model)
        })
        putPayment(sink, model)
        putAttachments(sink, model)
      })
    },
    attributes,
  )
}
