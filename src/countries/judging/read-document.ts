import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { GivenTotals } from '../../domain/request/terms.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { XmlElement } from '../../einvoice/xml/element.js'

/** What the JSON of a document does not hold. */
export interface Unread {
  /** Elements with content for which the JSON has no field, each as a whole. */
  readonly unread: readonly XmlElement[]
  /** The value of the same element in a document made of the JSON, for those that have one. */
  readonly readAs?: ReadonlyMap<XmlElement, string>
}

/** A document in XML, converted to the API's JSON. */
export interface ReadDocument extends Unread {
  /**
   * The data that the JSON has fields for. A missing mandatory text is the empty string, a missing
   * mandatory number 0; the rules have judged the document itself.
   */
  readonly request: InvoiceRequest
  /** The attached files, in the order of `request.attachments`. */
  readonly attachments: readonly Uint8Array[]
  /** The totals of the document, to compare with those that the service computes. */
  readonly totals?: GivenTotals
  /** Whether an element of the format holds an amount, or what one is computed from. */
  readonly isAmount?: (element: XmlElement) => boolean
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
