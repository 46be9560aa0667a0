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

/** What to do where no closer advice is given. */
const FIXES: Readonly<Record<XmlFault, string>> = {
  tooLarge: 'Send a smaller document; large attachments can be linked instead of embedded',
  tooDeep: 'Send an invoice; its elements are nested some ten deep',
  tooMany: 'Split the invoice into several',
  doctype: 'Remove the document type declaration (<!DOCTYPE …>) and write characters in place of its entities',
  encoding: 'Write the document in UTF-8, with <?xml version="1.0" encoding="UTF-8"?> as its first line',
  malformed: 'Send well-formed XML',
}

/** What the XML module throws, and nothing else: the document is not one that may be read. */
export class RefusedXml extends Error {
  constructor(
    readonly fault: XmlFault,
    message: string,
    /** Line of the document, from 1; undefined where the fault has no place. */
    readonly line?: number,
    /** What to do. */
    readonly fix: string = FIXES[fault],
  ) {
    super(line === undefined ? message : `line ${line}: ${message}`)
    this.name = 'RefusedXml'
  }
}

/**
 * What a document may be at most. The largest lawful invoice (10,000 lines) has some 900,000 tags;
 * attachments are Base64 text.
 */
export const XML_LIMITS = { bytes: 12 * 1024 * 1024, depth: 100, tags: 2_000_000 } as const
