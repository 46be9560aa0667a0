import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../src/einvoice/model/invoice-model.js'
import { writeUbl } from '../../src/einvoice/syntax/ubl/write/document.js'
import { UnwritableText } from '../../src/einvoice/syntax/document-sink.js'
import { XmlWriter } from '../../src/einvoice/syntax/xml-writer.js'
import { oracleFor } from '../support/oracle.js'
import { fullInvoice } from './model/full-invoice.js'

t.test('characters that mean something to XML are escaped', async (t) => {
  const xml = new XmlWriter()
  xml.text('a', 'x & <y> "z" \r\n]]>', { b: 'p & <q> "r"\n\ts' })
  t.match(xml.toString(), '<a b="p &amp; &lt;q&gt; &quot;r&quot;&#10;&#9;s">x &amp; &lt;y&gt; "z" &#13;\n]]&gt;</a>')
})

t.test('a text that XML cannot express is refused rather than written', async (t) => {
  for (const text of ['\u0000', 'a\u0008b', '\uFFFF', '\uFFFE', '\uD800', 'x\uDC00'])
    t.throws(
      () => {
        new XmlWriter().text('a', text)
      },
      UnwritableText,
      JSON.stringify(text),
    )
  t.throws(() => {
    new XmlWriter().text('a', 'ok', { b: '\u0001' })
  }, UnwritableText)
  t.doesNotThrow(() => {
    new XmlWriter().text('a', 'tab\t line\n 😀 \u0085')
  })
})

t.test('a group without content is not written', async (t) => {
  const xml = new XmlWriter()
  xml.group('a', () => {
    xml.group('b', () => {
      xml.text('c', undefined)
    })
  })
  t.equal(xml.toString(), '<?xml version="1.0" encoding="UTF-8"?>\n')
})

t.test('an amount with more than two decimals is written as it is', async (t) => {
  const invoice: Invoice = {
    ...fullInvoice('invoice'),
    totals: { ...fullInvoice('invoice').totals, due: Decimal.of('1.005') },
  }
  t.match(writeUbl(invoice), '<cbc:PayableAmount currencyID="EUR">1.005</cbc:PayableAmount>')
})

t.test('an invoice that uses every term of the standard obeys schema and rules', async (t) => {
  const oracle = oracleFor(t, 'a document with every business term against EN 16931')
  for (const kind of ['invoice', 'creditNote'] as const) {
    const xml = writeUbl(fullInvoice(kind))
    t.match(xml, kind === 'invoice' ? '<Invoice ' : '<CreditNote ')
    if (oracle === null) continue
    const findings = await oracle.judge('en', xml)
    t.same(
      findings.filter(({ flag }) => flag === 'fatal'),
      [],
      kind,
    )
  }
})

t.test('no file of code lists is empty', async (t) => {
  const directory = join(import.meta.dirname, '..', '..', 'src', 'einvoice', 'codes')
  t.ok(readdirSync(directory).length > 10)
  t.ok(readFileSync(join(directory, 'units.js'), 'utf8').length > 5000)
})
