import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { XmlElement } from '../../einvoice/xml/element.js'

/** A document in XML, converted to the API's JSON. */
export interface ReadDocument {
  /**
   * The data that the JSON has fields for. A missing mandatory text is the empty string, a missing
   * mandatory number 0; the rules have judged the document itself.
   */
  readonly request: InvoiceRequest
  /** The attached files, in the order of `request.attachments`. */
  readonly attachments: readonly Uint8Array[]
  /** Elements with content for which the JSON has no field, each as a whole. */
  readonly unread: readonly XmlElement[]
}

/** A parsed document in one of a country's formats. */
export interface UnderstoodDocument extends ReadDocument {
  /** The document in the model of EN 16931, with its own totals. */
  readonly model: Invoice
  /** The element of a group of `model`; undefined if unknown. */
  readonly originOf: (group: object) => XmlElement | undefined
}

/** The document is well-formed and in the format, but can't be accepted as one invoice. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'

  constructor(
    message: string,
    /** The remedy. */
    readonly fix: string,
    readonly element: XmlElement,
  ) {
    super(message)
  }
}
