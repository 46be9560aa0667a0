/**
 * Where the root's end tag begins in a well-formed document, in bytes; in every encoding in which
 * ASCII is ASCII.
 * @throws RangeError when nothing can be written there
 */
export function rootEnd(document: Buffer): number {
  if (document.includes(0)) throw new RangeError('a document in UTF-16 is not signed; write it in UTF-8')
  // One character for each byte, so that places in it are places in the document.
  const text = document.toString('latin1')
  let end = text.length
  for (;;) {
    end = text.slice(0, end).trimEnd().length
    if (!text.endsWith('-->', end)) break
    // No comment holds two hyphens in a row.
    end = text.lastIndexOf('<!--', end)
  }
  if (text.endsWith('?>', end)) {
    throw new RangeError('a document with a processing instruction after its root is not signed; take it out')
  }
  if (text.endsWith('/>', end)) throw new RangeError('an empty document is not signed')
  return text.lastIndexOf('</', end)
}
