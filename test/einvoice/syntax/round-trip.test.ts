import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { writeCii } from '../../../src/einvoice/syntax/cii.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl.js'
import { lawfulModel } from './arbitrary-model.js'
import { plain } from './plain.js'

/** The seed is fixed, so that a failure is the same for everyone; SEED=… tries others. */
const seed = Number(process.env['SEED'] ?? 20261121)
const numRuns = 300 * Number(process.env['RUNS'] ?? 1)

for (const [name, write] of [
  ['UBL', writeUbl],
  ['CII', writeCii],
] as const)
  t.test(`what is written as ${name} is read again as it was, and nothing is left over`, (t) => {
    fc.assert(
      fc.property(lawfulModel('urn:cen.eu:en16931:2017'), (invoice) => {
        const { invoice: read, report } = readInvoice(Buffer.from(write(invoice)))
        assert.deepStrictEqual(plain(read), plain(invoice))
        assert.deepStrictEqual(
          report.unread().map(({ path }) => path),
          [],
        )
        assert.deepStrictEqual(report.faults, [])
      }),
      { seed, numRuns },
    )
    t.end()
  })
