import t from 'tap'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { termPaths } from '../../../src/einvoice/syntax/term-paths.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { fullInvoice } from '../model/full-invoice.js'

/**
 * Every term and group of EN 16931-1; there is no BT-4, and BG-2 is BT-23 and BT-24, which stand
 * apart.
 */
const TERMS = [
  ...numbered('BT', 1, 165).filter((term) => term !== 'BT-4'),
  ...numbered('BG', 1, 32).filter((term) => term !== 'BG-2'),
]

function numbered(kind: 'BT' | 'BG', from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${kind}-${from + index}`)
}

const DOCUMENTS: readonly (readonly ['ubl' | 'cii', (invoice: Invoice) => string])[] = [
  ['ubl', writeUbl],
  ['cii', writeCii],
]

for (const [syntax, write] of DOCUMENTS)
  for (const kind of ['invoice', 'creditNote'] as const)
    t.test(`every term has its place in a ${kind} in ${syntax.toUpperCase()}`, async (t) => {
      const document = parseInvoice(Buffer.from(write(fullInvoice(kind))))
      const paths = termPaths(document.detected.root)
      for (const term of TERMS) {
        const path = paths.pathOf(term) ?? ''
        t.not(path, '', `${term} has a place`)
        const elements = document.census.get(path)?.elements ?? []
        // BT-7 and BT-8 exclude one another.
        if (term !== 'BT-8') t.ok(elements.length > 0, `${term} is at ${path}`)
        const [element] = elements
        if (element !== undefined) t.equal(paths.pathOf(paths.termOf(element)), path, `${term} shares its place`)
      }
    })
