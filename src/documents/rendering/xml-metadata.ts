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

/** A foreign schema of the metadata, described as ISO 19005-3 (6.6.2.3) asks for. */
interface ForeignSchema {
  readonly name: string
  readonly namespace: string
  readonly prefix: string
  readonly properties: readonly ForeignProperty[]
}

interface ForeignProperty {
  readonly name: string
  readonly type: 'Text' | 'Integer'
  /** Whether programs set it (`internal`), or it states what people decided. */
  readonly category: 'internal' | 'external'
  readonly description: string
  readonly value: string
}

/** PDF/UA-1 (ISO 14289-1, clause 5): the page is tagged for screen readers. */
const ACCESSIBLE: ForeignSchema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      description: 'Indicates, which part of ISO 14289 standard is followed',
      value: '1',
    },
  ],
}

/** Factur-X 1.0 and ZUGFeRD 2, technical supplement: what the embedded XML is. */
function hybridSchema({ filename, conformanceLevel, version }: HybridProfile): ForeignSchema {
  const properties = [
    ['DocumentFileName', 'The name of the embedded XML document', filename],
    ['DocumentType', 'The type of the hybrid document in capital letters', 'INVOICE'],
    ['Version', 'The version of the standard that the embedded XML document follows', version],
    ['ConformanceLevel', 'The conformance level of the embedded XML document', conformanceLevel],
  ] as const
  return {
    name: 'Factur-X PDFA Extension Schema',
    namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    prefix: 'fx',
    properties: properties.map(([name, description, value]) => ({
      name,
      type: 'Text',
      category: 'external',
      description,
      value,
    })),
  }
}

/**
 * The metadata (XMP) that the package does not write itself: the claim of PDF/UA-1, and of a
 * hybrid invoice what the embedded XML is.
 */
export function furtherMetadata(hybrid: HybridProfile | null): string {
  const schemas = hybrid === null ? [ACCESSIBLE] : [ACCESSIBLE, hybridSchema(hybrid)]
  return `${schemas.map(valuesOf).join('')}
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>${schemas.map(descriptionOf).join('')}
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>`
}

function valuesOf({ namespace, prefix, properties }: ForeignSchema): string {
  const values = properties.map(
    ({ name, value }) => `
      <${prefix}:${name}>${value}</${prefix}:${name}>`,
  )
  return `
    <rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${values.join('')}
    </rdf:Description>`
}

function descriptionOf({ name, namespace, prefix, properties }: ForeignSchema): string {
  const described = properties.map(
    (property) => `
                <rdf:li rdf:parseType="Resource">
                  <pdfaProperty:name>${property.name}</pdfaProperty:name>
                  <pdfaProperty:valueType>${property.type}</pdfaProperty:valueType>
                  <pdfaProperty:category>${property.category}</pdfaProperty:category>
                  <pdfaProperty:description>${property.description}</pdfaProperty:description>
                </rdf:li>`,
  )
  return `
          <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>${name}</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
            <pdfaSchema:property>
              <rdf:Seq>${described.join('')}
              </rdf:Seq>
            </pdfaSchema:property>
          </rdf:li>`
}
