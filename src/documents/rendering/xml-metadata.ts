import type { HybridProfile } from '../../countries/printed.js'

/**
 * A text of the document's information. The package writes it twice: unchanged into the
 * information dictionary, and by `toString`, unescaped, into the XML of the metadata.
 */
export class InfoText extends String {
  override toString(): string {
    return escapeXml(this.valueOf())
  }
}

/** The text escaped for XML. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/**
 * The properties of Factur-X with their descriptions, which a PDF/A must contain for foreign
 * properties.
 */
const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The version of the standard that the embedded XML document follows'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const

/**
 * The metadata (XMP) of a hybrid invoice about the embedded XML: Factur-X 1.0 and ZUGFeRD 2,
 * technical supplement, with the description of the schema that ISO 19005-3 (6.6.2.3) asks for.
 */
export function hybridMetadata({ filename, conformanceLevel, version }: HybridProfile): string {
  const values = {
    DocumentFileName: filename,
    DocumentType: 'INVOICE',
    Version: version,
    ConformanceLevel: conformanceLevel,
  }
  const described = PROPERTIES.map(
    ([name, description]) => `
              <rdf:li rdf:parseType="Resource">
                <pdfaProperty:name>${name}</pdfaProperty:name>
                <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                <pdfaProperty:category>external</pdfaProperty:category>
                <pdfaProperty:description>${description}</pdfaProperty:description>
              </rdf:li>`,
  )
  return `
    <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${PROPERTIES.map(
      ([name]) => `
      <fx:${name}>${values[name]}</fx:${name}>`,
    ).join('')}
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>fx</pdfaSchema:prefix>
            <pdfaSchema:property>
              <rdf:Seq>${described.join('')}
              </rdf:Seq>
            </pdfaSchema:property>
          </rdf:li>
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>`
}
