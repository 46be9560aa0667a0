import type { Converted, ConvertOptions, RefusedConversion, Source } from '../conversion/conversion.js'
import { readReceived } from '../receiving/read-received.js'
import type { ReceivedReading, ReceivingOptions } from '../receiving/reading.js'
import { convertDocument } from '../conversion/convert.js'
import { messageReaderOf } from '../../countries/message-readers.js'
import { countryOf } from '../../countries/registry.js'
import type { Country, InvoiceTotals, Invoicing, Judgement } from '../../countries/country.js'
import { type XmlJudgement, judgeXml, type JudgeOptions } from '../../countries/judging/judge-xml.js'
import { type DocumentContents, readXml, type RefusedDocument } from '../../countries/judging/read-xml.js'
import type { InvoiceRequest, CountryCode } from '../../domain/request/invoice-request.js'
import { UnwritableText } from '../../einvoice/syntax/document-sink.js'
import { type BodyKind, checkBody, type CheckedBody } from '../intake/check-body.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'
import type { WrittenDocument } from './port.js'

/**
 * A task for a thread. Invoices are passed as JSON: copying bytes is far cheaper than copying a
 * hundred thousand fields.
 */
export type Task =
  | { readonly kind: 'validate'; readonly country: CountryCode; readonly invoice: Uint8Array; readonly today: string }
  | { readonly kind: 'totals'; readonly country: CountryCode; readonly invoice: Uint8Array }
  | {
      readonly kind: 'convert'
      readonly country: CountryCode
      readonly invoice: Uint8Array
      readonly attachments: readonly Uint8Array[]
      readonly createdAt: Date | undefined
    }
  | { readonly kind: 'explain'; readonly xml: Uint8Array; readonly options: JudgeOptions }
  | { readonly kind: 'read'; readonly xml: Uint8Array; readonly country: CountryCode | undefined }
  | { readonly kind: 'receive'; readonly document: Uint8Array; readonly options: ReceivingOptions }
  | { readonly kind: 'check'; readonly body: Uint8Array; readonly of: BodyKind }
  | { readonly kind: 'message'; readonly reader: string; readonly message: Uint8Array; readonly given: unknown }
  | {
      readonly kind: 'change'
      readonly of: Source['kind']
      /** The document, or the JSON. */
      readonly source: Uint8Array
      readonly options: ConvertOptions
    }

/** A thread's result of a task. Only plain data passes between threads. */
export type Outcome =
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  | { readonly kind: 'totalled'; readonly totals: InvoiceTotals }
  | { readonly kind: 'written'; readonly document: WrittenDocument }
  | { readonly kind: 'explained'; readonly judgement: XmlJudgement }
  | { readonly kind: 'read'; readonly contents: Omit<DocumentContents, 'request'>; readonly invoice: Uint8Array }
  | { readonly kind: 'refused'; readonly refusal: RefusedDocument }
  | { readonly kind: 'received'; readonly reading: ReceivedReading }
  | { readonly kind: 'checked'; readonly body: CheckedBody }
  | { readonly kind: 'message read'; readonly found: unknown }
  | { readonly kind: 'changed'; readonly result: Converted | RefusedConversion }
  /** An error loses its class between threads. */
  | { readonly kind: 'unwritable'; readonly text: string }

/** Performs a task, in any thread. Pure. */
export function perform(task: Task): Outcome {
  switch (task.kind) {
    case 'validate': {
      const invoicing = invoicingOf(countryOf(task.country))
      return { kind: 'judged', judgement: invoicing.validate(parsed(task.invoice), { today: task.today }) }
    }
    case 'totals':
      return { kind: 'totalled', totals: invoicingOf(countryOf(task.country)).totals(parsed(task.invoice)) }
    case 'convert':
      try {
        return {
          kind: 'written',
          document: written(countryOf(task.country), parsed(task.invoice), task.attachments, task.createdAt),
        }
      } catch (error) {
        if (!(error instanceof UnwritableText)) throw error
        return { kind: 'unwritable', text: error.text }
      }
    case 'explain':
      return { kind: 'explained', judgement: judgeXml(task.xml, task.options) }
    case 'read': {
      const found = readXml(task.xml, task.country)
      if ('refused' in found) return { kind: 'refused', refusal: found }
      const { request, ...contents } = found
      return { kind: 'read', contents, invoice: Buffer.from(JSON.stringify(request)) }
    }
    case 'receive':
      return { kind: 'received', reading: readReceived(task.document, task.options) }
    case 'check':
      return { kind: 'checked', body: checkBody(task.body, task.of) }
    case 'message':
      return { kind: 'message read', found: messageReaderOf(task.reader).read(task.message, task.given) }
    case 'change':
      return { kind: 'changed', result: convertDocument(sourceOf(task.of, task.source), task.options) }
  }
}

function sourceOf(kind: Source['kind'], bytes: Uint8Array): Source {
  // The service wrote this JSON itself, from a body that its schema had accepted.
  return kind === 'xml' ? { kind, xml: bytes } : { kind, body: JSON.parse(textOf(bytes)) as InvoiceBody }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/**
 * Converts an invoice into the XML of its country, encoded in UTF-8. Throws what the conversion
 * throws, and an `Error` if the country has no format.
 */
export function written(
  country: Country,
  invoice: InvoiceRequest,
  attachments: readonly Uint8Array[],
  createdAt?: Date,
): WrittenDocument {
  const { xml, mediaType, format } = invoicingOf(country).convert(invoice, attachments, createdAt)
  return { xml: Buffer.from(xml, 'utf8'), mediaType, format }
}

/** The rules and the conversion of a country. Throws an `Error` if it has none. */
export function invoicingOf({ code, invoicing }: Country): Invoicing {
  if (invoicing === null) throw new Error(`the format of ${code} is not available`)
  return invoicing
}

/** Parses the invoice from the bytes that a thread received. */
export function parsed(json: Uint8Array): InvoiceRequest {
  // The service wrote this JSON itself, from an InvoiceRequest.
  return JSON.parse(textOf(json)) as InvoiceRequest
}
