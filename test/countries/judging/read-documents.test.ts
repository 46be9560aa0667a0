import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { SHARED } from '../../../conformance/shared.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { COUNTRIES } from '../../../src/countries/registry.js'
import type { InvoiceRequest, Syntax } from '../../../src/domain/request/invoice-request.js'
import { type InvoiceDocument, parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { faulty, lawful, RANDOM_COUNTRIES, type RandomCountry } from '../../support/random/countries.js'
import { withEveryTerm } from '../../support/random/every-term.js'
import { invoicingOf } from '../../support/random/official-judge.js'
import { SEED, triesOf } from '../../support/random/sample.js'

/** Documents of a country in a syntax, read back. */
function reader(invoicing: Invoicing) {
  return (document: string | InvoiceDocument) => {
    return invoicing.read(typeof document === 'string' ? parseInvoice(Buffer.from(document, 'utf8')) : document)
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** A cash discount before another line: read as a field, which is written behind the lines. */
const DISCOUNT_FIRST = /^#SKONTO#.*\r?\n(?!#SKONTO#)./m

for (const code of Object.keys(RANDOM_COUNTRIES) as RandomCountry[]) {
  const invoicing = invoicingOf(code)
  const read = reader(invoicing)
  const random = fc
    .oneof(lawful(code, 12), faulty(code, 5), withEveryTerm(lawful(code, 5)))
    .filter(({ invoice }) => !DISCOUNT_FIRST.test(invoice.paymentMeans?.paymentTerms ?? ''))
    .map(({ invoice, attachments }) => ({
      invoice,
      // Some are drawn to be called empty.
      attachments: attachments.map((bytes, index) => bytes.subarray(0, invoice.attachments?.[index]?.size)),
    }))
  const formats = invoicing.formats as readonly Syntax[]
  const written = (invoice: InvoiceRequest, attachments: readonly Uint8Array[], format: Syntax): string =>
    invoicing.convert({ ...invoice, format }, attachments).xml

  for (const format of formats) {
    t.test(`${code}, ${format}: what is read from a document makes the same document again`, async (t) => {
      fc.assert(
        fc.property(random, ({ invoice, attachments }) => {
          const document = written(invoice, attachments, format)
          const back = read(document)
          assert.equal(back.request.format, format)
          assert.deepEqual(
            back.unread.map(({ path }) => path),
            [],
          )
          assert.deepEqual(back.attachments.map(base64), attachments.map(base64))
          for (const each of formats)
            assert.equal(written(back.request, back.attachments, each), written(invoice, attachments, each))
          const again = read(written(back.request, back.attachments, format))
          assert.deepEqual(again.request, back.request, 'it is in the normal form')
        }),
        { seed: SEED, numRuns: triesOf(150) },
      )
      t.pass(`${triesOf(150)} invoices`)
    })
  }
}

t.test('foreign documents are read with all their faults, and keep their meaning when they are written', async (t) => {
  const examples = join(SHARED, 'artefacts', 'examples')
  if (!existsSync(examples)) {
    t.comment('left out, as the official examples are not on this machine')
    return
  }
  let count = 0
  for (const code of Object.keys(RANDOM_COUNTRIES) as RandomCountry[]) {
    const invoicing = invoicingOf(code)
    const read = reader(invoicing)
    const folders = ['valid', 'invalid'].map((kind) => join(examples, code.toLowerCase(), kind))
    const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    for (const file of files.filter((each) => each.endsWith('.xml') && !each.includes('CDV'))) {
      const document = parsed(readFileSync(file))
      if (document === null || !invoicing.formats.some((format) => format === document.detected.syntax)) continue
      const { request, attachments, model } = read(document)
      t.equal(request.lines.length, model.lines.length, file)
      // What the country adds or corrects is added or corrected once.
      const { xml } = invoicing.convert(request, attachments)
      const again = read(xml)
      t.equal(invoicing.convert(again.request, again.attachments).xml, xml, file)
      count += 1
    }
  }
  t.ok(count > 500, `${count} documents`)
})

/** Rules of ours that official examples break: invented numbers, former rates and currencies. */
const BROKEN_BY_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  RO: ['CW-RO-CURRENCY', 'CW-RO-CUSTOMER-CUI', 'CW-RO-ISSUE-DATE', 'CW-RO-SUPPLIER-VAT', 'CW-RO-VAT-RATE'],
  DE: ['CW-DE-CUSTOMER-VAT', 'CW-DE-SUPPLIER-VAT'],
}

t.test('what the official artefacts find valid is valid to be sent, but for what examples invent', async (t) => {
  const examples = join(SHARED, 'artefacts', 'examples')
  if (!existsSync(examples)) {
    t.comment('left out, as the official examples are not on this machine')
    return
  }
  // On no day do all of them lie in the past of the governments that look at that.
  const now = new Date('2099-12-31T12:00:00Z')
  let count = 0
  for (const { code } of Object.values(COUNTRIES)) {
    const folder = join(examples, code.toLowerCase(), 'valid')
    if (!existsSync(folder)) continue
    const broken = new Set<string>()
    for (const file of readdirSync(folder).filter((each) => each.endsWith('.xml'))) {
      const bytes = readFileSync(join(folder, file))
      if (!judgeXml(bytes, { country: code, now }).valid) continue
      count += 1
      for (const { rule, severity } of judgeXml(bytes, { country: code, now, isToBeSent: true }).findings)
        if (severity === 'fatal') broken.add(rule)
    }
    t.strictSame([...broken].sort(), BROKEN_BY_EXAMPLES[code] ?? [], code)
  }
  t.ok(count > 150, `${count} documents`)
})

/** null: the example is no XML, or no invoice. */
function parsed(bytes: Uint8Array): InvoiceDocument | null {
  try {
    return parseInvoice(bytes)
  } catch {
    return null
  }
}
