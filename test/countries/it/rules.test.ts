import t from 'tap'
import { FATTURAPA_DOCUMENTS } from '../../../src/countries/it/documents.js'
import { BUSINESS_RULES } from '../../../src/countries/it/rules/business.js'
import { PAYMENT_PLAN_RULES } from '../../../src/einvoice/rules/payment-plan.js'
import { GENERAL_RULES } from '../../../src/countries/judging/general-rules.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import { consumer, documentOf, found, german, ITALIAN, line, sound, TODAY } from './sound-invoice.js'

function withLine(change: Partial<Line>): Partial<InvoiceRequest> {
  return { lines: [line, { ...line, ...change }] }
}

/** The rules that a changed document breaks. */
function inXml(change: (xml: string) => string, of: Partial<InvoiceRequest> = {}): string[] {
  const xml = change(documentOf(of))
  return judgeXml(Buffer.from(xml), {}).findings.map(({ rule }) => rule)
}

t.test('sound invoices break nothing', async (t) => {
  t.same(found({}), [])
  t.same(found({ customer: consumer }), [])
  t.same(found({ customer: german, lines: [{ ...line, vatRate: 0, vatCategory: 'K' }] }), [])
  const { valid, rulesChecked } = ITALIAN.validate(sound, { today: TODAY })
  t.ok(valid)
  t.equal(
    rulesChecked,
    (FATTURAPA_DOCUMENTS.rules('fatturapa', '')?.size ?? 0) +
      GENERAL_RULES.length +
      BUSINESS_RULES.length +
      PAYMENT_PLAN_RULES.filter(({ country = 'IT' }) => country === 'IT').length +
      2,
    'and the comparison with totals of the caller, their sign, and the terms of payment',
  )
})

t.test('the controls of parties see each type of document, also in a second one that the schema refuses', async (t) => {
  const second = (type: string) =>
    inXml((xml) =>
      xml.replace(/<DatiGeneraliDocumento>.*?<\/DatiGeneraliDocumento>/s, (data) => {
        return data + data.replace(/<TipoDocumento>\w+/, `<TipoDocumento>${type}`)
      }),
    )
  t.ok(second('TD17').includes('00473'))
  t.notOk(second('TD01').includes('00473'))
  t.ok(second('TD21').includes('00472'))
})

t.test('what SdI controls is found at the field that is to be corrected', async (t) => {
  const { customer, supplier } = sound
  const fund = { type: 'TC01', rate: 4, vatRate: 22 }
  const cases: readonly (readonly [expected: string, change: Partial<InvoiceRequest>])[] = [
    ['00400 lines[1].vatRate', withLine({ vatRate: 0 })],
    ['00401 lines[1].exemptionReasonCode', withLine({ exemptionReasonCode: 'N4' })],
    ['00403 issueDate', { issueDate: '2026-11-22' }],
    ['00411 lines[1].withholding', withLine({ withholding: true })],
    ['00413 socialFunds[0].vatRate', { socialFunds: [{ ...fund, vatRate: 0 }] }],
    ['00414 socialFunds[0].exemptionReasonCode', { socialFunds: [{ ...fund, exemptionReasonCode: 'N4' }] }],
    ['00415 socialFunds[0].withholding', { socialFunds: [{ ...fund, withholding: true }] }],
    ['00417 customer', { customer: { ...customer, vatNumber: '', consumer: true } }],
    ['00418 precedingInvoice.issueDate', { precedingInvoice: { number: 'F-0', issueDate: '2026-12-01' } }],
    ['00424 lines[1].vatRate', withLine({ vatRate: 0.22 })],
    ['00425 number', { number: 'no-digit' }],
    ['00426 customer.pec', { customer: { ...customer, pec: 'ditta@pec.example.it' } }],
    ['00445 lines[1].exemptionReasonCode', withLine({ vatRate: 0, exemptionReasonCode: 'N6' })],
    ['00471 customer', { customer: { ...supplier, sdiCode: 'M5UXCR1' } }],
    ['00472 customer', { documentType: 'TD27' }],
    ['00473 supplier.vatNumber', { documentType: 'TD17' }],
    ['00473 supplier.vatNumber', { supplier: german, documentType: 'TD29' }],
    ['00474 lines[1].vatRate', { ...withLine({ vatRate: 0, vatCategory: 'E' }), documentType: 'TD21' }],
    ['00475 customer', { customer: consumer, documentType: 'TD20' }],
    ['00476 customer', { supplier: german, customer: german }],
    ['00301 supplier.vatNumber', { supplier: { ...supplier, vatNumber: 'IT123' } }],
    ['00302 supplier.nationalId', { supplier: { ...supplier, nationalId: 'RSSMRA85Z10A562S' } }],
    ['00305 customer.vatNumber', { customer: { ...customer, vatNumber: 'IT123' } }],
    ['00306 customer.nationalId', { customer: { ...customer, nationalId: '12345678901234' } }],
    ['00313 customer.sdiCode', { customer: { ...customer, sdiCode: 'XXXXXXX' } }],
    ['00330 customer.pec', { customer: { ...customer, sdiCode: '0000000', pec: 'sdi01@pec.fatturapa.it' } }],
    ['CW-IT-CHECK-DIGIT customer.vatNumber', { customer: { ...customer, vatNumber: 'IT00743110158' } }],
    ['CW-IT-CREDIT-NOTE precedingInvoice', { invoiceType: 'credit_note' }],
    ['CW-IT-DOCUMENT-TYPE invoiceType', { documentType: 'TD04' }],
    ['CW-IT-EXCHANGE-RATE exchangeRate', { currency: 'USD' }],
    ['CW-IT-REVERSE-CHARGE lines[1].exemptionReasonCode', withLine({ vatRate: 0, vatCategory: 'AE' })],
    [
      'XSD lines[1].exemptionReasonCode',
      withLine({ vatRate: 0, vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-143' }),
    ],
    [
      'CW-IT-LINE-REFERENCE deliveryNotes[0].lines',
      { deliveryNotes: [{ number: '1', issueDate: TODAY, lines: [0, 1] }] },
    ],
    ['CW-IT-WITHHOLDING withholdings[0].amount', { withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }] }],
  ]
  for (const [expected, change] of cases)
    t.ok(found(change).includes(expected), `${expected}: ${found(change).join(', ')}`)
})

t.test('what the schema refuses is reported in words, at its field', async (t) => {
  const { customer, supplier } = sound
  const cases: readonly (readonly [path: string, words: RegExp, change: Partial<InvoiceRequest>])[] = [
    ['number', /at most 20 characters of ASCII/, { number: '1'.repeat(21) }],
    [
      'customer.name',
      /contains the character "字" \(U\+5B57\) at position 4/,
      { customer: { ...customer, name: 'ab 字' } },
    ],
    ['customer.name', /at most 80 characters of Latin-1/, { customer: { ...customer, name: 'x'.repeat(81) } }],
    [
      'customer.address.postalCode',
      /five digits/,
      { customer: { ...customer, address: addressWith({ postalCode: '1' }) } },
    ],
    [
      'customer.address.stateOrProvince',
      /province/,
      { customer: { ...customer, address: addressWith({ stateOrProvince: 'Rumelia' }) } },
    ],
    ['supplier.phone', /5 to 12 digits/, { supplier: { ...supplier, phone: '+49 30 123456789012' } }],
    ['supplier.taxRegime', /RF01/, { supplier: { ...supplier, taxRegime: 'RF03' } }],
    ['lines[1].unitPrice', /8 after the point/, withLine({ unitPrice: 0.123456789 })],
    ['lines[1].vatRate', /at most 2 decimals/, withLine({ vatRate: 7.125 })],
    [
      'lines[1].exemptionReason',
      /100 characters/,
      withLine({ vatRate: 0, vatCategory: 'E', exemptionReason: 'x'.repeat(101) }),
    ],
    ['stampDuty', /2 after the point/, { stampDuty: 2.005 }],
    [
      'withholdings[0].reason',
      /certificate CU/,
      { withholdings: [{ type: 'RT01', rate: 20, amount: 1, reason: 'F' }] },
    ],
    ['deliveryNotes[0].number', /ASCII/, { deliveryNotes: [{ number: 'è', issueDate: TODAY }] }],
    ['orderReference', /at most 20/, { orderReference: 'x'.repeat(21) }],
    ['paymentMeans.bankAccount', /IBAN/, { paymentMeans: { bankAccount: '12-34' } }],
  ]
  for (const [path, words, change] of cases) {
    const { findings, valid } = ITALIAN.validate({ ...sound, ...change }, { today: TODAY })
    t.notOk(valid, path)
    t.match(findings, [{ rule: 'XSD', path, message: words, fix: /./ }], path)
  }
  t.match(found({ customer: { vatNumber: customer.vatNumber, name: 'Senza sede' } }), [/^XSD customer/])
})

function addressWith(change: object) {
  return { ...consumer.address, country: 'IT', ...change }
}

t.test('controls that no JSON can break are judged of documents from anybody', async (t) => {
  t.same(
    inXml((xml) => xml),
    [],
  )
  t.ok(inXml((xml) => xml.replace('versione="FPR12"', 'versione="FPA12"')).includes('00428'))
  t.ok(inXml((xml) => xml.replace('>M5UXCR1<', '>M5UXCR<')).includes('00427'))
  t.ok(inXml((xml) => xml.replace('<Imposta>22.00', '<Imposta>22.02')).includes('00421'))
  t.notOk(inXml((xml) => xml.replace('<Imposta>22.00', '<Imposta>22.01')).includes('00421'), 'a cent is tolerated')
  t.ok(inXml((xml) => xml.replace('<ImponibileImporto>100.00', '<ImponibileImporto>101.00')).includes('00422'))
  t.notOk(inXml((xml) => xml.replace('<ImponibileImporto>100.00', '<ImponibileImporto>100.99')).includes('00422'))
  t.ok(inXml((xml) => xml.replace('<PrezzoTotale>100.00', '<PrezzoTotale>100.02')).includes('00423'))
  t.same(
    inXml((xml) => xml.replace('<AliquotaIVA>22.00', '<AliquotaIVA>10.00')).filter((rule) => /^004(19|43)$/.test(rule)),
    ['00419', '00443'],
  )
  const split = {
    vatCollection: 'split_payment' as const,
    lines: [{ ...line, vatRate: 0, vatCategory: 'AE' as const }],
  }
  const collected = (xml: string): string => xml.replace('</Imposta>', '</Imposta><EsigibilitaIVA>S</EsigibilitaIVA>')
  t.ok(inXml(collected, split).includes('00420'))
  const summary = /<DatiRiepilogo>[^]*<\/DatiRiepilogo>/
  const exempt = { lines: [{ ...line, vatRate: 0, vatCategory: 'E' as const }] }
  t.ok(inXml((xml) => xml.replace(/(<DatiRiepilogo>[^]*)<Natura>N4/, '$1<Natura>N1'), exempt).includes('00444'))
  t.ok(
    inXml((xml) => xml.replace(summary, (each) => each.replace('<Natura>N4</Natura>', '')), exempt).includes('00429'),
  )
  t.ok(
    inXml((xml) =>
      xml.replace('</AliquotaIVA>\n        <Imponibile', '</AliquotaIVA><Natura>N4</Natura><Imponibile'),
    ).includes('00430'),
  )
  const discount = '<ScontoMaggiorazione><Tipo>SC</Tipo></ScontoMaggiorazione>'
  t.ok(inXml((xml) => xml.replace('<ImportoTotale', `${discount}<ImportoTotale`)).includes('00437'))
  t.ok(inXml((xml) => xml.replace('<PrezzoTotale', `${discount}<PrezzoTotale`)).includes('00438'))
  const body = /<FatturaElettronicaBody>[^]*<\/FatturaElettronicaBody>/
  t.ok(inXml((xml) => xml.replace(body, (each) => each + each)).includes('00409'))
  t.notOk(inXml((xml) => xml.replace(body, (each) => each + each.replace('TD01', 'TD04'))).includes('00409'))
})

t.test('discounts in a document from anybody follow one another, an amount before a percentage', async (t) => {
  const priced = (changes: string, total: string) =>
    inXml((xml) =>
      xml
        .replace('<PrezzoTotale>100.00', `${changes}<PrezzoTotale>${total}`)
        .replace('<ImponibileImporto>100.00', `<ImponibileImporto>${total}`)
        .replace('<Imposta>22.00', `<Imposta>${(Number(total) * 0.22).toFixed(2)}`),
    )
  const change = (kind: string, how: string) => `<ScontoMaggiorazione><Tipo>${kind}</Tipo>${how}</ScontoMaggiorazione>`
  const tenPercent = change('SC', '<Percentuale>10.00</Percentuale>')
  t.same(priced(tenPercent + tenPercent, '81.00'), [])
  t.same(priced(tenPercent + change('MG', '<Importo>5.00</Importo>'), '95.00'), [])
  t.same(priced(change('SC', '<Percentuale>50.00</Percentuale><Importo>5.00</Importo>'), '95.00'), [])
  t.same(priced(tenPercent, '91.00'), ['00423'])
})

t.test('what FatturaPA has no place for is reported, and prevents nothing', async (t) => {
  const customer = {
    ...sound.customer,
    phone: '+49 831 1',
    email: 'a@b.example',
    peppolId: '0211:IT1',
    siret: '73282932000074',
  }
  t.same(found({ customer }).sort(), [
    'CW-IT-NO-PLACE customer.email',
    'CW-IT-NO-PLACE customer.peppolId',
    'CW-IT-NO-PLACE customer.phone',
    'CW-IT-NO-PLACE customer.siret',
  ])
  t.ok(ITALIAN.validate({ ...sound, customer }, { today: TODAY }).valid)
  const supplier = { ...sound.supplier, peppolId: '0211:IT1', siret: '73282932000074', phone: '0575355017' }
  t.same(found({ supplier }).sort(), ['CW-IT-NO-PLACE supplier.peppolId', 'CW-IT-NO-PLACE supplier.siret'])
  t.same(found({ exchangeRate: 1.1 }), ['CW-IT-NO-EXCHANGE exchangeRate'])
  t.same(found({ exchangeRate: 1.1, currency: 'CHF', customer: sound.customer }), [])
  const leitweg = { customer: { ...sound.customer, leitwegId: '04011000-12345-03' } }
  t.same(found(leitweg), [])
  t.match(documentOf(leitweg), '<RiferimentoAmministrazione>04011000-12345-03</RiferimentoAmministrazione>')
})

t.test('what does not fit is found at its field', async (t) => {
  const cases: readonly (readonly [expected: string, change: Partial<InvoiceRequest>])[] = [
    ['XSD lines[1].id', withLine({ id: 'A' })],
    ['XSD lines[1].item.attributes', withLine({ item: { attributes: [{ name: 'far too long', value: 'a' }] } })],
    ['XSD lines[1].buyerAccountingReference', withLine({ buyerAccountingReference: 'x'.repeat(21) })],
    ['XSD lines[1].orderLineReference', { ...withLine({ orderLineReference: 'x'.repeat(21) }), orderReference: 'A' }],
    ['XSD orderReference', withLine({ orderLineReference: '3' })],
    ['XSD paymentMeans.code', { paymentMeans: { code: '1' } }],
    ['XSD precedingInvoices[0].number', { precedingInvoices: [{ number: 'x'.repeat(21) }] }],
    ['XSD payee.name', { payee: { name: 'x'.repeat(201) } }],
    [
      'XSD delivery.address.city',
      { delivery: { address: { country: 'IT', street: 'Via Roma 1', postalCode: '00100' } } },
    ],
    ['00303 taxRepresentative.vatNumber', { taxRepresentative: { name: 'X', vatNumber: 'IT123' } }],
  ]
  for (const [expected, change] of cases) t.same(found(change), [expected], expected)
  t.same(found(withLine({ quantity: 0, allowances: [{ amount: 5 }] })), [
    'CW-QUANTITY lines[1].quantity',
    '00423 lines[1]',
  ])
})
