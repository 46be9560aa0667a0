import type { InvoiceRequest, Party } from '../../../domain/request/invoice-request.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { documentType } from '../document-types.js'
import { putAttachments } from '../fatturapa/attachments.js'
import { putAddress, putName, putRea, putTaxNumbers } from '../fatturapa/parties.js'
import { putTransmission } from '../fatturapa/transmission.js'
import { latin1 } from '../latin.js'
import { type FatturaModel, taxRegime } from '../model.js'
import { issuerCode } from '../parties.js'
import { simplifiedItems } from './amounts.js'
import { SIMPLIFIED_FORMAT, SIMPLIFIED_ROOT } from '../simplified-types.js'

const NAMESPACE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.0'

/** Writes a simplified FatturaPA (FSM10) with one invoice. @throws UnwritableText */
export function putSimplified(sink: DocumentSink, model: FatturaModel): void {
  const { request } = model
  sink.group(
    SIMPLIFIED_ROOT,
    () => {
      sink.group('FatturaElettronicaHeader', () => {
        putTransmission(sink, model)
        putSupplier(sink, request)
        putCustomer(sink, request)
        sink.text('SoggettoEmittente', issuerCode(request))
      })
      sink.group('FatturaElettronicaBody', () => {
        putGeneralData(sink, model)
        putItems(sink, model)
        putAttachments(sink, model)
      })
    },
    { versione: SIMPLIFIED_FORMAT, 'xmlns:fs': NAMESPACE },
  )
}

/** 1.2 CedentePrestatore. */
function putSupplier(sink: DocumentSink, request: InvoiceRequest): void {
  const { supplier, taxRepresentative } = request
  sink.group('CedentePrestatore', () => {
    putTaxNumbers(sink, supplier)
    putName(sink, supplier)
    putAddress(sink, 'Sede', supplier.address)
    putAddress(sink, 'StabileOrganizzazione', supplier.permanentEstablishment)
    if (taxRepresentative !== undefined)
      sink.group('RappresentanteFiscale', () => {
        putTaxNumbers(sink, taxRepresentative)
        putName(sink, taxRepresentative)
      })
    if (supplier.rea !== undefined) putRea(sink, supplier.rea)
    sink.text('RegimeFiscale', taxRegime(request))
  })
}

/**
 * 1.3 CessionarioCommittente: the tax numbers identify it; name and address follow if they are
 * complete.
 */
function putCustomer(sink: DocumentSink, { customer }: InvoiceRequest): void {
  sink.group('CessionarioCommittente', () => {
    sink.group('IdentificativiFiscali', () => {
      putTaxNumbers(sink, customer)
    })
    if (!isComplete(customer)) return
    sink.group('AltriDatiIdentificativi', () => {
      putName(sink, customer)
      putAddress(sink, 'Sede', customer.address)
      putAddress(sink, 'StabileOrganizzazione', customer.permanentEstablishment)
    })
  })
}

/** Whether a customer has all that AltriDatiIdentificativi requires. */
function isComplete({ name, address }: Pick<Party, 'name' | 'address'>): boolean {
  if (isBlank(name) || isBlank(address?.street) || isBlank(address?.city)) return false
  return address?.country !== 'IT' || !isBlank(address.postalCode)
}

/** 2.1 DatiGenerali. */
function putGeneralData(sink: DocumentSink, { request, inEuros }: FatturaModel): void {
  const { precedingInvoice, issueDate, number, stampDuty } = request
  sink.group('DatiGenerali', () => {
    sink.group('DatiGeneraliDocumento', () => {
      sink.text('TipoDocumento', documentType(request))
      sink.text('Divisa', inEuros.currency)
      sink.text('Data', issueDate)
      sink.text('Numero', number)
      sink.text('BolloVirtuale', stampDuty === undefined ? undefined : 'SI')
    })
    if (precedingInvoice === undefined) return
    sink.group(
      'DatiFatturaRettificata',
      () => {
        sink.text('NumeroFR', precedingInvoice.number)
        sink.text('DataFR', precedingInvoice.issueDate)
        sink.text('ElementiRettificati', correctedText(request))
      },
      undefined,
      { field: 'precedingInvoice' },
    )
  })
}

/** What a credit or debit note corrects, on one line: the notes. */
function correctedText({ note, notes = [] }: InvoiceRequest): string | undefined {
  const texts = [note, ...notes.map(({ text }) => text)].filter((text) => !isBlank(text))
  return texts.length === 0 ? undefined : latin1(texts.join(' ').replaceAll(/\s+/g, ' ').trim())
}

/** 2.2 DatiBeniServizi. The rate determines the VAT that an amount contains. */
function putItems(sink: DocumentSink, model: FatturaModel): void {
  for (const { description, amount, rate, natura, law, field } of simplifiedItems(model))
    sink.group(
      'DatiBeniServizi',
      () => {
        sink.text('Descrizione', description)
        sink.number('Importo', amount, 2)
        sink.group('DatiIVA', () => {
          sink.number('Aliquota', rate, 2)
        })
        sink.text('Natura', natura)
        sink.text('RiferimentoNormativo', law === undefined ? undefined : latin1(law))
      },
      undefined,
      { field },
    )
}
