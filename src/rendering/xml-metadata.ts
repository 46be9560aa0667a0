/**
 * A text of the document's information. The package writes it twice: as it is into the information
 * dictionary, and, without escaping it, into the XML of the metadata, for which it asks
 * `toString`.
 */
export class InfoText extends String {
  override toString(): string {
    return escapeXml(this.valueOf())
  }
}

/** The text as it stands between the tags of an XML document. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
