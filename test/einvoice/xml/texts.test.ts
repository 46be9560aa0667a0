import fc from 'fast-check'
import t from 'tap'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'

function root(xml: string): XmlElement {
  return parseXml(Buffer.from(xml)).root
}

t.test('comments, processing instructions and elements part a text into nodes, character data does not', async (t) => {
  t.same(root('<a>2013-05-10</a>').textNodes, ['2013-05-10'])
  t.same(root('<a>2<!-- x -->013-05-10</a>').textNodes, ['2', '013-05-10'])
  t.same(root('<a>26<?x y?>1</a>').textNodes, ['26', '1'])
  t.same(root('<a><!-- x -->380<!-- y --></a>').textNodes, ['380'])
  t.same(root('<a>3<![CDATA[8]]>0</a>').textNodes, ['380'])
  t.same(root('<a>3<![CDATA[]]>80</a>').textNodes, ['380'])
  t.same(root('<a>1<b>2</b>3</a>').textNodes, ['1', '3'])
  t.same(root('<a>\n <b>2</b>\n</a>').textNodes, ['\n ', '\n'])
  t.same(root('<a/>').textNodes, [])
  t.same(root('<a></a>').textNodes, [])
  t.same(root('<a>&lt;<!----></a>').textNodes, ['<'])
})

t.test('a string value has the texts of all elements in document order', async (t) => {
  t.equal(root('<a>1<b c="&gt;>">2<!-- 9 --></b>3<d/><![CDATA[<4>]]>&amp;</a>').stringValue, '123<4>&')
  t.equal(root('<a>\n <b>2</b>\n</a>').stringValue, '\n 2\n')
  t.equal(root('<a>2<!-- x -->013</a>').stringValue, '2013')
})

t.test('text nodes and string values follow from what stands between the tags', async (t) => {
  // What an element may hold: how it is written, and the text that it adds (null: it adds none,
  // and parts the text).
  const piece = fc.oneof(
    fc
      .string({ unit: fc.constantFrom('a', ' ', '\n', '1', '>'), minLength: 1, maxLength: 4 })
      .map((text) => [text, text] as const),
    fc.constantFrom(['&lt;', '<'] as const, ['&#65;', 'A'] as const, ['<![CDATA[<&]]>', '<&'] as const),
    fc.constantFrom(['<!-- <a> -->', null] as const, ['<?p a?>', null] as const),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, hasChild) => {
      const inside = pieces.map(([written]) => written).join('')
      const nodes: string[] = []
      let node = ''
      for (const [, text] of [...pieces, ['', null] as const]) {
        if (text !== null) node += text
        else if (node !== '') {
          nodes.push(node)
          node = ''
        }
      }
      const found = root(`<r x=">">${inside}${hasChild ? `<b>${inside}</b>` : ''}</r>`)
      const texts = pieces.map(([, text]) => text ?? '').join('')
      t.same(found.textNodes, nodes)
      t.equal(found.stringValue, hasChild ? texts + texts : texts)
    }),
    { numRuns: 300 },
  )
})
