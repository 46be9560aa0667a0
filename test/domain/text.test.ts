import fc from 'fast-check'
import t from 'tap'
import { cut, holdable, isHoldable, lengthOf, withHoldableTexts } from '../../src/domain/text.js'

/** Letters of one and of two units, halves of pairs, and what looks like one. */
const letter = fc.constantFrom('a', 'ș', '漢', '😀', '\u{10FFFF}', '\ud83d', '\ude00', '\0', '\\', '\uFFFF', 'e\u0301')
const text = fc.array(letter).map((letters) => letters.join(''))

void t.test('a cut keeps whole characters, as many as are allowed, and says that it cut', async (t) => {
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 20 }), fc.constantFrom('…', '...'), (text, most, mark) => {
      const characters = [...text]
      const expected = characters.length <= most ? text : characters.slice(0, most - mark.length).join('') + mark
      if (cut(text, most, mark) !== expected) throw new Error(JSON.stringify([text, most, cut(text, most, mark)]))
    }),
  )
  t.equal(cut('😀'.repeat(40), 60), '😀'.repeat(40), 'counted in characters')
  t.equal(cut(`x${'😀'.repeat(60)}`, 60, '...'), `x${'😀'.repeat(56)}...`)
})

void t.test('a length is counted in characters', async () => {
  fc.assert(
    fc.property(text, (text) => {
      if (lengthOf(text) !== [...text].length) throw new Error(JSON.stringify(text))
    }),
  )
})

void t.test(
  'a text is made holdable by U+FFFD in the place of what can not be held, and of nothing else',
  async (t) => {
    fc.assert(
      fc.property(text, (text) => {
        const held = holdable(text)
        if (!isHoldable(held) || [...held].length !== [...text].length) throw new Error(JSON.stringify(text))
        if (isHoldable(text) !== (held === text)) throw new Error(JSON.stringify(text))
      }),
    )
    t.equal(holdable('a\0\ud83d😀\udc00'), 'a\ufffd\ufffd😀\ufffd')
  },
)

void t.test(
  'a value is cleaned in every text and name, and is the same object where nothing has to change',
  async (t) => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: text }), (value) => {
        const cleaned = withHoldableTexts(value)
        const json = JSON.stringify(cleaned)
        if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json)) throw new Error(json)
        if ((JSON.stringify(value) === json) !== Object.is(cleaned, value)) throw new Error(json)
      }),
    )
    t.strictSame(withHoldableTexts({ 'a\0': [1, null, { b: '\ud83d' }] }), { 'a\ufffd': [1, null, { b: '\ufffd' }] })
  },
)
