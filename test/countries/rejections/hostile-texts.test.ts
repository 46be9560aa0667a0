import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { TEXT_BYTES } from '../../../src/processors/work/event-texts.js'
import { explained } from '../../../src/processors/work/faults.js'
import { acceptedSamples } from '../accepted-sample.js'
import { COLLECTED } from './catalogues.js'

/** The most CPU time of one explanation, for which hundreds of wordings are searched. */
const LIMIT_MS = 500
const LENGTH = 40_000

/** Texts of a platform that has no catalogue, or of one that wants to stop us. */
const TEXTS: Readonly<Record<string, string>> = {
  'a word': 'a'.repeat(1221),
  'a long word': 'a'.repeat(LENGTH),
  'a path': 'a/'.repeat(LENGTH / 2),
  'names of rules': 'BR-'.repeat(LENGTH / 3),
  'open quotes': "element '".repeat(LENGTH / 9),
  'names of elements': 'cbc:ID '.repeat(LENGTH / 7),
  digits: '1'.repeat(LENGTH),
  blanks: ' '.repeat(LENGTH),
}

for (const { country, catalogue } of COLLECTED)
  t.test(`${country}: no text is slow to explain`, (t) => {
    catalogue.explain('the catalogue is made')
    for (const [name, text] of Object.entries(TEXTS)) {
      const before = process.cpuUsage()
      catalogue.explain(text)
      const { user, system } = process.cpuUsage(before)
      t.ok(user + system < LIMIT_MS * 1000, `${name}: ${Math.round((user + system) / 1000)} ms`)
    }
    t.end()
  })

t.test('a text is cut to the length of its field before it is explained', (t) => {
  const [invoice] = acceptedSamples('RO', '2026-11-21').map((each) => each.invoice)
  let seen = ''
  const invoicing = {
    explain: (text: string) => {
      seen = text
      return { errorTranslated: 'x', errorFix: 'y' }
    },
  } as unknown as Invoicing
  if (invoice === undefined) throw new Error('no sample')
  const { errorMessage } = explained(invoicing, 'x'.repeat(1_000_000), 'rejected', invoice)
  t.ok(seen.length <= TEXT_BYTES)
  t.equal(errorMessage, seen)
  t.end()
})
