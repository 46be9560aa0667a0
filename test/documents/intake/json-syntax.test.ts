import fc from 'fast-check'
import t from 'tap'
import { syntaxFault } from '../../../src/documents/intake/json-syntax.js'

t.test('a broken text is reported with its place and what was expected there', async (t) => {
  for (const [text, at, message] of [
    ['{"country":"RO",}', 16, 'remove the comma before "}"'],
    ['[1, ]', 4, 'remove the comma before "]"'],
    ["{'country':1}", 1, 'expected a name in double quotation marks, or "}", but found "\'"'],
    ['{country:1}', 1, 'expected a name in double quotation marks, or "}", but found "c"'],
    ['{"a":1,b:2}', 7, 'expected a name in double quotation marks, but found "b"'],
    ['{"a":1', 6, 'expected "," or "}", but it ends'],
    ['{"a":"x"\n"b":1}', 9, 'expected "," or "}", but found "\\""'],
    ['[1 2]', 3, 'expected "," or "]", but found "2"'],
    ['{"a" 1}', 5, 'expected ":" after the name, but found "1"'],
    ['{"a":RO}', 5, 'expected a value, but found "R"; a text stands in double quotation marks'],
    ['{"a":}', 5, 'expected a value, but found "}"'],
    ['[,1]', 1, 'expected a value or "]", but found ","'],
    ['NaN', 0, 'expected a value, but found "N"; a text stands in double quotation marks'],
    ['<Invoice/>', 0, 'expected a value, but found "<"'],
    ['{"a":1} x', 8, 'expected nothing after the end of the value, but found "x"'],
    ['{"a":01}', 6, 'a number does not begin with 0'],
    ['{"a":1.}', 6, 'expected digits after the decimal point'],
    ['{"a":-}', 5, 'expected a digit after "-"'],
    ['{"a":1,00}', 7, 'expected a name in double quotation marks, but found "0"; a decimal is written with a point'],
    ['{"a":"x\ny"}', 7, 'a line break within a text is written \\n'],
    ['{"a":"\t"}', 6, 'a tab within a text is written \\t'],
    ['{"a":"\u0007"}', 6, 'U+0007 within a text is written \\u0007'],
    ['{"a":"C:\\temp\\x"}', 13, 'a backslash within a text is written \\\\'],
    ['{"a":"x}', 5, 'the text that begins there has no closing quotation mark'],
    ['{"a":1}\u0000', 7, 'expected nothing after the end of the value, but found U+0000'],
    ['[\u{1F600}]', 1, 'expected a value or "]", but found "\u{1F600}"'],
  ] as const) {
    t.same(syntaxFault(text), { at, message }, text)
  }
})

const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

t.test('a text has a fault exactly if JSON.parse refuses it', async () => {
  const pieces = fc.constantFrom(...'{}[],:"\\\'0123456789-+.eEtfn \n\t\u0001xu', 'true', 'null', '""', '"a":')
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), pieces), { maxLength: 3 }),
      (json, edits) => {
        const text = edits.reduce((before, [place, removed, added]) => {
          const at = place % (before.length + 1)
          return before.slice(0, at) + added + before.slice(at + removed)
        }, json)
        return (syntaxFault(text) === null) === parses(text)
      },
    ),
    { numRuns: 3_000 },
  )
})

t.test('neither depth nor length matter', async (t) => {
  const deep = '['.repeat(500_000)
  t.equal(syntaxFault(deep)?.at, 500_000)
  t.equal(syntaxFault(`${deep}${']'.repeat(500_000)}`), null)
  t.equal(syntaxFault(`["${'\\\\'.repeat(1_000_000)}"`)?.at, 2_000_003)
})
