import t from 'tap'
import { frenchInvoice } from '../../../src/countries/fr/invoice.js'
import { FLOW_2_DOCUMENTS } from '../../../src/countries/fr/documents.js'
import { OCTOBER } from '../../../src/countries/fr/editions.js'
import { flow2Assertions } from '../../../src/countries/fr/rules/flow2.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { brokenRules } from '../../support/judged-model.js'

const TODAY = '2026-11-21'
const address = { street: '14 quai de la Fosse', city: 'Nantes', postalCode: '44000', country: 'FR' }
const sound = frenchInvoice({
  country: 'FR',
  invoiceType: 'invoice',
  number: 'F-1',
  currency: 'EUR',
  issueDate: TODAY,
  dueDate: '2026-12-21',
  supplier: { vatNumber: 'FR82812473155', name: 'Vendeur', address, siret: '81247315500024' },
  customer: { vatNumber: 'FR43394728612', name: 'Acheteur', address },
  lines: [{ description: 'Conseil', quantity: 2, unitPrice: 100, vatRate: 20, unitCode: 'HUR', discount: 1 }],
})
const creditNote: Invoice = {
  ...sound,
  kind: 'creditNote',
  typeCode: '381',
  precedingInvoices: [{ number: 'F-0', issueDate: '2026-10-01' }],
}
const [line] = sound.lines as [Invoice['lines'][number]]
const [entry] = sound.vatBreakdown as [Invoice['vatBreakdown'][number]]
const { seller, buyer, totals, notes } = sound
const n = (text: string): Decimal => Decimal.of(text)

function brokenIn(syntax: 'ubl' | 'cii', invoice: Invoice): string[] {
  return brokenRules(invoice, FLOW_2_DOCUMENTS, syntax).filter((rule) => rule.startsWith('BR-FR-'))
}

const without = (code: string): Partial<Invoice> => ({ notes: notes.filter(({ subjectCode }) => subjectCode !== code) })
const twice = (code: string): Partial<Invoice> => ({
  notes: [
    ...notes.filter((each) => each.subjectCode !== code),
    ...[1, 2].map(() => ({ subjectCode: code, text: 'x' })),
  ],
})
const bar = (...texts: string[]): Partial<Invoice> => ({
  notes: [
    ...texts.map((text) => ({ subjectCode: 'BAR', text })),
    ...notes.filter(({ subjectCode }) => subjectCode !== 'BAR'),
  ],
})
const allowance = { amount: n('1'), vatCategory: 'S', vatRate: n('20'), reason: 'x' }
const withLine = (change: Partial<Invoice['lines'][number]>): Partial<Invoice> => ({ lines: [{ ...line, ...change }] })
const withTotals = (change: Partial<Invoice['totals']>): Partial<Invoice> => ({ totals: { ...totals, ...change } })
const withSeller = (change: Partial<Invoice['seller']>): Partial<Invoice> => ({ seller: { ...seller, ...change } })
const withBuyer = (change: Partial<Invoice['buyer']>): Partial<Invoice> => ({ buyer: { ...buyer, ...change } })
const id = (value: string, scheme?: string) => ({ value, scheme })
const HUGE = n('123456789012345678')
const FINE = n('1.001')

/**
 * For each rule something that breaks it: the id for UBL, the one for CII where it differs (null:
 * there is none).
 */
const BROKEN: readonly (readonly [ubl: string | null, cii: string | null, change: Partial<Invoice>, base?: Invoice])[] =
  [
    ['BR-FR-01_BT-1-1', 'BR-FR-01_BT-1', { number: 'F'.repeat(36) }],
    ['BR-FR-01_BT-1-2', null, { number: 'F 1' }],
    ['BR-FR-02_BT-1', 'BR-FR-02_BT-1', { number: 'F.1' }],
    ['BR-FR-01_BT-25-1', 'BR-FR-01_BT-25', { precedingInvoices: [{ number: 'F'.repeat(36) }] }],
    ['BR-FR-01_BT-25-2', null, { precedingInvoices: [{ number: 'F 1' }] }],
    ['BR-FR-02_BT-25', 'BR-FR-02_BT-25', { precedingInvoices: [{ number: 'F 1' }] }],
    ['BR-FR-03_BT-2', 'BR-FR-03_BT-2', { issueDate: '2026-02-29' }],
    ['BR-FR-03_BT-7', 'BR-FR-03_BT-7', { taxPointDate: '1999-01-01' }],
    ['BR-FR-03_BT-9', 'BR-FR-03_BT-9', { paymentDueDate: '2100-01-01' }],
    [null, 'BR-FR-03_BT-9', { paymentDueDate: '2100-01-01' }, creditNote],
    ['BR-FR-03_BT-26', 'BR-FR-03_BT-26', { precedingInvoices: [{ number: 'F-0', issueDate: '1999-01-01' }] }],
    ['BR-FR-03_BT-72', 'BR-FR-03_BT-72', { delivery: { date: '1999-01-01' } }],
    ['BR-FR-03_BT-73', 'BR-FR-03_BT-73', { period: { start: '1999-01-01' } }],
    ['BR-FR-03_BT-74', 'BR-FR-03_BT-74', { period: { end: '2026-13-01' } }],
    ['BR-FR-03_BT-134', 'BR-FR-03_EXT-FR-FE-134', withLine({ period: { start: '2026-04-31' } })],
    ['BR-FR-03_BT-135', 'BR-FR-03_EXT-FR-FE-135', withLine({ period: { end: '2100-01-01' } })],
    ['BR-FR-04_BT-3', 'BR-FR-04_BT-3', { typeCode: '383' }],
    ['BR-FR-05_BT-22-1', 'BR-FR-05_BT-22_PMT', without('PMT')],
    ['BR-FR-05_BT-22-2', 'BR-FR-05_BT-22_PMD', without('PMD')],
    ['BR-FR-05_BT-22-3', 'BR-FR-05_BT-22_AAB', without('AAB')],
    ['BR-FR-06_BT-21-1', 'BR-FR-06_BT-21_PMT', twice('PMT')],
    ['BR-FR-06_BT-21-2', 'BR-FR-06_BT-21_PMD', twice('PMD')],
    ['BR-FR-06_BT-21-3', 'BR-FR-06_BT-21_AAB', twice('AAB')],
    ['BR-FR-06_BT-21-4', 'BR-FR-06_BT-21_TXD', twice('TXD')],
    ['BR-FR-08_BT-23', 'BR-FR-08_BT-23', { businessProcess: undefined }],
    ['BR-FR-09_BT-29', 'BR-FR-09_BT-29', withSeller({ identifiers: [id('81247315600024', '0009')] })],
    ['BR-FR-09_BT-46', 'BR-FR-09_BT-46', withBuyer({ identifiers: [id('3947286120001', '0009')] })],
    ['BR-FR-09_BT-60', 'BR-FR-09_BT-60', { payee: { name: 'x', identifier: id('1', '0009') } }],
    ['BR-FR-09_BT-71', 'BR-FR-09_BT-71', { delivery: { location: id('1', '0009') } }],
    ['BR-FR-10_BT-30', 'BR-FR-10_BT-30', withSeller({ legalRegistration: undefined })],
    ['BR-FR-11_BT-47', 'BR-FR-11_BT-47', withBuyer({ legalRegistration: undefined })],
    ['BR-FR-12_BT-49', 'BR-FR-12_BT-49', withBuyer({ electronicAddress: undefined })],
    ['BR-FR-13_BT-34', 'BR-FR-13_BT-34', withSeller({ electronicAddress: undefined })],
    ['BR-FR-15_BT-95_BT-102-1', 'BR-FR-15_BT-95_BT-102', { allowances: [{ ...allowance, vatCategory: 'B' }] }],
    ['BR-FR-15_BT-95_BT-102-2', 'BR-FR-15_BT-95_BT-102_LM', { charges: [{ ...allowance, vatCategory: 'L' }] }],
    ['BR-FR-15_BT-118-1', 'BR-FR-15_BT-95_BT-118', { vatBreakdown: [{ ...entry, category: 'X' }] }],
    ['BR-FR-15_BT-118-2', 'BR-FR-15_BT-95_BT-118_LM', { vatBreakdown: [{ ...entry, category: 'M' }] }],
    ['BR-FR-15_BT-151-1', 'BR-FR-15_BT-95_BT-151', withLine({ vatCategory: 'X' })],
    ['BR-FR-08_BT-151-2', 'BR-FR-15_BT-95_BT-151_LM', withLine({ vatCategory: 'L' })],
    ['BR-FR-16_BT-96', 'BR-FR-16_BT-96_BT-103', { charges: [{ ...allowance, vatRate: n('19') }] }],
    ['BR-FR-16_BT-119', 'BR-FR-16_BT-119', { vatBreakdown: [{ ...entry, rate: n('19') }] }],
    ['BR-FR-16_BT-152', 'BR-FR-16_BT-152', withLine({ vatRate: n('21') })],
    [null, 'BR-FR-16_BT-152', withLine({ vatRate: n('21') }), creditNote],
    ['BR-FR-17_BT-123', 'BR-FR-17_BT-123', { supportingDocuments: [{ reference: '1', description: 'Contrat' }] }],
    [
      ...(['BR-FR-18_BT-123', 'BR-FR-18_BT-123'] as const),
      { supportingDocuments: ['1', '2'].map((reference) => ({ reference, description: 'LISIBLE' })) },
    ],
    ['BR-FR-20_BT-21', 'BR-FR-20_BT-21', bar('B3B')],
    ['BR-FR-21_BT-49', 'BR-FR-21_BT-49', withBuyer({ electronicAddress: id('3947', '0225') })],
    ['BR-FR-22_BT-34', 'BR-FR-22_BT-34', { typeCode: '389', ...withSeller({ electronicAddress: id('x', 'EM') }) }],
    ['BR-FR-23_BT-34', 'BR-FR-23_BT-34', withSeller({ electronicAddress: id('812473155 A', '0225') })],
    ['BR-FR-23_BT-49', 'BR-FR-23_BT-49', withBuyer({ electronicAddress: id('394728612/A', '0225') })],
    ['BR-FR-24_BT-29', 'BR-FR-24_BT-29', withSeller({ identifiers: [id('a b', '0224')] })],
    ['BR-FR-24_BT-46', 'BR-FR-24_BT-46', withBuyer({ identifiers: [id('é', '0224')] })],
    ['BR-FR-25_BT-34', 'BR-FR-25_BT-34', withSeller({ electronicAddress: id(`812473155${'1'.repeat(117)}`, '0225') })],
    ['BR-FR-25_BT-49', 'BR-FR-25_BT-49', withBuyer({ electronicAddress: id(`394728612${'1'.repeat(117)}`, '0225') })],
    ['BR-FR-26_BT-29', 'BR-FR-26_BT-29', withSeller({ identifiers: [id('1'.repeat(101), '0224')] })],
    ['BR-FR-26_BT-46', 'BR-FR-26_BT-46', withBuyer({ identifiers: [id('1'.repeat(101), '0224')] })],
    ['BR-FR-29_AFL', 'BR-FR-29_AFL', { invoicedObject: id(' ', 'AFL') }],
    ['BR-FR-29_AVV', 'BR-FR-29_AVV', { invoicedObject: id('', 'AVV') }],
    ['BR-FR-30_AFL', null, withLine({ object: id('', 'AFL') })],
    ['BR-FR-30_AVV', null, withLine({ object: id(' ', 'AVV') })],
    ['BR-FR-30_BT-21', 'BR-FR-31_BT-21', bar('B2B', 'B2C')],
    ['BR-FR-32-LEGALID', 'BR-FR-32-LEGALID', withBuyer({ legalRegistration: id('39472861', '0002') })],
    ['BR-FR-32-ID', 'BR-FR-32-GLOBALID', withSeller({ identifiers: [id('1', '0002')] })],
    ['BR-FR-CO-03_BT-3', 'BR-FR-CO-03_BT-3', { typeCode: '262', contractReference: 'C' }, creditNote],
    ['BR-FR-CO-04_BT-3', 'BR-FR-CO-04_BT-4', { typeCode: '384' }],
    ['BR-FR-CO-05_BT-3', 'BR-FR-CO-05_BT-3', { precedingInvoices: [{ number: 'F-0' }] }, creditNote],
    ['BR-FR-CO-07_BT-9', 'BR-FR-CO-07_BT-9', { paymentDueDate: '2026-11-20' }],
    ['BR-FR-CO-08_BT-23', 'BR-FR-CO-08_BT-23', { typeCode: '386', businessProcess: 'S4' }],
    ['BR-FR-CO-09_BT-23-1', 'BR-FR-CO-09_BT-23-1', { businessProcess: 'S2' }],
    ['BR-FR-CO-09_BT-23-2', 'BR-FR-CO-09_BT-23-2', { businessProcess: 'B2' }],
    ['BR-FR-CO-09_BT-23-3', 'BR-FR-CO-09_BT-23-3', { businessProcess: 'M2', paymentDueDate: undefined }],
    ['BR-FR-CO-10_BT-29-1', null, withSeller({ identifiers: [id('1')] })],
    ['BR-FR-CO-10_BT-29-2', 'BR-FR-CO-10_BT-29-2', withSeller({ identifiers: [id('1', '0088'), id('2', '0088')] })],
    ['BR-FR-CO-10_BT-46-1', null, withBuyer({ identifiers: [id('1')] })],
    ['BR-FR-CO-10_BT-46-2', 'BR-FR-CO-10_BT-46-2', withBuyer({ identifiers: [id('1', '0088'), id('2', '0088')] })],
    ['BR-FR-CO-10_BT-60-1', null, { payee: { name: 'x', identifier: id('1') } }],
    ['BR-FR-CO-10_BT-71-1', null, { delivery: { location: id('1') } }],
    ['BR-FR-CO-12_BT-5', 'BR-FR-CO-12_BT-5', { currency: 'USD' }],
    ['BR-FR-CO-14_BT-29-1', 'BR-FR-CO-14_BT-29-1', withSeller({ identifiers: [id('812473155', '0231')] })],
    ['BR-FR-CO-15_BT-29-1', 'BR-FR-CO-15_BT-29-1', withSeller({ identifiers: [id('812473155', '0231')] })],
    ...both('BR-FR-DEC-01_BT-93_BT-100', { allowances: [{ ...allowance, baseAmount: FINE }] }),
    ...both('BR-FR-DEC-01_BT-92_BT-99', { charges: [{ ...allowance, amount: HUGE }] }),
    ...both('BR-FR-DEC-01_BT-106', withTotals({ lineNet: HUGE })),
    ...both('BR-FR-DEC-01_BT-107', withTotals({ allowances: FINE })),
    ...both('BR-FR-DEC-01_BT-108', withTotals({ charges: FINE })),
    ...both('BR-FR-DEC-01_BT-109', withTotals({ withoutVat: FINE })),
    ...both('BR-FR-DEC-01_BT-110', { taxCurrency: 'USD', ...withTotals({ vatInTaxCurrency: FINE }) }),
    ...both('BR-FR-DEC-01_BT-112', withTotals({ withVat: HUGE })),
    ...both('BR-FR-DEC-01_BT-113', withTotals({ paid: FINE })),
    ...both('BR-FR-DEC-01_BT-114', withTotals({ rounding: FINE })),
    ...both('BR-FR-DEC-01_BT-115', withTotals({ due: HUGE })),
    ...both('BR-FR-DEC-01_BT-116', { vatBreakdown: [{ ...entry, taxable: FINE }] }),
    ...both('BR-FR-DEC-01_BT-117', { vatBreakdown: [{ ...entry, tax: HUGE }] }),
    ...both('BR-FR-DEC-01_BT-131', withLine({ netAmount: FINE })),
    ...both('BR-FR-DEC-01_BT-136_BT-141', withLine({ allowances: [{ amount: FINE, reason: 'x' }] })),
    ...both('BR-FR-DEC-01_BT-137_BT-142', withLine({ charges: [{ amount: n('1'), baseAmount: FINE, reason: 'x' }] })),
    ...both('BR-FR-DEC-02_BT-129', withLine({ quantity: n('1.00001') })),
    ...both('BR-FR-DEC-02_BT-149', withLine({ price: { net: n('1'), baseQuantity: n('1.00001') } })),
    ...both('BR-FR-DEC-03_BT-146', withLine({ price: { net: n('-1') } })),
    ...both('BR-FR-DEC-03_BT-147', withLine({ price: { net: n('1'), discount: n('0.0000001') } })),
    ...both('BR-FR-DEC-03_BT-148', withLine({ price: { net: n('1'), gross: n('1.0000001') } })),
    ...both('BR-FR-DEC-04_BT-96_BT-103', { allowances: [{ ...allowance, vatRate: n('-1') }] }),
    ...both('BR-FR-DEC-04_BT-119', { vatBreakdown: [{ ...entry, rate: n('20.125') }] }),
    ...both('BR-FR-DEC-04_BT-152', withLine({ vatRate: n('123.45') })),
  ]

function both(rule: string, change: Partial<Invoice>): [string, string, Partial<Invoice>][] {
  return [[rule, rule, change]]
}

/**
 * Rules that only changed documents break: of parts that the model does not have, of two where it
 * has room for one, of what its writers do not write empty or without a scheme. The suite compares
 * changed documents with the official artefacts.
 */
const OF_DOCUMENTS =
  /EXT-FR-FE|^BR-FR-(?:MV|BD|27|28|29)|^BR-FR-30_(?:BT-128|A)|^BR-FR-CO-10_BT-(?:60-2|71-2)|^BR-FR-CO-10_BT-\d+-1$/

for (const syntax of ['ubl', 'cii'] as const)
  t.test(
    `each rule of flow 2 for ${syntax} is broken by what it speaks of, and by nothing that is sound`,
    async (t) => {
      t.same(brokenIn(syntax, sound), [])
      t.same(brokenIn(syntax, creditNote), [])
      for (const [ubl, cii, change, base = sound] of BROKEN) {
        const rule = syntax === 'ubl' ? ubl : cii
        const other = syntax === 'ubl' ? cii : ubl
        const broken = brokenIn(syntax, { ...base, ...change })
        if (rule !== null) t.ok(broken.includes(rule), `${rule} is broken`, { broken })
        else if (other !== null) t.notOk(broken.includes(other), `${syntax} does not have ${other}`, { broken })
      }
      const tried = new Set(BROKEN.map(([ubl, cii]) => (syntax === 'ubl' ? ubl : cii)))
      const untried = flow2Assertions(syntax, OCTOBER).flatMap(({ tests }) => tests.map(([rule]) => rule))
      t.same(
        untried.filter((rule) => !tried.has(rule) && !OF_DOCUMENTS.test(rule)),
        [],
        'every rule has its case',
      )
    },
  )
