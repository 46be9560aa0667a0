import type { Converted, ConvertOptions, RefusedConversion, Source } from '../conversion/conversion.js'
import type { Country, Judgement } from '../../countries/country.js'
import type { XmlJudgement, JudgeOptions } from '../../countries/judging/judge-xml.js'
import type { DocumentContents, RefusedDocument } from '../../countries/judging/read-xml.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'

/** For whom something is judged, and what is to happen when much is waiting. */
export interface Caller {
  readonly account: string
  /**
   * `refuse`: throw `JudgingBusy`, because a client waits for the answer. `wait`: wait, however
   * long it takes.
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
  /** By the rules of a country. @throws JudgingBusy, JudgingLimit */
  validate(caller: Caller, country: Country, invoice: InvoiceRequest, today: string): Promise<Judgement>
  /** @throws UnwritableText, JudgingBusy, JudgingLimit */
  convert(
    caller: Caller,
    country: Country,
    invoice: InvoiceRequest,
    attachments: readonly Uint8Array[],
  ): Promise<WrittenDocument>
  /** A document in XML. @throws JudgingBusy, JudgingLimit */
  explain(caller: Caller, xml: Uint8Array, options: JudgeOptions): Promise<XmlJudgement>
  /** What a document in XML says, see `readXml`. @throws JudgingBusy, JudgingLimit */
  read(caller: Caller, xml: Uint8Array, country: CountryCode | undefined): Promise<DocumentContents | RefusedDocument>
  /**
   * An invoice in another format, see `convertDocument`.
   * @param size of the source as it came, in bytes
   * @throws JudgingBusy, JudgingLimit
   */
  convertDocument(
    caller: Caller,
    source: Source,
    size: number,
    options: ConvertOptions,
  ): Promise<Converted | RefusedConversion>
}

/** Too much is waiting already, of this caller or of all. */
export class JudgingBusy extends Error {
  override readonly name = 'JudgingBusy'
}

/** The document took more time or memory than a document may take. */
export class JudgingLimit extends Error {
  override readonly name = 'JudgingLimit'

  constructor(
    readonly what: 'time' | 'memory',
    message: string,
  ) {
    super(message)
  }
}
