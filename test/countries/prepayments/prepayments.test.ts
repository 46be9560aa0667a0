import fc from 'fast-check'
import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import { printedInPoland } from '../../../src/countries/pl/printed.js'
import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import { oracleFor } from '../../support/oracle.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { acceptedSample } from '../accepted-sample.js'
import { finalInvoice, randomFinal, SETTLING, TODAY } from './final-invoices.js'

const COUNTRIES = Object.keys(SETTLING) as CountryCode[]

function invoicingOf(country: CountryCode) {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error(`${country} has no format`)
  return invoicing
}

function findingsOf(invoice: InvoiceRequest): readonly string[] {
  return invoicingOf(invoice.country)
    .validate(invoice, { today: TODAY })
    .findings.filter(({ severity }) => severity === 'fatal')
    .map(({ rule, path }) => `${rule} ${path}`)
}

function readBack(invoice: InvoiceRequest): InvoiceRequest {
  const invoicing = invoicingOf(invoice.country)
  return invoicing.read(parseInvoice(Buffer.from(invoicing.convert(invoice, []).xml))).request
}

t.test('in Germany, Belgium and France the advances are paid, and each is a preceding invoice', async (t) => {
  for (const [country, words] of [
    [
      'DE',
      'Anzahlung, Rechnung AR-2026-001 vom 30.09.2026, bezahlt am 12.10.2026: 4760,00 EUR; 19 % USt auf 4000,00 EUR: 760,00 EUR',
    ],
    [
      'BE',
      'Voorschot, factuur BRW-2026-V07 van 05/10/2026, betaald op 09/10/2026: 3025,00 EUR; 21 % btw op 2500,00 EUR: 525,00 EUR',
    ],
    [
      'FR',
      'Acompte, facture NTE-2026-A031 du 02/10/2026, payé le 06/10/2026 : 4320,00 EUR ; TVA 20 % sur 3600,00 EUR : 720,00 EUR',
    ],
  ] as const) {
    const invoice = finalInvoice(country)
    const { totals, precedingInvoices, notes } = invoicingOf(country).model(invoice)
    const sum = Decimal.sum((invoice.prepayments ?? []).map(({ amount }) => Decimal.of(amount)))
    t.equal(totals.paid?.toString(), sum.toString(), country)
    t.equal(totals.due?.toString(), totals.withVat?.minus(sum).toString(), country)
    t.same(
      precedingInvoices,
      (invoice.prepayments ?? []).map(({ number, issueDate }) => ({ number, issueDate })),
      country,
    )
    t.ok(
      notes.some(({ text }) => text.split('\n').includes(words)),
      `${country}: ${notes.map(({ text }) => text).join('\n')}`,
    )
  }
})

t.test('in Italy and Romania the advances are negative lines by rate, and each is a preceding invoice', async (t) => {
  const italian = finalInvoice('IT')
  const { lines, totals, vatBreakdown, precedingInvoices } = invoicingOf('IT').model(italian)
  t.match(
    lines.slice(2).map(({ item, netAmount }) => [item.name, netAmount?.toString()]),
    [
      ['Acconto, fattura FE-2026-0121 del 10/09/2026, pagato il 18/09/2026, IVA 528,00', '-2400'],
      ['Acconto, fattura FE-2026-0133 del 12/10/2026, IVA 220,00', '-1000'],
      ['Acconto, fattura FE-2026-0133 del 12/10/2026, IVA 4,00', '-100'],
    ],
  )
  t.match(
    vatBreakdown.map(({ taxable, tax }) => [taxable?.toString(), tax?.toString()]),
    [
      ['4600', '1012'],
      ['434', '17.36'],
    ],
  )
  t.equal(totals.withVat?.toString(), '6063.36')
  t.equal(precedingInvoices.length, 2)
  t.match(
    invoicingOf('IT').convert(italian, []).xml,
    /<DatiFattureCollegate>\s*<IdDocumento>FE-2026-0121<\/IdDocumento>\s*<Data>2026-09-10<\/Data>/,
  )
  t.match(
    invoicingOf('RO').model(finalInvoice('RO')).lines.at(-1)?.item.name,
    /^Avans, factura CLJ-2026-A011 din 05\.10\.2026/,
  )
})

t.test('an advance is TD02 in Italy, TD03 on a fee, and in Romania an invoice with a note', async (t) => {
  for (const [country, name, type] of [
    ['IT', '24-advance', '<TipoDocumento>TD02</TipoDocumento>'],
    ['IT', '26-fee-advance', '<TipoDocumento>TD03</TipoDocumento>'],
    ['RO', '15-advance', '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>'],
  ] as const) {
    const { invoice } = acceptedSample(country, name, TODAY)
    t.match(invoicingOf(country).convert(invoice, []).xml, type)
    t.same(findingsOf(invoice), [], name)
  }
  const { invoice } = acceptedSample('RO', '15-advance', TODAY)
  for (const notes of [{}, { note: 'Mulțumim' }, { notes: [{ text: 'a' }] }, { note: 'a', notes: [{ text: 'b' }] }]) {
    const said = { ...invoice, ...notes }
    t.ok(
      invoicingOf('RO')
        .model(said)
        .notes.some(({ text }) => text === 'Factură de avans'),
    )
    const read = readBack(said)
    t.equal(read.typeCode, '386')
    t.notOk(JSON.stringify(read).includes('Factură de avans'))
    t.equal(invoicingOf('RO').convert(read, []).xml, invoicingOf('RO').convert(said, []).xml)
  }
})

t.test('in Poland the sums are what is left, and the correction of a final invoice names its advances', async (t) => {
  const final = finalInvoice('PL')
  const { xml } = invoicingOf('PL').convert(final, [])
  const sumsOf = (document: string) =>
    Array.from(document.matchAll(/<(P_1[345](?:_[0-9])?)>([^<]+)</g), ([, name, amount]) => `${name} ${amount}`)
  const kindsOf = (document: string) => /<RodzajFaktury>([^<]+)</.exec(document)?.[1]
  t.equal(kindsOf(xml), 'ROZ')
  t.match(xml, /<FakturaZaliczkowa>\s*<NrKSeFFaZaliczkowej>5213891244-20261005-/)
  t.match(xml, /<FakturaZaliczkowa>\s*<NrKSeFZN>1<\/NrKSeFZN>\s*<NrFaZaliczkowej>ZAL\/2026\/10\/19</)
  t.same(sumsOf(xml), [
    'P_13_1 6040.99',
    'P_14_1 1389.43',
    'P_13_2 104.70',
    'P_14_2 8.38',
    'P_13_3 790.00',
    'P_14_3 39.50',
    'P_15 8373.00',
  ])
  t.equal(invoicingOf('PL').model(final).totals.paid?.toString(), '3900')
  const { prepayments, ...whole } = final
  const precedingInvoice = { number: 'FV/2026/10/0093', issueDate: '2026-10-14' }
  for (const invoiceType of ['credit_note', 'debit_note'] as const) {
    const plain = { ...whole, invoiceType, precedingInvoice }
    const correction = { ...plain, ...(prepayments && { prepayments }) }
    t.same(findingsOf(correction), [], invoiceType)
    const document = invoicingOf('PL').convert(correction, []).xml
    t.equal(kindsOf(document), 'KOR_ROZ')
    t.same(sumsOf(document), sumsOf(invoicingOf('PL').convert(plain, []).xml), 'nothing is deducted twice')
    t.match(readBack(correction), { invoiceType, prepayments })
    t.equal(invoicingOf('PL').convert(readBack(correction), []).xml, document)
  }
})

t.test('an advance in Poland is ZAL with its order, and its correction KOR_ZAL', async (t) => {
  const { invoice: advance } = acceptedSample('PL', '33-advance', TODAY)
  const { invoice: note } = acceptedSample('PL', '35-credit-note-for-advance', TODAY)
  const { typeCode, ...untyped } = note
  t.equal(typeCode, '503')
  const raised = { ...untyped, typeCode: '386', invoiceType: 'debit_note' } as const
  for (const [invoice, kind] of [
    [advance, 'ZAL'],
    [note, 'KOR_ZAL'],
    [raised, 'KOR_ZAL'],
  ] as const) {
    const { xml } = invoicingOf('PL').convert(invoice, [])
    t.match(xml, `<RodzajFaktury>${kind}</RodzajFaktury>`)
    t.same(findingsOf(invoice), [], kind)
    const read = readBack(invoice)
    t.equal(read.typeCode, invoice.typeCode)
    t.match(read.order?.lines, invoice.order?.lines)
    t.equal(invoicingOf('PL').convert(read, []).xml, xml)
  }
  const { xml } = invoicingOf('PL').convert(advance, [])
  t.match(xml, '<WartoscZamowienia>10622.43</WartoscZamowienia>')
  t.match(
    xml,
    /<P_7Z>Projekt[^]*<P_8BZ>42<[^]*<P_9AZ>185.50<[^]*<P_11NettoZ>7791.00<[^]*<P_11VatZ>1791.93<[^]*<P_12Z>23</,
  )
  // The VAT in the advance, not on it: 3000 x 23 / 123 (art. 106f (1) 3).
  t.match(xml, /<P_13_1>2439.02<[^]*<P_14_1>560.98<[^]*<P_15>3500.00</)
  t.match(
    invoicingOf('PL').convert(note, []).xml,
    /<P_15>-615.00<[^]*<WartoscZamowienia>-1140.83<[^]*<P_8BZ>-5<[^]*<P_9AZ>185.50</,
  )
  const warned = (invoice: InvoiceRequest) =>
    invoicingOf('PL')
      .validate(invoice, { today: TODAY })
      .findings.filter(({ rule }) => rule.startsWith('CW-PL-ORDER'))
      .map(({ rule, severity }) => `${rule} ${severity}`)
  t.same(warned(advance), [])
  const { order, ...without } = advance
  t.same(warned(without), ['CW-PL-ORDER warning'])
  t.same(warned({ ...advance, order: { lines: order?.lines ?? [], grossAmount: 9000 } }), ['CW-PL-ORDER-TOTAL warning'])
  const page = printedInPoland(advance, {
    language: 'pl',
    environment: 'test',
    documentSha256: null,
    governmentNumber: null,
  }).facts
  t.match(
    page.find(({ label }) => label === 'Zamówienie')?.value.replaceAll(/\s/g, ' '),
    '42 × 185,50 zł = 7 791,00 zł; VAT 23',
  )
  t.match(
    page.find(({ label }) => label === 'Wartość zamówienia z podatkiem')?.value.replaceAll(/\s/g, ' '),
    '10 622,43 zł',
  )
  const refusalOf = (changes: object) => {
    try {
      acceptedSample('PL', '33-advance', TODAY, () => changes)
      return undefined
    } catch (error) {
      return error
    }
  }
  t.match(refusalOf({ typeCode: undefined }), { details: [{ path: 'order', message: /typeCode: 386/ }] })
  t.match(refusalOf({ typeCode: '384', order: undefined }), {
    details: [{ path: 'typeCode', message: /only 386, 503/ }],
  })
})

t.test('VAT on a net advance is the VAT in its gross amount', async (t) => {
  const { invoice } = acceptedSample('PL', '33-advance', TODAY)
  const { pricesIncludeVat, ...advance } = invoice
  t.ok(pricesIncludeVat)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(23, 8, 5), (cents, vatRate) => {
      const lines = [{ description: 'Zaliczka', quantity: 1, unitCode: 'C62', unitPrice: cents / 100, vatRate }]
      const { vatBreakdown, totals } = invoicingOf('PL').model({ ...advance, lines })
      const gross = totals.withVat ?? Decimal.zero
      const contained = gross
        .times(Decimal.of(vatRate))
        .dividedBy(Decimal.of(100 + vatRate))
        .round(2)
      return vatBreakdown[0]?.tax?.equals(contained) === true
    }),
    { seed: SEED, numRuns: triesOf(1000) },
  )
  t.pass()
})

t.test('types that the Italian format does not have are refused', async (t) => {
  const refusalOf = (changes: object) => {
    try {
      acceptedSample('IT', '24-advance', TODAY, () => changes)
      return undefined
    } catch (error) {
      return error
    }
  }
  t.equal(refusalOf({}), undefined)
  t.equal(refusalOf({ documentType: 'TD03' }), undefined)
  for (const invoiceType of ['credit_note', 'debit_note'])
    t.match(refusalOf({ invoiceType }), {
      details: [{ path: 'typeCode', message: /can't be 386 with invoiceType .*leave typeCode out/ }],
    })
  t.match(refusalOf({ typeCode: '384' }), { details: [{ path: 'typeCode', message: /only 386/ }] })
  t.match(refusalOf({ documentType: 'TD24' }), { details: [{ path: 'documentType', message: /TD02 or TD03/ }] })
})

t.test('the contribution to a fund is on the whole fee, not on what is left of it', async (t) => {
  const { invoice } = acceptedSample('IT', '26-fee-advance', TODAY)
  const { typeCode, ...final } = invoice
  t.equal(typeCode, '386')
  const { charges } = invoicingOf('IT').model({
    ...final,
    prepayments: [
      {
        number: 'A-1',
        issueDate: '2026-10-02',
        amount: 122,
        vat: [{ vatRate: 22, taxableAmount: 100, taxAmount: 22 }],
      },
    ],
  })
  const [whole] = invoicingOf('IT').model(final).charges
  t.equal(whole?.amount?.toString(), '24')
  t.equal(charges[0]?.amount?.toString(), '24')
})

t.test('advances are deducted from prices with VAT, too', async (t) => {
  for (const country of COUNTRIES) {
    const invoice = { ...finalInvoice(country), pricesIncludeVat: true } as const
    const { prepayments = [], ...whole } = invoice
    const { totals } = invoicingOf(country).model(invoice)
    const due = totals.withVat?.minus(totals.paid ?? Decimal.zero)
    const gross = invoicingOf(country).model(whole).totals.withVat
    const sum = Decimal.sum(prepayments.map(({ amount }) => Decimal.of(amount)))
    t.equal(due?.toString(), gross?.minus(sum).toString(), country)
    t.same(findingsOf(invoice), [], country)
  }
})

t.test('a finding on a line that deducts an advance names the advance', async (t) => {
  for (const [country, number] of [
    ['IT', 'FE-2026-0121-and-longer-than-20'],
    ['RO', `CLJ-${'9'.repeat(80)}`],
  ] as const) {
    const invoice = finalInvoice(country)
    const [advance, ...others] = invoice.prepayments ?? []
    if (advance === undefined) throw new Error('no advance')
    const found = findingsOf({ ...invoice, prepayments: [{ ...advance, number }, ...others] })
    t.ok(found.length > 0 && found.every((each) => each.includes(' prepayments[0].number')), found.join('; '))
  }
})

t.test('Peppol allows one note, so the advances share it with the caller', async (t) => {
  const { note = '', ...bare } = finalInvoice('BE')
  for (const invoice of [{ ...bare, note }, bare, { ...bare, notes: [{ text: note, subjectCode: 'AAI' }] }]) {
    t.equal(invoicingOf('BE').model(invoice).notes.length, 1)
    t.same(findingsOf(invoice), [])
    t.match(readBack(invoice), { prepayments: invoice.prepayments })
  }
})

t.test('the French business process follows from advances, and an advance has none of them', async (t) => {
  const final = finalInvoice('FR')
  const [service, , goods] = final.lines
  if (service === undefined || goods === undefined) throw new Error('no lines')
  const processOf = (invoice: InvoiceRequest) => invoicingOf('FR').model(invoice).businessProcess
  t.equal(processOf(final), 'M4')
  t.equal(processOf({ ...final, lines: [service] }), 'S4')
  t.equal(processOf({ ...final, lines: [goods] }), 'B4')
  for (const [name, process, type] of [
    ['15-advance', 'S1', '386'],
    ['17-credit-note-for-advance', 'S1', '503'],
  ] as const) {
    const { invoice } = acceptedSample('FR', name, TODAY)
    t.match(invoicingOf('FR').model(invoice), { businessProcess: process, typeCode: type })
    t.same(findingsOf(invoice), [])
  }
})

t.test('invoices of construction and advances have their types in Germany', async (t) => {
  const { prepayments, ...whole } = finalInvoice('DE')
  for (const typeCode of ['326', '386', '875', '876', '877']) {
    const invoice = { ...whole, typeCode, ...(typeCode === '877' && { prepayments }) } as InvoiceRequest
    t.same(findingsOf(invoice), [], typeCode)
    t.match(readBack(invoice), { typeCode })
  }
})

t.test('wrong advances are findings on their fields', async (t) => {
  for (const country of COUNTRIES) {
    const invoice = finalInvoice(country)
    const [advance] = invoice.prepayments ?? []
    if (advance === undefined) throw new Error('no advance')
    const [tax] = advance.vat
    if (tax === undefined) throw new Error('no VAT')
    const huge = { ...advance, amount: 1_210_000, vat: [{ ...tax, taxableAmount: 1_000_000, taxAmount: 210_000 }] }
    t.ok(findingsOf({ ...invoice, prepayments: [huge] }).includes('CW-PREPAYMENTS prepayments'), country)
    t.notOk(findingsOf({ ...invoice, prepayments: [huge] }).some((each) => each.startsWith('CW-TOTAL-SIGN')))
    t.ok(
      findingsOf({ ...invoice, prepayments: [{ ...advance, amount: advance.amount + 1 }] }).includes(
        'CW-PREPAYMENT-AMOUNT prepayments[0].amount',
      ),
      country,
    )
    t.ok(
      findingsOf({ ...invoice, prepayments: [advance, advance] }).includes('CW-PREPAYMENT-TWICE prepayments[1].number'),
      country,
    )
    const odd = { ...advance, amount: advance.amount + 10, vat: [{ ...tax, taxAmount: tax.taxAmount + 10 }] }
    const { findings } = invoicingOf(country).validate({ ...invoice, prepayments: [odd] }, { today: TODAY })
    t.match(
      findings.filter(({ rule }) => rule === 'CW-PREPAYMENT-VAT'),
      [{ severity: 'warning', path: 'prepayments[0].vat[0].taxAmount' }],
    )
  }
})

t.test('a finding on the invoice of an advance names the advance', async (t) => {
  const invoice = finalInvoice('FR')
  const [advance] = invoice.prepayments ?? []
  if (advance === undefined) throw new Error('no advance')
  const preceding = { number: 'NTE-1', issueDate: '2026-09-01' }
  for (const named of [{}, { precedingInvoice: preceding }, { precedingInvoices: [preceding] }]) {
    const wrong = { ...invoice, ...named, prepayments: [advance, { ...advance, number: 'NTE 2026 A032' }] }
    const found = findingsOf(wrong).filter((each) => each.startsWith('BR-FR-02_BT-25'))
    t.same(found, ['BR-FR-02_BT-25 prepayments[1].number'])
  }
})

t.test('an advance that the caller names as preceding invoice as well is referred to once', async (t) => {
  for (const country of ['DE', 'BE', 'FR'] as const) {
    const invoice = finalInvoice(country)
    const [advance] = invoice.prepayments ?? []
    if (advance === undefined) throw new Error('no advance')
    const { number, issueDate } = advance
    const named = { ...invoice, precedingInvoice: { number, issueDate } }
    const { precedingInvoices } = invoicingOf(country).model(named)
    t.equal(precedingInvoices.filter((each) => each.number === number).length, 1)
  }
})

/** Several advances in a German Cross Industry Invoice: XRechnung has room for one. */
function isZugferd(xml: string): boolean {
  return xml.includes('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>') && xml.includes('<ram:CountryID>DE<')
}

for (const country of COUNTRIES) {
  const { formats = [] } = SETTLING[country] ?? {}
  for (const [format, profile] of formats)
    t.test(
      `a random final invoice of ${country} in ${format} is lawful, and its document says its advances`,
      async (t) => {
        const invoicing = invoicingOf(country)
        const oracle = oracleFor(t, `random final invoices of ${country} against the official artefacts`)
        await fc.assert(
          fc.asyncProperty(randomFinal(country), async (drawn) => {
            const invoice = { ...drawn, format }
            const found = findingsOf(invoice)
            if (found.length > 0) throw new Error(found.join('; '))
            const { xml } = invoicing.convert(invoice, [])
            const official = (await oracle?.judge(isZugferd(xml) ? 'fx' : profile, xml)) ?? []
            const fatal = official.filter(({ flag }) => flag === 'fatal')
            if (fatal.length > 0) throw new Error(fatal.map(({ id, text }) => `${id} ${text}`).join('; '))
            const { request } = invoicing.read(parseInvoice(Buffer.from(xml)))
            if (JSON.stringify(request.prepayments) !== JSON.stringify(invoice.prepayments))
              throw new Error(`read ${JSON.stringify(request.prepayments)}`)
            if (request.prepaidAmount !== undefined) throw new Error('the sum is beside the advances')
            // It becomes the same document again.
            const again = invoicing.convert(request, [])
            if (again.xml !== xml) throw new Error(again.xml)
          }),
          { seed: SEED, numRuns: triesOf(160) },
        )
        t.pass(`${triesOf(160)} random final invoices`)
      },
    )
}
