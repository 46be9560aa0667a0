const ELEMENT = /<(?:[\w.-]+:)?Zalacznik[\s/>]/

/**
 * Whether a document may have an attachment (Zalacznik), which KSeF accepts only in a batch. One
 * that only mentions the element, in a comment, goes in a batch as well, to the same effect.
 */
export function hasAttachment(xml: Uint8Array): boolean {
  return ELEMENT.test(Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('latin1'))
}
