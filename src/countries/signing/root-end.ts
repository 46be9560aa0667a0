/**
 * The start of the root's end tag in a well-formed document, in bytes; in every encoding that
 * extends ASCII.
 * @throws RangeError if nothing can be written there
 */
export function rootEnd(document: Buffer): number {
  if (document.includes(0)) throw new RangeError('a document in UTF-16 is not signed; write it in UTF-8')
  // One character for each byte, so positions in it are positions in the document.
  const text = document.toString('latin1')
  let end = text.length
  for (;;) {
    end = text.slice(0, end).trimEnd().length
    if (!text.endsWith('-->', end)) break
    // No comment contains two hyphens in a row.
    end = text.lastIndexOf('<!--', end)
  }
  if (text.endsWith('?>', end)) {
    throw new RangeError('a document with a processing instruction after its root is not signed; remove it')
  }
  if (text.endsWith('/>', end)) throw new RangeError('an empty document is not signed')
  return text.lastIndexOf('</', end)
}
