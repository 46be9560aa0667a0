import fc from 'fast-check'
import t from 'tap'
import { quoted } from '../../../src/einvoice/xml/quoted.js'
import { simpleFault } from '../../../src/einvoice/schema/simple-type.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'

const text = fc
  .array(fc.constantFrom('a', 'ș', '漢', '😀', '\u{10FFFF}'), { minLength: 50, maxLength: 90 })
  .map((letters) => letters.join(''))
const code = { base: 'token', least: 0, most: Infinity, values: new Set(['x']), fixed: null }

void t.test('a finding that names a long value cuts no character in two', async (t) => {
  fc.assert(
    fc.property(text, (text) => {
      const shown = [...text].length > 60 ? `"${[...text].slice(0, 57).join('')}..."` : `"${text}"`
      if (quoted(text) !== shown) throw new Error(quoted(text))
      if (simpleFault(text, code) !== `${shown} is not one of the allowed values`) throw new Error(text)
      const { message } = new UnwritableText(text)
      if (message.includes('\\ud')) throw new Error(message)
    }),
  )
  t.pass('every text')
})

void t.test('invisible characters are shown by their code points', async (t) => {
  const shown = (code: number): string => quoted(`a${String.fromCodePoint(code)}b`)
  for (const code of [0x09, 0x0a, 0x7f, 0x85, 0xa0, 0xad, 0x200b, 0x202e, 0x2028, 0xfeff])
    t.equal(shown(code), `"a\\u{${code.toString(16)}}b"`)
  for (const code of [0x20, 0x41, 0x219, 0x1f600]) t.equal(shown(code), `"a${String.fromCodePoint(code)}b"`)
})
