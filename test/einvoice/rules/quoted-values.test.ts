import fc from 'fast-check'
import t from 'tap'
import { quoted } from '../../../src/einvoice/rules/judge.js'
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
      if (simpleFault(text, code) !== `${shown} is not one of the values allowed`) throw new Error(text)
      const { message } = new UnwritableText(text)
      if (message.includes('\\ud')) throw new Error(message)
    }),
  )
  t.equal(quoted(undefined), 'nothing')
})
