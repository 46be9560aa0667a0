import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { documentOf, ITALIAN, line, sound, textsOf } from './sound-invoice.js'

t.test('allowances and charges of the invoice are lines, so that every VAT summary sums up', async (t) => {
  const invoice: Partial<InvoiceRequest> = {
    lines: [{ ...line, id: '7' }],
    allowances: [{ percentage: 10, vatRate: 22, reason: 'Fedeltà', reasonCode: '95' }],
    charges: [{ amount: 5, vatRate: 0, exemptionReasonCode: 'N1' }],
    roundingAmount: 0.2,
    dueDate: '2026-12-31',
  }
  const xml = documentOf(invoice)
  t.same(textsOf(xml, 'NumeroLinea'), ['7', '8', '9'])
  t.same(textsOf(xml, 'TipoCessionePrestazione'), ['SC', 'AC'])
  t.same(textsOf(xml, 'Descrizione').slice(1), ['Fedeltà', 'Spese accessorie'])
  t.same(textsOf(xml, 'PrezzoTotale'), ['100.00', '-10.00', '5.00'])
  t.same(textsOf(xml, 'ImponibileImporto'), ['90.00', '5.00'])
  // 90 and 22 % of it are 109.80; with 5 of disbursements 114.80.
  t.same(textsOf(xml, 'ImportoTotaleDocumento'), ['114.80'])
  t.same([textsOf(xml, 'Arrotondamento'), textsOf(xml, 'ImportoPagamento')], [['0.20'], ['115.00']])
  t.same(ITALIAN.totals({ ...sound, ...invoice }), { netAmount: '95.00', vatAmount: '19.80', grossAmount: '114.80' })
  const withFund = documentOf({ ...invoice, socialFunds: [{ type: 'TC01', rate: 4, vatRate: 22 }] })
  t.same(textsOf(withFund, 'ImponibileImporto'), ['94.00', '5.00'], 'a contribution comes on top of them')
})

t.test('allowances and charges of a line change the price of one unit', async (t) => {
  const changes = (of: Partial<InvoiceRequest['lines'][number]>) => {
    const xml = documentOf({ lines: [{ ...line, quantity: 3, unitPrice: 10, ...of }] })
    const said = Array.from(xml.matchAll(/<Tipo>(..)<\/Tipo>\s*<(.).*?>(.*?)</g), ([, type, kind, value]) =>
      [type, kind, value].join(' '),
    )
    return [...said, textsOf(xml, 'PrezzoTotale')[0]]
  }
  t.same(changes({ allowances: [{ amount: 1 }] }), ['SC I 0.33333333', '29.00'])
  t.same(changes({ charges: [{ amount: 3 }], discount: 1 }), ['SC I 1.00', 'MG I 1.00', '30.00'])
  t.same(changes({ allowances: [{ percentage: 10 }] }), ['SC P 10.00', '27.00'])
  // The second is of the whole price, too, and not of what the first has left.
  t.same(changes({ allowances: [{ percentage: 10 }, { percentage: 5 }] }), ['SC P 10.00', 'SC I 0.50', '25.50'])
  t.same(changes({ allowances: [{ percentage: 3.333 }] }), ['SC I 0.33333333', '29.00'])
  t.same(changes({ quantity: -3, allowances: [{ amount: 3 }] }), ['SC I 1.00', '-33.00'])
  t.same(changes({ quantity: -3, charges: [{ percentage: 10 }] }), ['MG P 10.00', '-33.00'])
})

t.test('means of payment by UNTDID 4461, or as Italy calls them', async (t) => {
  const means = (code?: string) =>
    textsOf(
      documentOf({ dueDate: '2026-12-31', ...(code !== undefined && { paymentMeans: { code } }) }),
      'ModalitaPagamento',
    )
  t.same(
    ['58', '10', '49', '59', 'MP13', 'mp13', '999'].map((code) => means(code)[0]),
    [...['MP05', 'MP01', 'MP16', 'MP19', 'MP13', 'MP13', '999']],
  )
  t.same(means(), ['MP05'])
})

t.test('amounts of allowances are converted, too', async (t) => {
  const xml = documentOf({
    currency: 'USD',
    exchangeRate: 0.9,
    lines: [{ ...line, allowances: [{ amount: 10 }] }],
    charges: [{ amount: 5.55, vatRate: 22 }],
    roundingAmount: 0.5,
  })
  // 90 less 9; 4.995 is 5.00.
  t.same(textsOf(xml, 'PrezzoTotale'), ['81.00', '5.00'])
  t.same(textsOf(xml, 'Arrotondamento'), ['0.45'])
})
