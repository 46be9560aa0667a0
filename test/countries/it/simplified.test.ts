import fc from 'fast-check'
import t from 'tap'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import type { UnderstoodDocument } from '../../../src/countries/judging/read-document.js'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { acceptedSamples } from '../accepted-sample.js'
import { consumer, found as foundIn, german, ITALIAN, line, sound, textsOf, TODAY } from './sound-invoice.js'

t.setTimeout(240_000)

const simplified: InvoiceRequest = { ...sound, documentType: 'TD07' }
const credit: InvoiceRequest = { ...sound, invoiceType: 'credit_note', documentType: 'TD08' }
const precedingInvoice = { number: 'F-0', issueDate: '2026-11-02' }
const correction: InvoiceRequest = { ...credit, precedingInvoice, note: 'Resa' }

const found = (change: Partial<InvoiceRequest>, base = simplified): string[] => foundIn(change, base)
const xmlOf = (change: Partial<InvoiceRequest>, base = simplified): string =>
  ITALIAN.convert({ ...base, ...change }, []).xml
const read = (xml: string): UnderstoodDocument => ITALIAN.read(parseInvoice(Buffer.from(xml)))
const judged = (xml: string): string[] =>
  judgeXml(Buffer.from(xml), { isToBeSent: true, now: new Date(`${TODAY}T12:00:00Z`) }).findings.map(
    ({ rule, path }) => `${rule} ${path.split('/').at(-1) ?? ''}`,
  )

/** What a document and its second copy have to be; throws if they are not. */
function holds(invoice: InvoiceRequest, attachments: readonly Uint8Array[] = []): void {
  const verdict = ITALIAN.validate(invoice, { today: TODAY })
  if (!verdict.valid) throw new Error(JSON.stringify(verdict.findings))
  const { xml } = ITALIAN.convert(invoice, attachments)
  const ofXml = judgeXml(Buffer.from(xml), { isToBeSent: true, now: new Date(`${TODAY}T12:00:00Z`) })
  if (ofXml.profile !== 'it-simplified' || !ofXml.valid) throw new Error(`${JSON.stringify(ofXml)} ${xml}`)
  const total = Decimal.sum(textsOf(xml, 'Importo').map((amount) => Decimal.of(amount))).toFixed(2)
  const totals = ITALIAN.totals(invoice)
  if (total !== totals.grossAmount) throw new Error(`${total} is not ${totals.grossAmount}: ${xml}`)
  const again = read(xml)
  if (again.unread.length > 0) throw new Error(`unread: ${again.unread.map(({ path }) => path).join(' ')}: ${xml}`)
  const second = ITALIAN.convert(again.request, again.attachments).xml
  if (second !== xml) throw new Error(`${second} is not ${xml}`)
  const totalsAgain = ITALIAN.totals(again.request)
  if (JSON.stringify(totalsAgain) !== JSON.stringify(totals))
    throw new Error(`${JSON.stringify(totalsAgain)} is not ${JSON.stringify(totals)}: ${xml}`)
}

t.test('the samples are read as what they were written from', async (t) => {
  const samples = acceptedSamples('IT', TODAY).filter(({ name }) => name.includes('simplified'))
  t.equal(samples.length, 3)
  for (const { name, invoice, attachments } of samples)
    t.doesNotThrow(() => {
      holds(invoice, attachments)
    }, name)
})

const price = fc.integer({ min: 1, max: 9_999 }).map((cents) => cents / 100)
const someLine: fc.Arbitrary<Line> = fc
  .record({
    description: fc.constantFrom('Caffè', 'Cena aziendale', 'Carta A4, risma'),
    quantity: fc.constantFrom(1, 1, 2, 3, 2.5, -1),
    unitPrice: fc.oneof(price, fc.constantFrom(0.005, 33.3333, 85.2459)),
    unitCode: fc.constantFrom('C62', 'H87', 'HUR'),
    vatRate: fc.constantFrom(22, 22, 10, 5, 4, 0),
    discount: fc.constantFrom(undefined, undefined, 0.01),
    reason: fc.constantFrom('N1', 'N2.2', 'N4', 'N5'),
    percentage: fc.constantFrom(undefined, 10),
  })
  .map(({ reason, percentage, discount, ...each }) => ({
    ...each,
    ...(discount !== undefined && each.unitPrice > 1 && { discount }),
    ...(percentage !== undefined && { allowances: [{ percentage }] }),
    ...(each.vatRate === 0 && { exemptionReasonCode: reason, vatCategory: reason === 'N2.2' ? 'O' : 'E' }),
  }))

const someInvoice: fc.Arbitrary<InvoiceRequest> = fc
  .record({
    type: fc.constantFrom('TD07', 'TD08', 'TD09'),
    lines: fc.array(someLine, { minLength: 1, maxLength: 7 }),
    gross: fc.boolean(),
    stampDuty: fc.boolean(),
    charge: fc.option(price, { nil: undefined }),
    allowance: fc.option(fc.constantFrom(0.01, 0.5, 1), { nil: undefined }),
    customer: fc.constantFrom('business', 'consumer', 'nameless', 'abroad', 'code'),
    representative: fc.boolean(),
  })
  .map(({ type, lines, gross, stampDuty, charge, allowance, customer, representative }): InvoiceRequest => {
    // What is outside of VAT stands alone.
    const outside = lines.some(({ vatCategory }) => vatCategory === 'O')
    const kept = outside ? lines.filter(({ vatCategory }) => vatCategory === 'O') : lines
    const tax = outside ? { vatRate: 0, vatCategory: 'O', exemptionReasonCode: 'N2.2' } : { vatRate: 22 }
    return {
      ...(type === 'TD07' ? simplified : correction),
      invoiceType: type === 'TD08' ? 'credit_note' : type === 'TD09' ? 'debit_note' : 'invoice',
      documentType: type,
      supplier: { ...sound.supplier, taxRegime: 'RF19' },
      customer: CUSTOMERS[customer],
      lines: kept,
      ...(gross && { pricesIncludeVat: true as const }),
      ...(stampDuty && { stampDuty: 2 }),
      ...(charge !== undefined && { charges: [{ amount: charge, reason: 'Spedizione', ...tax }] }),
      ...(allowance !== undefined && { allowances: [{ amount: allowance, reason: 'Sconto', ...tax }] }),
      ...(representative && { taxRepresentative: { vatNumber: 'IT09060610152', name: 'Fisco Srl' } }),
    } as InvoiceRequest
  })
  .filter((invoice) => Number(ITALIAN.totals(invoice).grossAmount) >= 0)

const CUSTOMERS = {
  business: sound.customer,
  consumer,
  nameless: { vatNumber: 'IT00743110157', name: '', pec: 'ditta@pec.example.it' },
  abroad: german,
  code: { vatNumber: '', name: 'Comitato', nationalId: '80016350821' },
} as const

t.test('random simplified invoices are valid, add up, and are read as what they were written from', async (t) => {
  const numRuns = triesOf(500)
  fc.assert(
    fc.property(someInvoice, (invoice) => {
      holds(invoice)
    }),
    { seed: SEED, numRuns },
  )
  t.pass(`${numRuns} invoices`)
})

t.test('the types and formats', async (t) => {
  t.equal(ITALIAN.formatOf(simplified), 'Simplified FatturaPA 1.0.2')
  t.equal(ITALIAN.formatOf(sound), 'FatturaPA 1.2.3')
  t.same(found({}), [])
  t.same(found({}, correction), [])
  t.same(found({ invoiceType: 'debit_note', documentType: 'TD09' }, correction), [])
  t.same(found({ invoiceType: 'invoice' }, correction), ['CW-IT-DOCUMENT-TYPE invoiceType'])
  t.same(textsOf(xmlOf({}), 'FormatoTrasmissione'), ['FSM10'])
  t.equal(read(xmlOf({ selfBilled: true })).request.selfBilled, true)
  const ordinary = ITALIAN.convert(sound, []).xml.replace('TD01', 'TD07')
  t.same(judged(ordinary), ['XSD TipoDocumento', 'CW-IT-SIMPLIFIED TipoDocumento'])
})

t.test('the limit of 400 EUR', async (t) => {
  const above = { lines: [{ ...line, unitPrice: 327.88 }] }
  t.same(found({ lines: [{ ...line, unitPrice: 327.87 }] }), [])
  t.same(found(above), ['00460 lines'])
  t.same(found({ ...above, supplier: { ...sound.supplier, taxRegime: 'RF19' } }), [], 'not in the flat-rate regime')
  t.same(found(above, correction), [], 'not for corrections')
  t.same(judged(xmlOf(above)), ['00460 FatturaElettronicaBody'])
})

t.test('the customer', async (t) => {
  t.same(found({ customer: { ...sound.customer, sdiCode: 'ABC123' } }), [
    'XSD customer.sdiCode',
    '00427 customer.sdiCode',
  ])
  t.same(found({ customer: { vatNumber: '', name: 'Chi?' } }), ['XSD customer'])
  t.same(found({ customer: { vatNumber: '', name: 'Comitato', nationalId: '80016350821' } }), [])
  t.same(found({ customer: sound.supplier }), ['00471 customer'])
  t.same(found({ customer: german }), [], 'German VAT is not at stake')
  const free = { vatRate: 0, vatCategory: 'K' } as const
  t.same(found({ customer: german, lines: [{ ...line, ...free }] }), [
    'CW-IT-SIMPLIFIED-EU lines[0].exemptionReasonCode',
  ])
  t.same(found({ customer: german, lines: [{ ...line, ...free, vatCategory: 'AE' }] }), [
    'CW-IT-SIMPLIFIED-EU lines[0].exemptionReasonCode',
  ])
  // Without a complete address the tax number stands alone.
  t.notMatch(xmlOf({ customer: { vatNumber: 'IT00743110157', name: 'Cartiera' } }), /AltriDatiIdentificativi/)
  t.match(xmlOf({}), /<AltriDatiIdentificativi>\s*<Denominazione>Cartiera SpA/)
})

t.test('the corrected invoice', async (t) => {
  t.same(found({ note: 'Resa' }, credit), ['CW-IT-SIMPLIFIED-CORRECTED precedingInvoice'])
  t.same(found({ precedingInvoice }, credit), ['XSD note'])
  t.same(found({ precedingInvoice: { number: 'F-0' } }, correction), ['XSD precedingInvoice.issueDate'])
  t.same(found({ precedingInvoice: { number: 'F-0', issueDate: '2026-11-22' } }, correction), [
    '00418 precedingInvoice.issueDate',
  ])
})

t.test('lines and their VAT', async (t) => {
  t.same(found({ lines: [{ ...line, vatRate: 0 }] }), ['00400 lines[0].vatRate'])
  t.same(found({ lines: [{ ...line, vatRate: 0.22 }] }), ['00424 lines[0].vatRate'])
  t.same(
    found({ lines: [{ ...line, vatRate: 0, vatCategory: 'AE' }] }).includes('XSD lines[0].exemptionReasonCode'),
    true,
  )
  t.same(found({ currency: 'CHF', exchangeRate: 0.9 }), ['CW-IT-SIMPLIFIED-REFUSED exchangeRate'])
  const described = textsOf(
    xmlOf({ lines: [line, { ...line, quantity: 3 }, { ...line, quantity: 2.5, unitCode: 'HUR' }] }),
    'Descrizione',
  )
  t.same(described, ['Lavoro', 'Lavoro (n. 3)', 'Lavoro (2,5 ore)'])
})

t.test('what the format has no place for', async (t) => {
  t.same(found({ socialFunds: [{ type: 'TC01', rate: 4, vatRate: 22 }] }), ['CW-IT-SIMPLIFIED-REFUSED socialFunds'])
  t.same(found({ withholdings: [{ type: 'RT01', rate: 20, reason: 'A', amount: 0 }] }), [
    'CW-IT-SIMPLIFIED-REFUSED withholdings',
  ])
  t.same(found({ vatCollection: 'split_payment' }), ['CW-IT-SIMPLIFIED-REFUSED vatCollection'])
  t.same(found({ vatCollection: 'immediate' }), [])
  t.same(found({ it: { art73: true } }), ['CW-IT-SIMPLIFIED-REFUSED it.art73'])
  t.same(found({ note: 'Grazie', orderReference: 'PO-1', dueDate: '2026-12-01', stampDuty: 2 }), [
    'CW-IT-SIMPLIFIED-LEFT-OUT orderReference',
    'CW-IT-SIMPLIFIED-LEFT-OUT dueDate',
    'CW-IT-SIMPLIFIED-LEFT-OUT note',
  ])
  t.same(found({ lines: [{ ...line, note: 'Nota', itemCode: 'A-1' }] }), [
    'CW-IT-SIMPLIFIED-LEFT-OUT lines[0].note',
    'CW-IT-SIMPLIFIED-LEFT-OUT lines[0].itemCode',
  ])
  t.ok(ITALIAN.validate({ ...simplified, dueDate: '2026-12-01' }, { today: TODAY }).valid, 'a warning')
})

t.test('documents of others', async (t) => {
  const ours = xmlOf({ lines: [line] })
  const withTax = ours.replace('<Aliquota>22.00</Aliquota>', '<Imposta>22.00</Imposta>')
  t.same(judged(withTax), [])
  t.same(read(withTax).request.lines[0]?.vatRate, 22)
  t.same(read(withTax).unread, [])
  const both = ours.replace('<Aliquota>', '<Imposta>21.99</Imposta><Aliquota>')
  t.same(read(both).unread, [])
  t.equal(read(both).model.totals.vat?.toFixed(2), '21.99')
  t.same(
    read(ours.replace('<Aliquota>', '<Imposta>12.00</Imposta><Aliquota>')).unread.map(({ name }) => name),
    ['Imposta'],
  )
  const odd = ours.replace('<Aliquota>22.00</Aliquota>', '<Imposta>16.97</Imposta>')
  t.equal(read(odd).request.lines[0]?.vatRate, 16.16)
  t.same(judged(ours.replace('</DatiIVA>', '</DatiIVA><Natura>N4</Natura>')), ['00401 Natura'])
  t.same(judged(ours.replace('>22.00<', '>0.00<').replace('</DatiIVA>', '</DatiIVA><Natura>N3</Natura>')), [
    '00445 Natura',
  ])
  const [, body = ''] = /(<FatturaElettronicaBody>[^]*<\/FatturaElettronicaBody>)/.exec(ours) ?? []
  t.throws(() => read(ours.replace(body, body + body)), { name: 'UnreadableDocument' })
  t.same(judged(ours.replace(body, body + body.replace('F-1', 'F-2'))), [])
  t.same(judged(ours.replace(body, body + body)), ['00409 Numero'])
  t.same(judged(ours.replace('EUR', 'CHF')).includes('CW-IT-SIMPLIFIED-CURRENCY Divisa'), true)
})
