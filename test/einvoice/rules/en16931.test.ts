import t from 'tap'
import { profileOf } from '../../../src/countries/judging/profiles.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../../src/einvoice/model/lines.js'
import { EN16931_CATALOGUE } from '../../../src/einvoice/rules/en16931.js'
import { brokenRules } from '../../support/judged-model.js'
import { fullInvoice } from '../model/full-invoice.js'

const standard = profileOf('', 'en')
if (standard === undefined) throw new Error('no profile for plain EN 16931')
const d = (value: string): Decimal => Decimal.of(value)

/** A plain invoice of two lines that breaks nothing: 100.00 at 21 % and 50.00 exempt. */
const full = fullInvoice('invoice')
const sound: Invoice = {
  ...full,
  taxPointDate: undefined,
  allowances: [],
  charges: [],
  taxCurrency: undefined,
  payment: { meansCode: '30', transfers: [{ account: 'BE71096123456769' }] },
  lines: [
    {
      ...(full.lines[1] as InvoiceLine),
      id: '1',
      netAmount: d('100'),
      price: { net: d('100') },
      vatCategory: 'S',
      vatRate: d('21'),
    },
    full.lines[1] as InvoiceLine,
  ],
  totals: { lineNet: d('150'), withoutVat: d('150'), vat: d('21'), withVat: d('171'), due: d('171') },
}

/** Of the rules of the standard; those of the syntax are judged on documents. */
function broken(invoice: Invoice): string[] {
  return brokenRules(invoice, standard as NonNullable<typeof standard>).filter((rule) => rule.startsWith('BR-'))
}

function withLine(change: Partial<InvoiceLine>): Partial<Invoice> {
  return { lines: [{ ...(sound.lines[0] as InvoiceLine), ...change }, ...sound.lines.slice(1)] }
}

function withTotals(change: Partial<Invoice['totals']>): Partial<Invoice> {
  return { totals: { ...sound.totals, ...change } }
}

/** Every line in one category, and the breakdown that belongs to it. */
function inCategory(
  category: string,
  rate: string | undefined,
  reason: boolean,
  change: Partial<Invoice> = {},
): Partial<Invoice> {
  const vatRate = rate === undefined ? undefined : d(rate)
  const tax = vatRate === undefined ? d('0') : vatRate.percentOf(d('150')).round(2)
  return {
    lines: sound.lines.map((line) => ({ ...line, vatCategory: category, vatRate })),
    vatBreakdown: [{ taxable: d('150'), tax, category, rate: vatRate, exemptionReason: reason ? 'Reason' : undefined }],
    ...withTotals({ vat: tax, withVat: d('150').plus(tax), due: d('150').plus(tax) }),
    ...change,
  }
}

const anonymous: Partial<Invoice> = {
  seller: { ...sound.seller, vatIdentifier: undefined, taxRegistration: undefined },
  buyer: { ...sound.buyer, vatIdentifier: undefined, legalRegistration: undefined },
  taxRepresentative: undefined,
}

t.test('a sound invoice breaks no rule', async (t) => {
  t.same(broken(sound), [])
  t.same(broken({ ...full, taxPointDate: '2026-11-20' }), [], 'nor does one that uses every term')
  t.same(broken({ ...sound, ...inCategory('O', undefined, true, anonymous) }), [], 'nor one outside the scope of VAT')
})

/** What is changed, and the rules that it breaks. */
const CASES: readonly (readonly [what: string, change: Partial<Invoice>, rules: readonly string[]])[] = [
  ['no specification', { specification: '' }, ['BR-01']],
  ['no number', { number: ' ' }, ['BR-02']],
  ['no issue date', { issueDate: '' }, ['BR-03']],
  ['no type', { typeCode: '' }, ['BR-04', 'BR-CL-01']],
  ['no currency', { currency: '' }, ['BR-05', 'BR-CL-03', 'BR-CL-04']],
  ['a seller without name', { seller: { ...sound.seller, name: '' } }, ['BR-06']],
  ['a buyer without name', { buyer: { ...sound.buyer, name: '' } }, ['BR-07']],
  ['a seller without address', { seller: { ...sound.seller, address: undefined } }, ['BR-08']],
  ['a seller without country', { seller: { ...sound.seller, address: { country: '' } } }, ['BR-09', 'BR-CL-14']],
  ['a buyer without address', { buyer: { ...sound.buyer, address: undefined } }, ['BR-10']],
  ['a buyer without country', { buyer: { ...sound.buyer, address: { country: '' } } }, ['BR-11', 'BR-CL-14']],
  ['totals missing', withTotals({ lineNet: undefined }), ['BR-12', 'BR-CO-10', 'BR-CO-13']],
  ['no line', { lines: [] }, ['BR-16', 'BR-CO-10', 'BR-E-08', 'BR-S-01', 'BR-S-08']],
  ['a payee that is the seller', { payee: { name: 'Seller' } }, ['BR-17']],
  ['a nameless tax representative', { taxRepresentative: { name: '', vatIdentifier: '' } }, ['BR-18', 'BR-19']],
  ['a line without identifier', withLine({ id: '' }), ['BR-21']],
  ['a line without quantity', withLine({ quantity: undefined }), ['BR-22', 'BR-23']],
  ['a line with an empty unit', withLine({ unitCode: '' }), ['BR-CL-23']],
  ['a line without item', withLine({ item: { name: '', classifications: [], attributes: [] } }), ['BR-25']],
  ['a line without price', withLine({ price: { net: undefined } }), ['BR-26', 'BR-27']],
  ['a negative net price', withLine({ price: { net: d('-0.01') } }), ['BR-27']],
  ['a negative gross price', withLine({ price: { net: d('0'), gross: d('-1') } }), ['BR-28']],
  ['a period backwards', { period: { start: '2026-02-01', end: '2026-01-31' } }, ['BR-29']],
  ['a line period backwards', withLine({ period: { start: '2026-02-01', end: '2026-01-31' } }), ['BR-30']],
  ['an unexplained line allowance', withLine({ allowances: [{ amount: undefined }] }), ['BR-41', 'BR-42', 'BR-CO-23']],
  ['an unexplained line charge', withLine({ charges: [{ amount: undefined }] }), ['BR-43', 'BR-44', 'BR-CO-24']],
  ['an empty means of payment', { payment: { meansCode: '', transfers: [] } }, ['BR-CL-16']],
  [
    'a transfer without account',
    { payment: { meansCode: '58', transfers: [{ serviceProvider: 'X' }] } },
    ['BR-50', 'BR-61'],
  ],
  [
    'a whole card number',
    { payment: { meansCode: '48', transfers: [], card: { accountNumber: '4111111111111111' } } },
    ['BR-51'],
  ],
  ['a document without reference', { supportingDocuments: [{ reference: '' }] }, ['BR-52']],
  ['an accounting currency without its total', { taxCurrency: 'RON' }, ['BR-53']],
  [
    'an attribute whose value is empty, which its artefact lets pass',
    withLine({ item: { name: 'x', classifications: [], attributes: [{ name: 'a', value: '' }] } }),
    [],
  ],
  [
    'a preceding invoice whose number is blank, which its artefact lets pass',
    { precedingInvoices: [{ number: '' }] },
    [],
  ],
  ['a delivery to nowhere', { delivery: { address: { country: '' } } }, ['BR-CL-14']],
  [
    'an electronic address without scheme',
    { seller: { ...sound.seller, electronicAddress: { value: 'x' } } },
    ['BR-62'],
  ],
  ['a buyer address without scheme', { buyer: { ...sound.buyer, electronicAddress: { value: 'x' } } }, ['BR-63']],
  ['a tax point twice', { taxPointDate: '2026-11-20', taxPointDateCode: '35' }, ['BR-CO-03']],
  ['a VAT identifier of nowhere', { buyer: { ...sound.buyer, vatIdentifier: 'ZZ1' } }, ['BR-CO-09']],
  ['lines that do not add up', withTotals({ lineNet: d('150.01') }), ['BR-CO-10', 'BR-CO-13']],
  ['a wrong total without VAT', withTotals({ withoutVat: d('150.01') }), ['BR-CO-13', 'BR-CO-15']],
  ['a wrong total of VAT', withTotals({ vat: d('21.01') }), ['BR-CO-14', 'BR-CO-15']],
  ['a wrong total with VAT', withTotals({ withVat: d('172') }), ['BR-CO-15', 'BR-CO-16']],
  ['a wrong amount due', withTotals({ due: d('1') }), ['BR-CO-16']],
  ['no breakdown', { vatBreakdown: [] }, ['BR-CO-18', 'BR-E-01', 'BR-S-01']],
  ['an empty period, which is not written', { period: {} }, []],
  [
    'an amount of three decimals',
    withTotals({ paid: d('0.001'), due: d('170.999') }),
    ['BR-CO-16', 'BR-DEC-16', 'BR-DEC-18'],
  ],
  ['an unknown currency', { currency: 'ABC' }, ['BR-CL-03', 'BR-CL-04']],
  ['a note that reads as coded', { notes: [{ text: 'see #QQQ# above' }] }, ['BR-CL-08']],
  ['an unknown unit', withLine({ unitCode: 'buc' }), ['BR-CL-23']],
  ['an unknown category', inCategory('X', '0', false), ['BR-CL-17', 'BR-CL-18']],
  ['standard rate of zero', inCategory('S', '0', false), ['BR-S-05']],
  ['a reason for what is taxed', inCategory('S', '21', true), ['BR-S-10']],
  ['zero rated at 5', inCategory('Z', '5', false), ['BR-Z-05', 'BR-Z-09']],
  ['zero rated with a reason', inCategory('Z', '0', true), ['BR-Z-10']],
  ['exempt without reason', inCategory('E', '0', false), ['BR-E-10']],
  ['exempt at 5', inCategory('E', '5', true), ['BR-E-05', 'BR-E-09']],
  ['reverse charge without reason', inCategory('AE', '0', false), ['BR-AE-10']],
  ['reverse charge between unknowns', inCategory('AE', '0', true, anonymous), ['BR-AE-02']],
  [
    'intra-community without delivery',
    inCategory('K', '0', true, { delivery: undefined, period: undefined }),
    ['BR-IC-11', 'BR-IC-12'],
  ],
  [
    'intra-community to an unknown',
    inCategory('K', '0', true, { buyer: { ...sound.buyer, vatIdentifier: undefined } }),
    ['BR-IC-02'],
  ],
  ['export at a rate', inCategory('G', '21', true), ['BR-G-05', 'BR-G-09']],
  ['export without reason', inCategory('G', '0', false), ['BR-G-10']],
  ['outside the scope with VAT identifiers', inCategory('O', undefined, true), ['BR-O-02']],
  ['outside the scope at a rate', inCategory('O', '0', true, anonymous), ['BR-O-05']],
  [
    'outside the scope beside a taxed line',
    {
      ...withLine({ vatCategory: 'O', vatRate: undefined }),
      vatBreakdown: [{ taxable: d('100'), tax: d('0'), category: 'O', exemptionReason: 'x' }],
    },
    ['BR-CO-14', 'BR-E-01', 'BR-O-02', 'BR-O-12'],
  ],
]

for (const [what, change, rules] of CASES)
  t.test(`${what} breaks ${rules.length === 0 ? 'nothing' : rules.join(', ')}`, async (t) => {
    t.same(broken({ ...sound, ...change }), rules)
  })

t.test('each rule says what is wrong, where, and what to do', async (t) => {
  for (const { id, message, fix, terms } of EN16931_CATALOGUE.entries.filter((each) => each.id.startsWith('BR-')))
    t.ok(message.length > 10 && fix.length > 5 && !message.endsWith('.') && /^B[TG]-\d/.test(terms[0] ?? ''), id)
})
