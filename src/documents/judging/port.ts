import type { MessageReader } from '../../countries/gateway/message-reader.js'
import type { ReceivedReading, ReceivingOptions } from '../receiving/reading.js'
import type { BodyKind, CheckedBody } from '../intake/check-body.js'
import type { Converted, ConvertOptions, RefusedConversion, Source } from '../conversion/conversion.js'
import type { Country, InvoiceTotals, Judgement } from '../../countries/country.js'
import type { XmlJudgement, JudgeOptions } from '../../countries/judging/judge-xml.js'
import type { DocumentContents, RefusedDocument } from '../../countries/judging/read-xml.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { SizedInvoice } from '../../domain/request/sized-invoice.js'

/** The account that a document is judged for, and the behaviour when the queue is full. */
export interface Caller {
  readonly account: string
  /**
   * `refuse`: throw `JudgingBusy`, because a client waits for the response. `wait`: wait without a
   * limit.
   */
  readonly whenBusy: 'refuse' | 'wait'
}

/** The country's XML of an invoice, as bytes. */
export interface WrittenDocument {
  readonly xml: Uint8Array
  readonly mediaType: 'application/xml'
  readonly format: string
}

/**
 * Judges and converts invoices, however large, without blocking the rest of the process. The
 * verdict and the XML are those of `Invoicing`, `judgeXml`, `readXml` and `convertDocument`.
 */
export interface Judging {
  /** Judges an invoice by the rules of a country. @throws JudgingBusy, JudgingLimit */
  validate(caller: Caller, country: Country, invoice: SizedInvoice, today: string): Promise<Judgement>
  /** Computes the totals of an invoice. @throws JudgingBusy, JudgingLimit */
  totals(caller: Caller, country: Country, invoice: SizedInvoice): Promise<InvoiceTotals>
  /**
   * @param createdAt that of `Invoicing.convert`
   * @throws UnwritableText, JudgingBusy, JudgingLimit
   */
  convert(
    caller: Caller,
    country: Country,
    invoice: SizedInvoice,
    attachments: readonly Uint8Array[],
    createdAt?: Date,
  ): Promise<WrittenDocument>
  /** Judges a document in XML. @throws JudgingBusy, JudgingLimit */
  explain(caller: Caller, xml: Uint8Array, options: JudgeOptions): Promise<XmlJudgement>
  /** Reads a document in XML, see `readXml`. @throws JudgingBusy, JudgingLimit */
  read(caller: Caller, xml: Uint8Array, country: CountryCode | undefined): Promise<DocumentContents | RefusedDocument>
  /**
   * Reads and judges a document of a supplier, see `readReceived`.
   * @throws JudgingBusy, JudgingLimit
   */
  receive(caller: Caller, document: Uint8Array, options: ReceivingOptions): Promise<ReceivedReading>
  /**
   * Parses a body in JSON and checks it against its schema.
   * @throws JudgingBusy, JudgingLimit
   */
  check(caller: Caller, body: Uint8Array, kind: BodyKind): Promise<CheckedBody>
  /** Reads a message of a government or an access point. @throws JudgingBusy, JudgingLimit */
  message<Given, Found>(
    caller: Caller,
    reader: MessageReader<Given, Found>,
    bytes: Uint8Array,
    given: Given,
  ): Promise<Found>
  /**
   * Converts an invoice into another format, see `convertDocument`.
   * @param size of the source as received, in bytes
   * @throws JudgingBusy, JudgingLimit
   */
  convertDocument(
    caller: Caller,
    source: Source,
    size: number,
    options: ConvertOptions,
  ): Promise<Converted | RefusedConversion>
}

/** The queue of this caller or of all is full. */
export class JudgingBusy extends Error {
  override readonly name = 'JudgingBusy'
}

/** The document needed more time or memory than the limit. */
export class JudgingLimit extends Error {
  override readonly name = 'JudgingLimit'

  constructor(
    readonly what: 'time' | 'memory',
    message: string,
  ) {
    super(message)
  }
}
