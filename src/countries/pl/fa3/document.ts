import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { Fa3Model } from '../model.js'
import { numbersOf } from '../party-numbers.js'
import { parts } from '../../text-parts.js'
import { putAttachment } from './attachment.js'
import { putFa } from './invoice.js'
import { FA3_NAMESPACE } from './namespace.js'
import { putBuyer, putRepresentative, putSeller, putThirdParties } from './parties.js'

/**
 * Writes an invoice as FA(3), in the order of its schema. Absent values are omitted.
 * @throws UnwritableText
 */
export function putFa3(sink: DocumentSink, model: Fa3Model): void {
  const body = (): void => {
    putHeader(sink, model)
    putSeller(sink, model)
    putBuyer(sink, model)
    putThirdParties(sink, model)
    putRepresentative(sink, model)
    putFa(sink, model)
    putFooter(sink, model)
    putAttachment(sink, model)
  }
  sink.group('Faktura', body, { xmlns: FA3_NAMESPACE })
}

function putHeader(sink: DocumentSink, { createdAt }: Fa3Model): void {
  sink.group('Naglowek', () => {
    sink.text('KodFormularza', 'FA', { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' })
    sink.text('WariantFormularza', '3')
    sink.text('DataWytworzeniaFa', createdAt)
    sink.text('SystemInfo', 'Clearway')
  })
}

/** Maximum length of StopkaFaktury. */
export const LONGEST_FOOTER = 3_500

/** In the order of the schema. */
const REGISTERS = ['KRS', 'REGON', 'BDO'] as const

function putFooter(sink: DocumentSink, { request }: Fa3Model): void {
  sink.group('Stopka', () => {
    for (const part of parts(request.note ?? '', LONGEST_FOOTER))
      sink.group('Informacje', () => {
        sink.text('StopkaFaktury', part)
      })
    const { placed } = numbersOf(request.supplier, 'seller')
    sink.group('Rejestry', () => {
      for (const register of REGISTERS) sink.text(register, placed.get(register))
    })
  })
}
