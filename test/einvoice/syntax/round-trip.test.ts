import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { InvoiceLine, Price } from '../../../src/einvoice/model/lines.js'
import { CII_D22B_SCHEMA, UBL_SCHEMA } from '../../../src/einvoice/schema/schemas.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { Inexpressible } from '../../../src/einvoice/syntax/inexpressible.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { fullInvoice } from '../model/full-invoice.js'
import {
  withFrenchParties,
  withHierarchy,
  withXrechnungExtension,
  XRECHNUNG_EXTENSION,
} from './arbitrary-extensions.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { lawfulModel } from './arbitrary-model.js'
import { plain } from './plain.js'

const seed = SEED
const numRuns = triesOf(300)

/**
 * In UBL a gross price without a discount is one with a discount of nothing: its schema demands
 * the discount.
 */
const ublPrice = (price: Price): Price =>
  price.gross === undefined ? price : { ...price, discount: price.discount ?? Decimal.zero }

/** In CII a discount stands below the gross price that it is taken from. */
const ciiPrice = (price: Price): Price =>
  price.discount === undefined ? price : { ...price, gross: price.discount.plus(price.net ?? Decimal.zero) }

function withPrices(lines: readonly InvoiceLine[], statedAs: (price: Price) => Price): readonly InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    price: statedAs(line.price),
    ...(line.subLines && { subLines: withPrices(line.subLines, statedAs) }),
  }))
}

const UBL = { write: writeUbl, priceAs: ublPrice, schema: UBL_SCHEMA }
const CII = { write: writeCii, priceAs: ciiPrice, schema: CII_D22B_SCHEMA }

const standard = lawfulModel('urn:cen.eu:en16931:2017', 6, 3)
const french = lawfulModel('urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr', 6, 3)
const CASES: readonly (readonly [string, typeof UBL, fc.Arbitrary<Invoice>])[] = [
  ['UBL', UBL, standard],
  ['UBL with the extension of XRechnung', UBL, lawfulModel(XRECHNUNG_EXTENSION, 3).chain(withXrechnungExtension)],
  ['UBL with the extension of France', UBL, french.chain(withHierarchy).chain(withFrenchParties)],
  ['CII', CII, standard],
  ['CII with the extension of France', CII, french.chain(withHierarchy).chain(withFrenchParties)],
]

for (const [name, { write, priceAs, schema }, models] of CASES)
  t.test(`what is written as ${name} obeys the schema, is read again as it was, and nothing is left over`, (t) => {
    fc.assert(
      fc.property(models, (invoice) => {
        const { document, invoice: read, report } = readInvoice(Buffer.from(write(invoice)))
        assert.deepStrictEqual(plain(read), plain({ ...invoice, lines: withPrices(invoice.lines, priceAs) }))
        assert.deepStrictEqual(
          report.unread().map(({ path }) => path),
          [],
        )
        assert.deepStrictEqual(report.faults, [])
        assert.deepStrictEqual(Array.from(schema.faults(document.root)), [])
      }),
      { seed, numRuns },
    )
    t.end()
  })

t.test('what a document type has no place for is refused rather than left out', (t) => {
  const payments = [{ type: 'Toll', amount: Decimal.of('5'), description: 'Collected for the road authority' }]
  const invoice = fullInvoice('invoice')
  t.throws(() => writeUbl({ ...fullInvoice('creditNote'), thirdPartyPayments: payments }), Inexpressible)
  t.throws(() => writeCii({ ...invoice, thirdPartyPayments: payments }), Inexpressible)
  const { payment, ...unpaid } = invoice
  t.ok(payment)
  t.throws(() => writeUbl({ ...unpaid, frenchParties: { payer: invoice.buyer } }), Inexpressible)
  const lines = invoice.lines.map((line) => ({ ...line, subLines: [line] }))
  t.throws(() => writeCii({ ...invoice, lines }), Inexpressible)
  t.doesNotThrow(() => writeCii({ ...invoice, thirdPartyPayments: [] }))
  t.end()
})
