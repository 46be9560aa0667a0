import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { SHARED } from '../../../conformance/shared.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { bodyOf } from '../../../src/documents/conversion/body-of.js'
import type { Converted } from '../../../src/documents/conversion/conversion.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { lawfulItalian } from '../../countries/it/arbitrary-invoice.js'
import { documentOf, line, sound, textsOf } from '../../countries/it/sound-invoice.js'
import { lawfulPolish } from '../../countries/pl/arbitrary-invoice.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { oracleFor } from '../../support/oracle.js'
import { converted, lossesIn, NOW, refused, xml } from './converted.js'

const INPUTS = join(SHARED, 'findings', 'foreign', 'inputs')
/** A document, issued before the day of the conversions. */
const input = (name: string): string =>
  readFileSync(join(INPUTS, `${name}.xml`), 'utf8').replaceAll('2026-11-2', '2026-10-2')
const bodyIn = ({ document }: Converted): InvoiceBody => JSON.parse(document) as InvoiceBody

/** The total and the VAT of each rate, of a FatturaPA or an FA(3). */
function amountsOf(document: string): Readonly<Record<string, string>> {
  const of = (name: string): readonly string[] => textsOf(document.replaceAll(/<(\/?)\w+:/g, '<$1'), name)
  const sums = ['P_15', ...[1, 2, 3, 4].flatMap((each) => [`P_13_${each}`, `P_14_${each}`])]
  const rates = document.split('<DatiRiepilogo>').slice(1)
  const vat = rates.map((each): [string, string] => [
    `${textsOf(each, 'AliquotaIVA')[0]} ${textsOf(each, 'Natura')[0] ?? ''}`,
    `${textsOf(each, 'ImponibileImporto')[0]} ${textsOf(each, 'Imposta')[0]}`,
  ])
  const plain = (amount = ''): string => (amount === '' ? '' : Decimal.of(amount).toString())
  return Object.fromEntries(
    [
      ['total', plain(of('ImportoTotaleDocumento')[0])] as const,
      ...sums.map((name) => [name, plain(of(name)[0])] as const),
      ...vat.filter(([key]) => !key.endsWith(' N1')),
    ].filter(([, amount]) => amount !== '' && amount !== '0' && amount !== '0.00'),
  )
}

/** What `to=json` makes of a document, and the document that is made of that. */
function thereAndBack(document: string, to: 'fatturapa' | 'fa3') {
  const json = converted(xml(document), { to: 'json', validate: true })
  const again = converted({ kind: 'json', body: bodyIn(json) }, { to }).document
  const isMarked = json.losses.some(({ changes }) => changes === 'amount')
  return { json, again, isMarked, valid: json.verdict?.judgement.valid }
}

if (existsSync(INPUTS))
  t.test('documents of other programs come back over the same amounts, and valid in other syntaxes', async (t) => {
    const oracle = oracleFor(t, 'converted documents of other programs')
    for (const [name, to] of [
      ['it-document-discount', 'fatturapa'],
      ['pl-vat-summed-per-line', 'fa3'],
      ['pl-unit-h', 'fa3'],
      ['pl-eur-rate-of-the-invoice', 'fa3'],
      ['pl-paid', 'fa3'],
    ] as const) {
      const { json, again, isMarked, valid } = thereAndBack(input(name), to)
      t.equal(valid, true, `${name} is accepted`)
      t.notOk(isMarked, `${name}: ${lossesIn(json).join('\n')}`)
      t.same(amountsOf(again), amountsOf(input(name)), name)
      for (const syntax of ['ubl', 'cii'] as const) {
        const made = converted(xml(input(name)), { to: syntax, validate: true })
        t.match(made.verdict, { judgement: { valid: true, findings: [] } }, `${name} as ${syntax}`)
        if (oracle === null) continue
        const found = await oracle.judge('en', made.document)
        t.same(
          found.filter(({ flag }) => flag === 'fatal'),
          [],
          `${name} as ${syntax}`,
        )
      }
    }
    const euro = bodyIn(converted(xml(input('pl-eur-rate-of-the-invoice')), { to: 'json' }))
    t.match(euro, { exchangeRate: 4.2831, totals: { grossAmount: 1230 }, lines: [{ unitCode: 'HUR' }] })
    t.match(thereAndBack(input('pl-eur-rate-of-the-invoice'), 'fa3').again, '<P_14_1W>985.11</P_14_1W>')
    t.match(thereAndBack(input('pl-paid'), 'fa3').again, /<Zaplacono>1<\/Zaplacono>\s*<DataZaplaty>2026-10-25</)
    t.notMatch(thereAndBack(input('pl-paid'), 'fa3').again, '<Odliczenia>')
    t.match(bodyIn(converted(xml(input('ro-381-in-invoice')), { to: 'json' })), { invoiceType: 'credit_note' })
    t.equal(bodyIn(converted(xml(input('ro-381-in-invoice')), { to: 'json' })).typeCode, undefined)
  })
else if (process.env['REQUIRE_ORACLE'] === '1') t.fail(`${INPUTS} is not there`)

t.test('a loss that touches an amount is marked, and refused with lossless=true', async (t) => {
  const document = documentOf({}).replace('>122.00</ImportoTotaleDocumento>', '>120.00</ImportoTotaleDocumento>')
  const { losses } = converted(xml(document), { to: 'json' })
  const total = losses.find(({ path }) => path.endsWith('ImportoTotaleDocumento'))
  t.match(total, { changes: 'amount', message: '`ImportoTotaleDocumento` "120.00" is read as "122.00".' })
  t.match(refused(xml(document), { to: 'json', lossless: true }).join(), /ImportoTotaleDocumento/)
  const other = documentOf({}).replace(/<ProgressivoInvio>[^<]*/, '<ProgressivoInvio>1')
  const [progress] = converted(xml(other), { to: 'json' }).losses
  t.equal(progress && 'changes' in progress, false, 'the number of the file is no amount')
  const toUbl = converted({ kind: 'json', body: bodyOf({ ...sound, stampDuty: 2 }, []) }, { to: 'ubl' })
  t.match(
    toUbl.losses.find(({ path }) => path === 'stampDuty'),
    { changes: 'amount' },
  )
})

t.test('what EN 16931 requires and FatturaPA does not is added, changed or reported', async (t) => {
  const ubl = (lines: readonly object[], of: object = {}) =>
    converted(xml(documentOf({ ...of, lines: lines.map((each) => ({ ...line, ...each })) })), {
      to: 'ubl',
      validate: true,
    })
  const discount = ubl([{ allowances: [{ percentage: 10 }], charges: [{ amount: 2 }] }])
  t.match(discount.verdict, { judgement: { valid: true } })
  t.match(discount.document, '<cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>')
  const mixed = ubl([{}, { vatRate: 0, vatCategory: 'O', exemptionReasonCode: 'N2.1' }])
  t.match(mixed.verdict, { judgement: { valid: true } })
  t.match(lossesIn(mixed).join('\n'), /BT-151 \| .*"O" becomes "E" in UBL/)
  const exempt = ubl([{}, { vatRate: 0, vatCategory: 'E' }])
  t.match(exempt.verdict, { judgement: { valid: true } })
  t.match(exempt.document, '<cbc:TaxExemptionReason>Esenti</cbc:TaxExemptionReason>')
  const flatRate = { supplier: { ...sound.supplier, taxRegime: 'RF19' } }
  t.match(
    ubl([{ vatRate: 0, vatCategory: 'E' }], flatRate).document,
    '>Non soggette - altri casi</cbc:TaxExemptionReason>',
  )
  const unit = ubl([{ unitCode: 'carrate' }])
  t.match(unit.verdict, { judgement: { valid: true } })
  t.match(lossesIn(unit).join('\n'), /BT-130 \| .*"carrate" becomes "C62" in UBL/)
  const german = converted(
    xml(documentOf({ lines: [{ ...line, unitCode: 'carrate', allowances: [{ percentage: 10 }] }] })),
    {
      to: 'ubl',
      country: 'DE',
    },
  )
  t.match(german.document, /unitCode="C62"/)
  t.match(german.document, '<cbc:AllowanceChargeReasonCode>95<')
})

t.test('a reason of exemption on a line of CII that the breakdown repeats is no loss', async (t) => {
  const lines = [{ ...line, vatRate: 0, vatCategory: 'E' as const, exemptionReason: 'Esente art. 10' }]
  const cii = converted({ kind: 'json', body: bodyOf({ ...sound, lines }, []) }, { to: 'cii' }).document
  const category = '<ram:CategoryCode>E</ram:CategoryCode>'
  const onLine = (reason: string): string =>
    cii.replace(category, `<ram:ExemptionReason>${reason}</ram:ExemptionReason>${category}`)
  const losses = (document: string) => lossesIn(converted(xml(document), { to: 'ubl' }))
  t.same(losses(onLine('Esente art. 10')), [])
  t.match(losses(onLine('Altro')), [/ram:ExemptionReason.*"Altro" is not read/])
})

/** Changes that other programs make to a FatturaPA, each valid for SdI. */
const italianChanges: readonly ((document: string) => string)[] = [
  (document) => document,
  (document) =>
    withTotal(document, (total) => total.minus(Decimal.of(1))).replace(
      '<ImportoTotaleDocumento>',
      '<ScontoMaggiorazione><Tipo>SC</Tipo><Importo>1.00</Importo></ScontoMaggiorazione><ImportoTotaleDocumento>',
    ),
  (document) => withTotal(document, (total) => total.plus(Decimal.of('0.01'))),
  (document) => document.replace(/<Imposta>(\d+\.\d\d)<(?!.*<Natura>)/, (_, tax: string) => `<Imposta>${cent(tax)}<`),
  (document) => document.replace(/<PrezzoTotale>(\d+\.\d\d)</, '<PrezzoTotale>$12<'),
  (document) =>
    document.replace(/<ImponibileImporto>(\d+\.\d\d)</, (_, sum: string) => `<ImponibileImporto>${cent(sum)}<`),
]

/** Changes that other programs make to an FA(3). */
const polishChanges: readonly ((document: string) => string)[] = [
  (document) => document,
  (document) =>
    document
      .replace(/<P_14_1>(-?\d+\.\d\d)</, (_, tax: string) => `<P_14_1>${cent(tax)}<`)
      .replace(/<P_15>(-?\d+\.\d\d)</, (_, total: string) => `<P_15>${cent(total)}<`),
  (document) => document.replace(/<P_15>(-?\d+\.\d\d)</, (_, total: string) => `<P_15>${cent(total)}<`),
  (document) => document.replace(/<P_9A>[^<]*<\/P_9A>/, ''),
]

const cent = (amount: string): string => Decimal.of(amount).plus(Decimal.of('0.01')).toString()

function withTotal(document: string, change: (total: Decimal) => Decimal): string {
  return document.replace(
    /(<ImportoTotaleDocumento>)([^<]*)/,
    (_, name: string, total: string) => name + change(Decimal.of(total)).toAtLeast(2),
  )
}

for (const [name, to, invoices, changes] of [
  ['Italian', 'fatturapa', lawfulItalian(3), italianChanges],
  ['Polish', 'fa3', lawfulPolish(3), polishChanges],
] as const)
  t.test(`random ${name} documents come back over the same amounts, or a loss says so`, async (t) => {
    let same = 0
    const property = fc.property(invoices, fc.constantFrom(...changes), ({ invoice, attachments }, change) => {
      const others = { ...invoice }
      Reflect.deleteProperty(others, 'format')
      const files = attachments.map((bytes, index) => bytes.subarray(0, invoice.attachments?.[index]?.size))
      const document = change(converted({ kind: 'json', body: bodyOf(others, files) }, { to }).document)
      if (!judgeXml(Buffer.from(document), { now: NOW }).valid) return
      const { again, isMarked, json } = thereAndBack(document, to)
      try {
        assert.deepEqual(amountsOf(again), amountsOf(document))
        same += 1
      } catch (error) {
        assert.ok(isMarked, `${String(error)} ${lossesIn(json).join('\n')} ${document}`)
      }
    })
    fc.assert(property, { seed: SEED, numRuns: triesOf(200) })
    t.ok(same > triesOf(200) / 4, `${same} of ${triesOf(200)} with the same amounts`)
  })

t.test('a tax that is withheld from negative lines comes back', (t) => {
  const document = documentOf({
    lines: [
      { ...line, quantity: -1, withholding: true },
      { ...line, unitPrice: 300 },
    ],
    withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }],
  })
  t.same(textsOf(document, 'ImportoRitenuta'), ['-20.00'])
  // Of lines that are marked, the amount is computed; another one is stated.
  const other = document.replace('>-20.00<', '>-19.00<')
  for (const each of [document, other]) {
    const { again, valid } = thereAndBack(each, 'fatturapa')
    t.equal(valid, true)
    t.same(textsOf(again, 'ImportoRitenuta'), textsOf(each, 'ImportoRitenuta'))
  }
  t.end()
})

t.test('a VAT of 0.00 in the accounting currency comes back, by a rate that the API accepts', (t) => {
  const party = { name: 'A', address: { street: 'Straat 1', city: 'Gent', postalCode: '9000', country: 'BE' } }
  const body = {
    country: 'BE',
    invoiceType: 'invoice',
    number: 'F-1',
    currency: 'HUF',
    exchangeRate: 0.0025,
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    buyerReference: 'REF-1',
    supplier: { ...party, vatNumber: 'BE0403170701' },
    customer: { ...party, vatNumber: 'BE0882341791' },
    lines: [{ description: 'Work', quantity: 1, unitPrice: 5, vatRate: 21, unitCode: 'C62' }],
  } as InvoiceBody
  const { document } = converted({ kind: 'json', body }, { to: 'ubl', validate: true })
  t.match(document, '<cbc:TaxAmount currencyID="EUR">0.00<')
  const json = converted(xml(document), { to: 'json' })
  t.ok(Number(bodyIn(json).exchangeRate) > 0)
  t.same(lossesIn(json), [])
  t.equal(converted({ kind: 'json', body: bodyIn(json) }, { to: 'ubl' }).document, document)

  const impossible = document.replaceAll('"HUF">1.05<', '"HUF">21000000000.00<')
  t.not(impossible, document)
  const without = converted(xml(impossible), { to: 'json' })
  t.equal(bodyIn(without).exchangeRate, undefined, 'no rate of the API is so small')
  t.match(lossesIn(without).join('\n'), 'BT-111')
  t.end()
})

t.test('an amount that is too large for the totals of the JSON is a loss', (t) => {
  const document = documentOf({ lines: [{ ...line, quantity: 50_000, unitPrice: 999_999_999 }] })
  const total = '60999999939000.00'
  t.match(document, `<ImportoTotaleDocumento>${total}<`)
  t.notOk(thereAndBack(document, 'fatturapa').isMarked, 'it is computed')
  const { isMarked, json } = thereAndBack(document.replaceAll(total, '60999999939000.01'), 'fatturapa')
  t.equal(bodyIn(json).totals, undefined)
  t.ok(isMarked, 'a cent more is not')
  t.end()
})
