import fc from 'fast-check'
import { XmlCData, XmlDocument, XmlElement as NativeElement, XmlText, type XmlNode } from 'libxml2-wasm'
import t from 'tap'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { canonicalPrefix } from '../../../src/einvoice/xml/namespaces.js'

const parse = (text: string): XmlElement => parseXml(Buffer.from(text)).root

const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'

t.test('names are those of the official rules, with any prefix of the document', (t) => {
  const root = parse(`<x xmlns="${CBC}" xmlns:y="u"><y:a xmlns:y="${CBC}" y:b="1" b="2"/><y:a/><z xmlns=""/></x>`)
  t.equal(root.name, 'cbc:x')
  t.strictSame(
    root.children.map(({ name }) => name),
    ['cbc:a', '{u}a', 'z'],
  )
  t.strictSame(root.children[0]?.attributes, ['cbc:b', '1', 'b', '2'])
  t.end()
})

t.test('texts are as written, references resolved', (t) => {
  t.equal(
    parse('<a> \n<!-- c -->b<?p q?> &lt;&#65;&#x42;&amp;amp;<![CDATA[<&lt;]]>\t</a>').text,
    ' \nb <AB&amp;<&lt;\t',
  )
  t.equal(parse('<a b=" x&#10;y\nz\t&quot;\'>"/>').attribute('b'), ' x\ny z "\'>')
  t.equal(parse('<a>x\r\ny\rz&#13;</a>').text, 'x\ny\nz\r')
  t.equal(parse('<a> </a>').text, ' ', 'white space alone is a text where there are no elements')
  t.equal(parse('<a>\n <b> </b>\n</a>').text, '', 'and indentation where there are')
  t.equal(parse('<a>\n <!-- c --><b/> x </a>').text, ' x ', 'mixed content is kept')
  t.end()
})

t.test('an element says where it stands', (t) => {
  const tree = parseXml(Buffer.from('<a>\r\n<b/>\n\n<b>\n<c/></b></a>'))
  const [c] = tree.root.select('b', 'c')
  t.equal(c?.path, '/a/b[2]/c')
  t.equal(c === undefined ? 0 : tree.lineOf(c), 5)
  t.equal(tree.lineOf(tree.root), 1)
  t.end()
})

t.test('every encoding gives the same text', (t) => {
  const xml = (encoding: string): string => `<?xml version='1.0' encoding='${encoding}'?><a b="é">é</a>`
  const documents: [string, Uint8Array][] = [
    ['UTF-8', Buffer.from('<a b="é">é</a>')],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${xml('utf-8')}`)],
    ['ISO 8859-1', Buffer.from(xml('ISO-8859-1'), 'latin1')],
    ['ISO 8859-15', Buffer.from(xml('iso-8859-15'), 'latin1')],
    ['windows-1252', Buffer.from(xml('windows-1252'), 'latin1')],
    ['UTF-16 LE', Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le')],
    ['UTF-16 BE', Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le').swap16()],
    ['UTF-16 LE without a mark', Buffer.from(xml('UTF-16'), 'utf16le')],
  ]
  for (const [name, bytes] of documents) {
    const { root } = parseXml(bytes)
    t.strictSame([root.text, root.attribute('b')], ['é', 'é'], name)
  }
  t.equal(parseXml(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\x80</a>', 'latin1')).root.text, '\u0080')
  t.equal(parseXml(Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x80</a>', 'latin1')).root.text, '€')
  const of = (encoding: string, bytes: string): string =>
    parseXml(Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>${bytes}</a>`, 'latin1')).root.text
  t.equal(of('ISO-8859-9', 'Ba\xfeak \xdd\xd0\xf0 \x80'), 'Başak İĞğ \u0080')
  t.equal(of('windows-1254', 'Ba\xfeak \x80'), 'Başak €')
  t.equal(of('ISO-8859-7', '\xc1\xe8\xde\xed\xe1'), 'Αθήνα')
  t.equal(of('ISO-8859-13', '\xd0iauliai'), 'Šiauliai')
  t.equal(of('US-ASCII', 'plain'), 'plain')
  t.equal(of(`UTF-8"${' '.repeat(2000)}standalone="no`, 'plain'), 'plain', 'however long the declaration is')
  t.end()
})

/** The tree that libxml2 itself has of a document, in the form of ours. */
function native(element: NativeElement): unknown {
  const name = canonicalPrefix(element.namespaceUri) + element.name
  const attributes = element.attrs.map((attr) => {
    const uri = attr.namespaceUri
    return [uri === '' ? attr.name : canonicalPrefix(uri) + attr.name, attr.value]
  })
  const children: unknown[] = []
  let text = ''
  for (let node: XmlNode | null = element.firstChild; node !== null; node = (node as NativeElement).next) {
    if (node instanceof NativeElement) children.push(native(node))
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content
  }
  return [name, attributes, children.length > 0 ? '' : text, children]
}

function ours(element: XmlElement): unknown {
  const attributes: unknown[] = []
  for (let index = 0; index < element.attributes.length; index += 2)
    attributes.push([element.attributes[index], element.attributes[index + 1]])
  return [element.name, attributes, element.children.length > 0 ? '' : element.text, element.children.map(ours)]
}

/**
 * Pieces of XML that try the edges; not every combination is well-formed, and those are for both
 * to refuse.
 */
const pieces = fc.constantFrom(
  ...[
    '<a>',
    '</a>',
    '<b/>',
    '<a b="c">',
    '<a b=\'"\' c="\'>/">',
    '<p:a xmlns:p="u">',
    '</p:a>',
    '<a xmlns="u">',
    '<p:a p:b="">',
  ],
  ...[
    'x',
    ' ',
    '\n',
    '\r\n',
    '&amp;',
    '&#13;',
    '&#x1F600;',
    '😀',
    '&lt;a>',
    '<!-- <a> -->',
    '<?a <b> ?>',
    '<![CDATA[<a>]]>',
  ],
  ...[
    '<![CDATA[]]]]>',
    '<a\n b = "c"\t/>',
    '</a\n>',
    '<!---->',
    '<??>',
    '<a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="x"/>',
  ],
)

t.test('our tree of a document is that of libxml2', (t) => {
  let read = 0
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (found) => {
      const text = `<r>${found.join('')}</r>`
      let expected: unknown = null
      try {
        XmlDocument.fromString(text).dispose()
        // The library has no nodes for processing instructions.
        const document = XmlDocument.fromString(text.replace(/<\?[^]*?\?>/g, ''))
        expected = native(document.root)
        document.dispose()
      } catch {
        // Not well-formed.
      }
      let actual: unknown = null
      try {
        actual = ours(parse(text))
        read += 1
      } catch {
        // Refused.
      }
      return JSON.stringify(actual) === JSON.stringify(expected)
    }),
    { seed: Number(process.env['SEED'] ?? 20261121), numRuns: 20_000 },
  )
  t.ok(read > 1_000, `${read} documents were well-formed`)
  t.end()
})
