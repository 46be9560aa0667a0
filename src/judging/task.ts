import { countryOf } from '../countries/registry.js'
import type { Country, Invoicing, Judgement } from '../countries/country.js'
import { type XmlJudgement, judgeXml, type JudgeOptions } from '../countries/judge-xml.js'
import type { InvoiceRequest, CountryCode } from '../domain/invoice-request.js'
import { UnwritableText } from '../einvoice/syntax/document-sink.js'
import type { WrittenDocument } from './port.js'

/**
 * What a thread is asked to do. Invoices travel as JSON: copying bytes is far cheaper than copying
 * a hundred thousand fields.
 */
export type Task =
  | { readonly kind: 'validate'; readonly country: CountryCode; readonly invoice: Uint8Array; readonly today: string }
  | {
      readonly kind: 'convert'
      readonly country: CountryCode
      readonly invoice: Uint8Array
      readonly attachments: readonly Uint8Array[]
    }
  | { readonly kind: 'explain'; readonly xml: Uint8Array; readonly options: JudgeOptions }

/** What a thread answers to a task. Only plain data passes between threads. */
export type Outcome =
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  | { readonly kind: 'written'; readonly document: WrittenDocument }
  | { readonly kind: 'explained'; readonly judgement: XmlJudgement }
  /** An error loses its class between threads. */
  | { readonly kind: 'unwritable'; readonly text: string }

/** Performs a task, in whichever thread. Pure. */
export function perform(task: Task): Outcome {
  switch (task.kind) {
    case 'validate': {
      const invoicing = invoicingOf(countryOf(task.country))
      return { kind: 'judged', judgement: invoicing.validate(parsed(task.invoice), { today: task.today }) }
    }
    case 'convert':
      try {
        return { kind: 'written', document: written(countryOf(task.country), parsed(task.invoice), task.attachments) }
      } catch (error) {
        if (!(error instanceof UnwritableText)) throw error
        return { kind: 'unwritable', text: error.text }
      }
    case 'explain':
      return { kind: 'explained', judgement: judgeXml(task.xml, task.options) }
  }
}

/**
 * Converts an invoice into the XML of its country, encoded in UTF-8. Throws what the conversion
 * throws, and an `Error` where the country has no format yet.
 */
export function written(
  country: Country,
  invoice: InvoiceRequest,
  attachments: readonly Uint8Array[],
): WrittenDocument {
  const { xml, mediaType, format } = invoicingOf(country).convert(invoice, attachments)
  return { xml: Buffer.from(xml, 'utf8'), mediaType, format }
}

/** The rules and the conversion of a country. Throws an `Error` where the country has none yet. */
export function invoicingOf({ code, invoicing }: Country): Invoicing {
  if (invoicing === null) throw new Error(`the format of ${code} is not built`)
  return invoicing
}

/** The invoice from the bytes in which it came to a thread. */
export function parsed(json: Uint8Array): InvoiceRequest {
  // The service wrote this JSON itself, from an InvoiceRequest.
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')) as InvoiceRequest
}
