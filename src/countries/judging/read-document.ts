import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { XmlElement } from '../../einvoice/xml/element.js'

/** A document in XML, as the API's JSON would say it. */
export interface ReadDocument {
  /**
   * What the JSON has fields for. What the document lacks is the empty string, or 0 for a number
   * that the JSON must have; the rules have judged the document itself.
   */
  readonly request: InvoiceRequest
  /** The attached files, in the order of `request.attachments`. */
  readonly attachments: readonly Uint8Array[]
  /** Elements with content for which the JSON has no field, each with all in it. */
  readonly unread: readonly XmlElement[]
}

/** A document in one of a country's formats, as all who deal with it see it. */
export interface UnderstoodDocument extends ReadDocument {
  /** The document as EN 16931 sees it, with its own totals. */
  readonly model: Invoice
  /** The element of a group of `model`; undefined where that is not known. */
  readonly originOf: (group: object) => XmlElement | undefined
}

/** The document is well-formed and of the format, and yet can't be taken as one invoice. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'

  constructor(
    message: string,
    /** What to do. */
    readonly fix: string,
    readonly element: XmlElement,
  ) {
    super(message)
  }
}
