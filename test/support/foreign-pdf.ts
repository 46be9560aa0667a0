import { deflateSync } from 'node:zlib'

/**
 * A hybrid invoice that another program might write: of these objects, in a compressed stream or
 * not.
 */
export function foreignPdf(
  xml: Buffer,
  { name = 'factur-x.xml', relationship = '/AFRelationship /Alternative', level = 'EN 16931', af = '/AF [5 0 R]' } = {},
  isPacked = false,
): Buffer {
  const metadata = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" fx:DocumentType="INVOICE"
      fx:DocumentFileName="${name}" fx:Version="1.0" fx:ConformanceLevel="${level}"/></rdf:RDF></x:xmpmeta>`
  const plain: Record<number, string> = {
    1: `<</Type/Catalog /Metadata 3 0 R ${af} /Names <</EmbeddedFiles <</Names [(x) 5 0 R]>>>>>>`,
    5: `<</Type /Filespec /F (${name}) /UF <feff${Buffer.from(name, 'utf16le').swap16().toString('hex')}> ${relationship} /EF <</F 4 0 R>>>>`,
  }
  const stream = (number: number, head: string, content: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`${number} 0 obj <<${head} /Length ${content.length}>> stream\r\n`, 'latin1'),
      content,
      Buffer.from('\r\nendstream endobj\n'),
    ])
  const parts = [
    Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'),
    stream(3, '/Type /Metadata /Subtype /XML', Buffer.from(metadata)),
    stream(4, '/Type /EmbeddedFile /Filter /FlateDecode', deflateSync(xml)),
  ]
  if (isPacked) {
    const texts = Object.values(plain)
    const heads = Object.keys(plain).map(
      (number, index) => `${number} ${texts.slice(0, index).join(' ').length + index}`,
    )
    const head = `${heads.join(' ')} `
    const content = deflateSync(Buffer.from(head + texts.join(' '), 'latin1'))
    parts.push(stream(9, `/Type /ObjStm /N ${texts.length} /First ${head.length} /Filter [/FlateDecode]`, content))
  } else
    for (const [number, text] of Object.entries(plain))
      parts.push(Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, 'latin1'))
  return Buffer.concat(parts)
}
