/** Why a document was not read. */
export type XmlFault =
  /** More bytes than `XML_LIMITS.bytes`. */
  | 'tooLarge'
  /** Deeper than `XML_LIMITS.depth`. */
  | 'tooDeep'
  /** More tags than `XML_LIMITS.tags`. */
  | 'tooMany'
  /** A document type declaration; no invoice syntax has one (XML 1.0, clause 2.8). */
  | 'doctype'
  /** Bytes that are no text in the encoding declared, or an encoding that is not supported. */
  | 'encoding'
  /** Not well-formed, or a namespace prefix without a declaration. */
  | 'malformed'

/** The remedies if there is no more specific one. */
const FIXES: Readonly<Record<XmlFault, string>> = {
  tooLarge: 'Send a smaller document; large attachments can be linked instead of embedded',
  tooDeep: 'Send an invoice; its elements are nested about ten levels deep',
  tooMany: 'Split the invoice into several',
  doctype: 'Remove the document type declaration (<!DOCTYPE …>) and replace its entities by characters',
  encoding: 'Write the document in UTF-8, with <?xml version="1.0" encoding="UTF-8"?> as its first line',
  malformed: 'Send well-formed XML',
}

/** The only error of the XML module: the document is refused. */
export class RefusedXml extends Error {
  constructor(
    readonly fault: XmlFault,
    message: string,
    /** Line of the document, from 1; undefined if the error has no position. */
    readonly line?: number,
    /** The remedy. */
    readonly fix: string = FIXES[fault],
  ) {
    super(line === undefined ? message : `line ${line}: ${message}`)
    this.name = 'RefusedXml'
  }
}

/**
 * Limits of a document. The largest allowed invoice (10,000 lines) has about 900,000 tags;
 * attachments are Base64 text.
 */
export const XML_LIMITS = { bytes: 12 * 1024 * 1024, depth: 100, tags: 2_000_000 } as const
