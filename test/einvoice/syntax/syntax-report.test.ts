import t from 'tap'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { parseInvoice, UnknownDocument } from '../../../src/einvoice/syntax/invoice-document.js'
import { readInvoice, type ReadInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'

const amount = (text: string): Decimal => Decimal.of(text)

/** One line of 10 EUR at 19 %. */
const INVOICE: Invoice = {
  kind: 'invoice',
  number: 'R-1',
  issueDate: '2026-11-21',
  typeCode: '380',
  currency: 'EUR',
  specification: 'urn:cen.eu:en16931:2017',
  businessProcess: 'M1',
  notes: [{ text: 'n' }],
  precedingInvoices: [],
  seller: {
    name: 'Seller',
    identifiers: [{ value: 'S-1' }],
    vatIdentifier: 'DE1',
    address: { city: 'A', country: 'DE' },
  },
  buyer: { name: 'Buyer', identifiers: [], address: { country: 'FR' } },
  payment: { meansCode: '30', transfers: [{ account: 'DE02120300000000202051' }] },
  allowances: [{ amount: amount('1'), vatCategory: 'S', vatRate: amount('19'), reason: 'r' }],
  charges: [],
  totals: {
    lineNet: amount('11'),
    allowances: amount('1'),
    withoutVat: amount('10'),
    vat: amount('1.9'),
    withVat: amount('11.9'),
    due: amount('11.9'),
  },
  vatBreakdown: [{ taxable: amount('10'), tax: amount('1.9'), category: 'S', rate: amount('19') }],
  supportingDocuments: [],
  lines: [
    {
      id: '1',
      quantity: amount('1'),
      unitCode: 'C62',
      netAmount: amount('11'),
      allowances: [],
      charges: [],
      price: { net: amount('11') },
      vatCategory: 'S',
      vatRate: amount('19'),
      item: { name: 'Item', classifications: [], attributes: [] },
    },
  ],
}

/** The invoice above after one change to its XML. */
function read(syntax: 'ubl' | 'cii', from: string | RegExp, to: string): ReadInvoice {
  const xml = syntax === 'ubl' ? writeUbl(INVOICE) : writeCii(INVOICE)
  const changed = xml.replace(from, to)
  if (changed === xml) throw new Error(`nothing to replace: ${from}`)
  return readInvoice(Buffer.from(changed))
}

const faultsOf = ({ report }: ReadInvoice): string[] =>
  report.faults.map(({ kind, element, text }) => `${kind} ${element.path} ${text}`)

const detected = (bytes: Uint8Array) => parseInvoice(bytes).detected

t.test('syntax and profile follow from the document', (t) => {
  t.strictSame(detected(Buffer.from(writeCii(INVOICE))), {
    syntax: 'cii',
    root: 'rsm:CrossIndustryInvoice',
    businessProcess: 'M1',
    specification: 'urn:cen.eu:en16931:2017',
    headSpecification: 'urn:cen.eu:en16931:2017',
    countries: { seller: 'DE', buyer: 'FR' },
  })
  t.equal(detected(Buffer.from(writeUbl({ ...INVOICE, kind: 'creditNote' }))).root, 'cn:CreditNote')
  t.throws(() => detected(Buffer.from('<Invoice/>')), new UnknownDocument('Invoice'))
  t.throws(() => detected(Buffer.from('<Invoice xmlns="urn:x"/>')), new UnknownDocument('{urn:x}Invoice'))
  t.end()
})

t.test('a number that is none leaves the model without it and the report with its text', (t) => {
  for (const text of ['1e3', '1,5', '', '0x10', 'NaN', '1 000', '9'.repeat(401)]) {
    const document = read('ubl', />11\.90<\/cbc:PayableAmount/, `>${text}</cbc:PayableAmount`)
    t.equal(document.invoice.totals.due, undefined)
    t.strictSame(faultsOf(document), [`number /ubl:Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount ${text}`])
  }
  for (const text of ['+11.9', '11.900', '0011.9']) {
    const document = read('ubl', />11\.90<\/cbc:PayableAmount/, `>${text}</cbc:PayableAmount`)
    t.equal(document.invoice.totals.due?.toString(), '11.9', text)
    t.strictSame(document.report.faults, [])
  }
  t.equal(
    read('cii', '>11.90</ram:DuePayableAmount', '>.9</ram:DuePayableAmount').invoice.totals.due?.toString(),
    '0.9',
  )
  t.end()
})

t.test('white space around a number is read over and noted, that of a text is kept', (t) => {
  const padded = read('ubl', />11\.90<\/cbc:PayableAmount/, '> 11.90\n</cbc:PayableAmount')
  t.equal(padded.invoice.totals.due?.toString(), '11.9')
  t.strictSame(faultsOf(padded), ['padding /ubl:Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount  11.90\n'])
  t.equal(read('ubl', '>Item<', '> Item\n <').invoice.lines[0]?.item.name, ' Item\n ')
  t.end()
})

t.test('days are checked by the calendar', (t) => {
  t.equal(read('ubl', '2026-11-21', '2026-02-29').invoice.issueDate, '2026-02-29')
  const kinds = (document: ReadInvoice): string[] => document.report.faults.map(({ kind }) => kind)
  t.strictSame(kinds(read('ubl', '2026-11-21', '2026-02-29')), ['date'])
  t.strictSame(kinds(read('ubl', '2026-11-21', '2028-02-29')), [])
  t.strictSame(kinds(read('ubl', '2026-11-21', '21.11.2026')), ['date'])
  t.strictSame(kinds(read('ubl', '2026-11-21', '2026-11-21T00:00:00')), ['date'])
  t.strictSame(kinds(read('ubl', '2026-11-21', '2026-11-21+01:00')), [])
  t.strictSame(kinds(read('cii', '20261121', '20261321')), ['date'])
  t.strictSame(kinds(read('cii', '20261121', '2026-11-21')), ['date'], 'CII-DT-097')
  const other = read('cii', 'format="102"', 'format="610"')
  t.equal(other.invoice.issueDate, '', 'the official rules see only format 102')
  t.strictSame(kinds(other), ['dateFormat'])
  t.end()
})

t.test('an allowance or charge without a readable indicator is neither', (t) => {
  const document = read('ubl', '>false</cbc:ChargeIndicator', '>no</cbc:ChargeIndicator')
  t.strictSame([document.invoice.allowances, document.invoice.charges], [[], []])
  t.strictSame(
    document.report.unread().map(({ path }) => path),
    ['/ubl:Invoice/cac:AllowanceCharge'],
  )
  t.equal(read('ubl', '>false</cbc:ChargeIndicator', '>0</cbc:ChargeIndicator').invoice.allowances.length, 1)
  t.equal(read('cii', '>false</udt:Indicator', '> 1 </udt:Indicator').invoice.charges.length, 1)
  t.end()
})

t.test('the census answers what the official rules ask of the syntax', (t) => {
  const { document, invoice, report } = read(
    'ubl',
    '<cac:PaymentMeans>',
    '<cac:Delivery><cbc:ID schemeName="x"/></cac:Delivery><cac:Delivery/><cac:PaymentMeans><cbc:InstructionNote/>',
  )
  const { census } = document
  t.equal(census.get('cac:Delivery')?.elements.length, 2)
  t.equal(census.get('cac:Delivery/cbc:ID')?.elements.length, 1, 'UBL-CR-342')
  t.ok(census.get('cac:Delivery/cbc:ID/@schemeName')?.isAttribute)
  t.ok(
    [...census.values()].some(({ name }) => name === '@schemeName'),
    'UBL-DT-08: //@schemeName',
  )
  const empty = [
    '/ubl:Invoice/cac:Delivery[1]/cbc:ID',
    '/ubl:Invoice/cac:Delivery[2]',
    '/ubl:Invoice/cac:PaymentMeans/cbc:InstructionNote',
  ]
  t.strictSame(
    document.empties().map(({ path }) => path),
    empty,
    'PEPPOL-EN16931-R008',
  )
  t.strictSame(
    report.unread().map(({ path }) => path),
    empty,
  )
  const [line] = invoice.lines
  t.equal(line === undefined ? null : report.originOf(line)?.path, '/ubl:Invoice/cac:InvoiceLine')
  t.equal(report.originOf(invoice), document.root)
  t.end()
})

t.test('an empty element is not an absent one', (t) => {
  t.equal(read('ubl', '>M1<', '><').invoice.businessProcess, '')
  t.equal(read('ubl', /<cbc:ProfileID>.*\n/, '').invoice.businessProcess, undefined)
  t.end()
})

t.test('only tax categories of VAT count in UBL, any in CII, as the official rules have it', (t) => {
  const ubl = read('ubl', /(<cac:ClassifiedTaxCategory>[^]*?)<cbc:ID>VAT</, '$1<cbc:ID>GST<')
  t.equal(ubl.invoice.lines[0]?.vatCategory, '')
  t.equal(
    read('ubl', /(<cac:ClassifiedTaxCategory>[^]*?)<cbc:ID>VAT</, '$1<cbc:ID> vat <').invoice.lines[0]?.vatCategory,
    'S',
  )
  t.equal(read('cii', '<ram:TypeCode>VAT<', '<ram:TypeCode>GST<').invoice.lines[0]?.vatCategory, 'S')
  t.end()
})

t.test('a code of BT-8 that is not of the list of CII is kept and noted', (t) => {
  const known = read(
    'cii',
    /(<\/ram:CategoryCode>)(\s*<ram:RateApplicablePercent>19<\/ram:RateApplicablePercent>\s*<\/ram:ApplicableTradeTax>\s*<ram:SpecifiedTradeAllowanceCharge>)/,
    '$1<ram:DueDateTypeCode>72</ram:DueDateTypeCode>$2',
  )
  t.equal(known.invoice.taxPointDateCode, '432')
  t.end()
})

t.test('hostile contents take no more than a few seconds', (t) => {
  const started = performance.now()
  read('ubl', />11\.90<\/cbc:PayableAmount/, `>1${' '.repeat(4_000_000)}x</cbc:PayableAmount`)
  read('ubl', />11\.90<\/cbc:PayableAmount/, `>${'9'.repeat(4_000_000)}</cbc:PayableAmount`)
  read(
    'ubl',
    '<cac:AccountingSupplierParty>',
    `${'<cac:BillingReference/>'.repeat(300_000)}<cac:AccountingSupplierParty>`,
  )
  read(
    'ubl',
    '<cac:InvoiceLine>',
    `${'<cac:InvoiceLine><cac:BillingReference/></cac:InvoiceLine>'.repeat(100_000)}<cac:InvoiceLine>`,
  )
  const bytes = 'QUJD'.repeat(2_500_000)
  const attached = read(
    'ubl',
    '<cac:AccountingSupplierParty>',
    `<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject>${bytes}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
  )
  t.equal(attached.invoice.supportingDocuments[0]?.attachment?.content?.length, 7_500_000)
  t.strictSame(attached.report.faults, [])
  const seconds = (performance.now() - started) / 1000
  t.ok(seconds < 30, `${seconds.toFixed(1)} s`)
  t.end()
})

t.test('attributes that no term stands for are in the report, those about lists are not', (t) => {
  const left = (syntax: 'ubl' | 'cii', from: string | RegExp, to: string): string[] => {
    const { invoice, report } = read(syntax, from, to)
    return report.unreadAttributes(invoice).map(({ element, name, value }) => `${element.path}/@${name} ${value}`)
  }
  for (const [from, to, lost] of [
    ['<cbc:InvoiceTypeCode>', '<cbc:InvoiceTypeCode name="Rechnung">', 'cbc:InvoiceTypeCode/@name Rechnung'],
    ['<cbc:Note>', '<cbc:Note languageID="de">', 'cbc:Note/@languageID de'],
    [/(<cbc:PriceAmount currencyID=")EUR/, '$1USD', 'cac:InvoiceLine/cac:Price/cbc:PriceAmount/@currencyID USD'],
    [
      /(<cac:PartyTaxScheme>\s*<cbc:CompanyID)/,
      '$1 schemeID="9930"',
      'cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID/@schemeID 9930',
    ],
  ] as const)
    t.strictSame(left('ubl', from, to), [`/ubl:Invoice/${lost}`])
  for (const [from, to] of [
    ['<cbc:InvoiceTypeCode>', '<cbc:InvoiceTypeCode listID="UNCL1001" listAgencyID="6">'],
    ['<cbc:PaymentMeansCode>', '<cbc:PaymentMeansCode name="Transfer">'],
    [/(<cac:TaxScheme>\s*<cbc:ID)/, '$1 schemeID="UN/ECE 5153" schemeAgencyID="6"'],
    [/(<cac:PartyIdentification>\s*<cbc:ID)/, '$1 schemeID="0088"'],
    [
      /(<cac:PartyTaxScheme>\s*<cbc:CompanyID)/,
      '$1 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="false"',
    ],
  ] as const)
    t.strictSame(left('ubl', from, to), [], to)
  t.strictSame(left('cii', '<ram:InvoiceCurrencyCode>', '<ram:InvoiceCurrencyCode listID="ISO4217">'), [])
  const [lost, ...others] = left('cii', '<ram:LineTotalAmount>', '<ram:LineTotalAmount currencyID="USD">')
  t.match(lost, /ram:LineTotalAmount\/@currencyID USD$/)
  t.strictSame(others, [])
  t.end()
})
