import { ParseOption, XmlC14NMode, XmlDocument } from 'libxml2-wasm'

/**
 * External entities are never fetched, and ids are not processed. HUGE removes libxml2's limit on
 * a text, which an attachment in Base64 may exceed.
 */
const OPTIONS =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_SKIP_IDS |
  ParseOption.XML_PARSE_HUGE

/**
 * A document by Exclusive XML Canonicalization 1.0 without comments
 * (https://www.w3.org/TR/xml-exc-c14n/), in UTF-8.
 * @throws XmlParseError when it is not well-formed
 */
export function canonicalXml(xml: Uint8Array | string): Uint8Array {
  const bytes = typeof xml === 'string' ? Buffer.from(xml) : xml
  const document = XmlDocument.fromBuffer(bytes, { option: OPTIONS })
  try {
    const chunks: Uint8Array[] = []
    document.canonicalize(
      {
        // The bytes are in WebAssembly memory, which is overwritten.
        write(chunk) {
          chunks.push(chunk.slice())
          return chunk.length
        },
        close: () => true,
      },
      { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 },
    )
    return Buffer.concat(chunks)
  } finally {
    document.dispose()
  }
}
