import { createHash } from 'node:crypto'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { FatturaModel } from '../model.js'
import { invoiceTypeOf } from '../document-types.js'
import { fiscalId, recipientCode, transmissionFormat, transmitter, transmittingParty } from '../parties.js'

/** 1.1 DatiTrasmissione. */
export function putTransmission(sink: DocumentSink, { request }: FatturaModel): void {
  const { country, code } = transmitter(request)
  sink.group('DatiTrasmissione', () => {
    const transmitting = (): void => {
      sink.text('IdPaese', country)
      sink.text('IdCodice', code)
    }
    sink.group('IdTrasmittente', transmitting, undefined, { field: transmittingParty(request) })
    sink.text('ProgressivoInvio', progressive(request))
    sink.text('FormatoTrasmissione', transmissionFormat(request))
    sink.text('CodiceDestinatario', recipientCode(request))
    sink.text('PECDestinatario', request.customer.pec)
  })
}

const LENGTH = 10
const SPACE = 36n ** BigInt(LENGTH)

/**
 * ProgressivoInvio, ten digits and capitals: the same for the same supplier, number, date and kind
 * of document, so that a document is reproducible. It only depends on the document's content.
 */
function progressive({ supplier, number, issueDate, invoiceType, documentType }: InvoiceRequest): string {
  const { country = '', code = '' } = fiscalId(supplier) ?? {}
  const kind = documentType === undefined ? invoiceType : invoiceTypeOf(documentType)
  const digest = createHash('sha256').update(JSON.stringify([country + code, number, issueDate, kind]))
  const value = BigInt(`0x${digest.digest('hex')}`) % SPACE
  return value.toString(36).toUpperCase().padStart(LENGTH, '0')
}
