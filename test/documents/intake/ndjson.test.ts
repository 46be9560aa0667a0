import fc from 'fast-check'
import t from 'tap'
import { ndjsonLines } from '../../../src/documents/intake/ndjson.js'

t.test('the lines are those between line ends that are not blank, with their numbers', (t) => {
  const bodies = fc.array(fc.constantFrom('\n', ' ', '\r', '\t', 'a', '{'), { maxLength: 20 })
  fc.assert(
    fc.property(bodies, fc.nat(4), (characters, atMost) => {
      const text = characters.join('')
      const expected = text
        .split('\n')
        .map((content, index) => ({ line: index + 1, content }))
        .filter(({ content }) => content.trim() !== '')
        .slice(0, atMost)
      const found = ndjsonLines(Buffer.from(text), atMost)
      const shown = found.map(({ line, bytes }) => ({ line, content: bytes.toString() }))
      return JSON.stringify(shown) === JSON.stringify(expected)
    }),
  )
  t.pass()
  t.end()
})
