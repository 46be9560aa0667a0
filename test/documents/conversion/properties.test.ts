import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { SHARED } from '../../../conformance/shared.js'
import { bodyOf } from '../../../src/documents/conversion/body-of.js'
import { convertDocument } from '../../../src/documents/conversion/convert.js'
import type { Target } from '../../../src/documents/conversion/conversion.js'
import { COUNTRIES } from '../../../src/countries/registry.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { lossesBetween } from '../../../src/einvoice/syntax/losses.js'
import type { Identifier, Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { lawfulItalian } from '../../countries/it/arbitrary-invoice.js'
import { lawfulPolish } from '../../countries/pl/arbitrary-invoice.js'
import { collapsed } from '../../countries/pl/normal-form.js'
import { withHierarchy } from '../../einvoice/syntax/arbitrary-extensions.js'
import { lawfulModel } from '../../einvoice/syntax/arbitrary-model.js'
import { plain } from '../../einvoice/syntax/plain.js'
import { oracleFor } from '../../support/oracle.js'
import { lawful, RANDOM_COUNTRIES, type RandomCountry } from '../../support/random/countries.js'
import { withEveryTerm } from '../../support/random/every-term.js'
import type { RandomInvoice } from '../../support/random/invoice.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { converted, NOW, xml } from './converted.js'

const FRENCH_EXTENSION = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'
const models = fc.oneof(
  lawfulModel('urn:cen.eu:en16931:2017', 6),
  lawfulModel(FRENCH_EXTENSION, 6, 3).map(withSchemes).chain(withHierarchy),
)

/** France wants a scheme of every identifier in UBL. */
function withSchemes(model: Invoice): Invoice {
  const known = ({ scheme }: Identifier): boolean => scheme !== undefined
  const { seller, buyer, payee, delivery } = model
  const identifier = payee?.identifier && known(payee.identifier) ? payee.identifier : undefined
  const location = delivery?.location && known(delivery.location) ? delivery.location : undefined
  return {
    ...model,
    seller: { ...seller, identifiers: seller.identifiers.filter(known) },
    buyer: { ...buyer, identifiers: buyer.identifiers.filter(known) },
    payee: payee && { ...payee, identifier },
    delivery: delivery && { ...delivery, location },
    // BR-FR-CO-07.
    paymentDueDate: model.issueDate,
  }
}

const NO_GROSS = { gross: undefined, discount: undefined }

for (const [name, write, there, back] of [
  ['UBL -> CII -> UBL', writeUbl, 'cii', 'ubl'],
  ['CII -> UBL -> CII', writeCii, 'ubl', 'cii'],
] as const)
  t.test(`${name} gives the same semantic model, and loses nothing`, async (t) => {
    fc.assert(
      fc.property(models, (model) => {
        const document = write(model)
        const other = converted(xml(document), { to: there })
        const again = converted(xml(other.document), { to: back })
        assert.deepStrictEqual([...other.losses, ...again.losses], [])
        assert.deepStrictEqual(lossesIn(again.document), lossesIn(document))
      }),
      { seed: SEED, numRuns: triesOf(200) },
    )
    t.pass(`${triesOf(200)} models`)
  })

/** The model without what a syntax must say: a discount of zero, and its gross price. */
function lossesIn(document: string): unknown {
  const { invoice } = readInvoice(Buffer.from(document, 'utf8'))
  return plain({ ...invoice, lines: invoice.lines.map((line) => ({ ...line, price: { ...line.price, ...NO_GROSS } })) })
}

t.test('a term that is taken out of a model is a loss, and nothing else is', async (t) => {
  fc.assert(
    fc.property(lawfulModel('urn:cen.eu:en16931:2017', 4), fc.nat(), (model, seed) => {
      assert.deepStrictEqual(lossesBetween(model, structuredCopy(model)), [])
      const fields = (['notes', 'lines', 'payment', 'delivery', 'buyerReference', 'seller'] as const).filter(
        (field) => JSON.stringify(plain(model[field]) ?? null).length > 4,
      )
      const field = fields[seed % fields.length] ?? 'lines'
      const empty = Array.isArray(model[field]) ? [] : undefined
      const losses = lossesBetween(model, { ...model, [field]: empty })
      assert.ok(losses.length > 0, field)
      assert.deepStrictEqual(lossesBetween({ ...model, [field]: empty }, model), [])
    }),
    { seed: SEED, numRuns: triesOf(200) },
  )
  t.pass(`${triesOf(200)} models`)
})

/** The same with lists in another order, which says the same. */
function structuredCopy(model: Invoice): Invoice {
  return { ...model, notes: model.notes.toReversed(), supportingDocuments: model.supportingDocuments.toReversed() }
}

const countries: Readonly<Record<string, readonly [fc.Arbitrary<RandomInvoice>, readonly Target[]]>> = {
  ...Object.fromEntries(
    (Object.keys(RANDOM_COUNTRIES) as RandomCountry[]).map((code) => [
      code,
      [
        fc.oneof(lawful(code, 8), withEveryTerm(lawful(code, 4)).map(withoutContradiction)),
        COUNTRIES[code].invoicing?.formats ?? [],
      ],
    ]),
  ),
  // Amounts in another currency stand in FatturaPA as remarks on its lines.
  IT: [lawfulItalian(8).filter(({ invoice }) => invoice.currency === 'EUR'), ['fatturapa']],
  PL: [lawfulPolish(8).map((random) => ({ ...random, invoice: collapsed(random.invoice) })), ['fa3']],
}

/** Whether documents of a country are read. */
function isRead(code: CountryCode): boolean {
  return COUNTRIES[code].invoicing?.read !== undefined
}

/** A code that is none of a credit note is refused for one. */
function withoutContradiction(random: RandomInvoice): RandomInvoice {
  const invoice = { ...random.invoice }
  Reflect.deleteProperty(invoice, 'typeCode')
  return invoice.invoiceType === 'credit_note' ? { ...random, invoice } : random
}

for (const [code, [invoices, formats]] of Object.entries(countries).filter(([code]) => isRead(code as CountryCode)))
  for (const to of formats)
    t.test(`${code}: JSON -> ${to} -> JSON says the same`, async (t) => {
      fc.assert(
        fc.property(invoices, ({ invoice, attachments }) => {
          const files = attachments.map((bytes, index) => bytes.subarray(0, invoice.attachments?.[index]?.size))
          const others = { ...invoice }
          Reflect.deleteProperty(others, 'format')
          const document = converted({ kind: 'json', body: bodyOf(others, files) }, { to }).document
          const json = converted(xml(document), { to: 'json', country: invoice.country })
          assert.deepStrictEqual(json.losses, [])
          const body = JSON.parse(json.document) as InvoiceBody
          const again = converted({ kind: 'json', body }, { to }).document
          assert.equal(again, document, 'the same document again')
          assert.equal(converted(xml(again), { to: 'json', country: invoice.country }).document, json.document)
        }),
        { seed: SEED, numRuns: triesOf(60) },
      )
      t.pass(`${triesOf(60)} invoices`)
    })

const examples = join(SHARED, 'artefacts', 'examples')
const FOLDERS = ['en', 'be', 'de', 'fr', 'ro', 'it', 'pl'] as const

function documents(): readonly (readonly [folder: (typeof FOLDERS)[number], name: string, bytes: Buffer])[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(examples, folder, 'valid'))
      .filter((name) => name.endsWith('.xml'))
      .map((name) => [folder, name, readFileSync(join(examples, folder, 'valid', name))] as const),
  )
}

t.test(
  'every official example is converted into every format, or refused in words, and nothing is passed over',
  async (t) => {
    if (!existsSync(examples)) {
      if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the official examples are not there')
      else t.comment('left out, as the official examples are not there: converting them')
      return
    }
    let conversions = 0
    for (const [folder, name, bytes] of documents())
      for (const to of ['json', 'ubl', 'cii', 'fatturapa', 'fa3'] as const) {
        const country = to === 'json' ? ({ en: 'BE', fr: 'FR' } as const)[folder as string] : undefined
        const made = convertDocument(xml(bytes), { to, country, now: NOW })
        if ('refused' in made) {
          assert.ok(made.refused.length > 0, `${name} ${to}`)
          continue
        }
        conversions += 1
        if (to === 'ubl' || to === 'cii') everythingIsAccountedFor(bytes, made.document, made.losses, `${name} ${to}`)
      }
    t.ok(conversions > 500, `${conversions} conversions`)
  },
)

type Losses = readonly { readonly path: string; readonly term: string }[]

/** What the old document says is in the new one, or among the losses. */
function everythingIsAccountedFor(bytes: Buffer, result: string, losses: Losses, name: string): void {
  const detected = parseInvoice(bytes).detected.syntax
  if (detected !== 'ubl' && detected !== 'cii') return
  const document = readInvoice(bytes)
  const lost = new Set(losses.map(({ path }) => path))
  for (const { path, name: element } of document.report.unread())
    assert.ok(lost.has(path) || element === 'cbc:UBLVersionID', `${name}: ${path}`)
  const terms = new Set(losses.map(({ term }) => term))
  for (const { term, value } of lossesBetween(document.invoice, readInvoice(Buffer.from(result)).invoice)) {
    const isInvoiceCurrency = term === 'BT-6' && value === document.invoice.currency
    assert.ok(terms.has(term) || term === 'BT-148' || isInvoiceCurrency, `${name}: ${term}`)
  }
}

t.test('what is made of valid examples of plain EN 16931 is valid by the official artefacts', async (t) => {
  const oracle = oracleFor(t, 'converted examples against the official artefacts')
  if (oracle === null) return
  let judged = 0
  for (const [, name, bytes] of documents()
    .filter(([folder]) => folder === 'en')
    .slice(0, 30)) {
    const to = readInvoice(bytes).document.detected.syntax === 'ubl' ? 'cii' : 'ubl'
    const document = converted(xml(bytes), { to }).document
    const before = fatal(await oracle.judge('en', bytes.toString('utf8')))
    const after = fatal(await oracle.judge('en', document))
    assert.deepStrictEqual(
      after.filter((id) => !before.includes(id)),
      [],
      name,
    )
    judged += 1
  }
  t.equal(judged, 30)
})

function fatal(findings: readonly { readonly id: string; readonly flag: string }[]): readonly string[] {
  return findings.filter(({ flag }) => flag === 'fatal').map(({ id }) => id)
}
