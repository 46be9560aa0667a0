import t from 'tap'
import { ITALIAN_ELEMENTS } from '../../../src/countries/it/elements.js'
import { putFattura } from '../../../src/countries/it/fatturapa/document.js'
import { fatturaModel } from '../../../src/countries/it/model.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { TreeSink } from '../../../src/einvoice/syntax/tree-sink.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { acceptedSamples } from '../accepted-sample.js'
import { consumer, documentOf, german, ITALIAN, line, sound, textsOf, unreached } from './sound-invoice.js'

t.test('a lawyer: contribution, VAT on it, tax withheld, disbursements', async (t) => {
  const invoice: Partial<InvoiceRequest> = {
    lines: [
      { ...line, unitPrice: 1000, withholding: true },
      { ...line, unitPrice: 50, vatRate: 0, exemptionReasonCode: 'N1' },
    ],
    socialFunds: [{ type: 'TC01', rate: 4, base: 1000, vatRate: 22 }],
    withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }],
    dueDate: '2026-12-31',
  }
  const xml = documentOf(invoice)
  // 1000 + 40 fund = 1040; 22 % = 228.80; + 50 = 1318.80; less 20 % of 1000.
  t.same(textsOf(xml, 'ImportoContributoCassa'), ['40.00'])
  t.same(textsOf(xml, 'ImponibileImporto'), ['1040.00', '50.00'])
  t.same(textsOf(xml, 'Imposta'), ['228.80', '0.00'])
  t.same(textsOf(xml, 'ImportoTotaleDocumento'), ['1318.80'])
  t.same(textsOf(xml, 'ImportoRitenuta'), ['200.00'])
  t.same(textsOf(xml, 'ImportoPagamento'), ['1118.80'])
  t.same(ITALIAN.totals({ ...sound, ...invoice }), {
    netAmount: '1090.00',
    vatAmount: '228.80',
    grossAmount: '1318.80',
  })
  t.equal(ITALIAN.model({ ...sound, ...invoice }).totals.due?.toFixed(2), '1118.80')
})

t.test('INPS: tax is withheld from a contribution, too; an amount that is given counts', async (t) => {
  const xml = documentOf({
    lines: [{ ...line, unitPrice: 250, withholding: true }],
    socialFunds: [{ type: 'TC22', rate: 4, vatRate: 22, withholding: true }],
    withholdings: [
      { type: 'RT01', rate: 20, reason: 'A' },
      { type: 'RT03', rate: 12, reason: 'A', amount: 11.11 },
    ],
    paymentMeans: { bankAccount: 'IT60X0542811101000000123456' },
  })
  // 250 + 10 = 260; 22 % = 57.20; 317.20; less 20 % of 260 and 11.11.
  t.same(textsOf(xml, 'ImportoRitenuta'), ['52.00', '11.11'])
  t.same(textsOf(xml, 'ImportoPagamento'), ['254.09'])
})

t.test('split payment: the administration pays the VAT apart', async (t) => {
  const customer = { ...sound.customer, sdiCode: 'ufxxxx' }
  const xml = documentOf({ customer, vatCollection: 'split_payment', dueDate: '2026-12-31' })
  t.match(xml, /versione="FPA12"/)
  t.same(textsOf(xml, 'FormatoTrasmissione'), ['FPA12'])
  t.same(textsOf(xml, 'CodiceDestinatario'), ['UFXXXX'])
  t.same(textsOf(xml, 'EsigibilitaIVA'), ['S'])
  t.same([textsOf(xml, 'ImportoTotaleDocumento'), textsOf(xml, 'ImportoPagamento')], [['122.00'], ['100.00']])
})

t.test('recipients and identities', async (t) => {
  const identity = (customer: InvoiceRequest['customer']) => {
    const xml = documentOf({ customer })
    const [, part = ''] = xml.split('<CessionarioCommittente>')
    return [
      textsOf(xml, 'CodiceDestinatario')[0],
      textsOf(part, 'IdPaese')[0],
      textsOf(part, 'IdCodice')[0],
      textsOf(part, 'CodiceFiscale')[0],
    ]
  }
  t.same(identity(unreached), ['0000000', 'IT', '00743110157', undefined])
  t.same(identity(consumer), ['0000000', undefined, undefined, 'RSSMRA85T10A562S'])
  t.same(identity({ ...consumer, nationalId: 'rss mra 85t10 a562s' })[3], 'RSSMRA85T10A562S')
  t.same(identity(german), ['XXXXXXX', 'DE', '136695976', undefined])
  const abroad = (country: string, vatNumber: string) => ({
    ...german,
    vatNumber,
    address: { ...german.address, country },
  })
  t.same(identity(abroad('GR', 'EL094259216')), ['XXXXXXX', 'GR', '094259216', undefined])
  t.same(identity(abroad('US', '12-3456789')), ['XXXXXXX', 'US', '12-3456789', undefined])
  t.same(identity({ ...abroad('FR', ''), consumer: true }), ['XXXXXXX', 'FR', '0000000', undefined])
  t.same(identity({ ...abroad('US', ''), consumer: true }), ['XXXXXXX', 'US', 'OO99999999999', undefined])
  t.same(identity(abroad('SM', 'SM12345')), ['2R4GTO8', 'SM', '12345', undefined], 'its tax office has a code at SdI')
  t.same(identity({ ...abroad('SM', ''), consumer: true }), ['XXXXXXX', 'SM', 'OO99999999999', undefined])
  t.same(identity(abroad('CH', 'CHE123456789')), ['XXXXXXX', 'CH', 'CHE123456789', undefined], 'CHE is no prefix')
  t.same(identity(abroad('CH', 'CH123456789')), ['XXXXXXX', 'CH', '123456789', undefined])
  t.same(identity(abroad('DE', 'IT01879020517')), ['0000000', 'IT', '01879020517', undefined], 'registered in Italy')
  const person = documentOf({ supplier: { ...sound.supplier, nationalId: 'BNCLRA79D55F205K' } })
  t.equal(textsOf(person, 'IdCodice')[0], 'BNCLRA79D55F205K', 'the transmitter is known by the codice fiscale')
  const selfBilled = documentOf({ documentType: 'TD17', supplier: german })
  t.equal(textsOf(selfBilled, 'IdCodice')[0], '00743110157', 'who issues for a supplier abroad transmits')
  t.same(textsOf(selfBilled, 'RegimeFiscale'), ['RF18'], 'no regime of Italy, so another')
  t.same(textsOf(person, 'RegimeFiscale'), ['RF01'])
})

t.test('the reason why no VAT is charged', async (t) => {
  const natura = (change: object, of: Partial<InvoiceRequest> = {}) =>
    textsOf(documentOf({ ...of, lines: [{ ...line, vatRate: 0, ...change }] }), 'Natura')[0]
  const abroad = { customer: german }
  const sanMarino = { customer: { ...german, vatNumber: 'SM12345', address: { ...german.address, country: 'SM' } } }
  const flatRate = { supplier: { ...sound.supplier, taxRegime: 'RF19' } }
  t.equal(natura({}), undefined, 'a rate of zero says nothing')
  t.equal(natura({ exemptionReasonCode: 'N3.5' }), 'N3.5')
  t.equal(natura({ vatCategory: 'E' }), 'N4')
  t.equal(natura({ vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-79-C' }), 'N1')
  t.equal(natura({ vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-151-1A' }), 'N3.4')
  t.equal(natura({ vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-F' }), 'N5')
  t.equal(natura({ exemptionReasonCode: 'VATEX-EU-IC' }, abroad), 'N3.2')
  t.equal(natura({ vatCategory: 'K' }, abroad), 'N3.2')
  t.equal(natura({ exemptionReasonCode: 'n2.1' }), 'N2.1')
  t.equal(natura({ vatCategory: 'E', exemptionReasonCode: 'VATEX-EU-143' }), 'VATEX-EU-143', 'not N4, which it is not')
  t.equal(natura({ vatCategory: 'E', exemptionReasonCode: 'none' }), 'NONE')
  t.equal(natura({ vatRate: 22, exemptionReasonCode: 'VATEX-EU-G' }, abroad), 'N3.1', 'and is refused beside a rate')
  t.equal(natura({ vatCategory: 'G' }, abroad), 'N3.1')
  t.equal(natura({ vatCategory: 'G' }, sanMarino), 'N3.3')
  t.equal(natura({ vatCategory: 'AE' }), 'N6.9')
  t.equal(natura({ vatCategory: 'AE' }, abroad), 'N2.1')
  t.equal(natura({ vatCategory: 'O' }), 'N2.2')
  t.equal(natura({}, flatRate), 'N2.2')
  t.equal(natura({ vatCategory: 'E' }, flatRate), 'N2.2')
  t.same(textsOf(documentOf({}), 'Natura'), [])
})

t.test('the law behind it', async (t) => {
  const law = (change: object, customer = german) =>
    textsOf(documentOf({ customer, lines: [{ ...line, vatRate: 0, ...change }] }), 'RiferimentoNormativo')[0]
  const american = { ...german, vatNumber: '12-3456789', address: { ...german.address, country: 'US' } }
  // Art. 21 (6-bis) DPR 633/72 wants these words where a customer of the EU owes the VAT.
  t.match(law({ vatCategory: 'AE' }), /^Inversione contabile/)
  t.match(law({ vatCategory: 'AE' }, american), /^Non soggette/)
  t.match(law({ vatCategory: 'O' }), /^Non soggette/)
  t.equal(law({ vatCategory: 'AE', exemptionReason: 'art. 7-ter' }), 'art. 7-ter')
})

t.test('amounts of another currency are written in euros, and beside them as agreed', async (t) => {
  const foreign: Partial<InvoiceRequest> = {
    currency: 'USD',
    exchangeRate: 0.9,
    customer: german,
    lines: [{ ...line, quantity: 3, unitPrice: 10.01, discount: 1, vatRate: 22 }],
  }
  const xml = documentOf(foreign)
  // 9.009 less 0.90 is 8.109; three are 24.327.
  t.same(textsOf(xml, 'Divisa'), ['EUR'])
  t.same(textsOf(xml, 'PrezzoUnitario'), ['9.009'])
  t.same(textsOf(xml, 'PrezzoTotale'), ['24.33'])
  t.same(textsOf(xml, 'Imposta'), ['5.35'])
  t.same([textsOf(xml, 'RiferimentoTesto'), textsOf(xml, 'RiferimentoNumero')], [['USD'], ['27.03']])
  t.same(ITALIAN.totals({ ...sound, ...foreign }), { netAmount: '27.03', vatAmount: '5.95', grossAmount: '32.98' })
})

t.test('the page says the VAT in euros that the document says', async (t) => {
  const yen: Partial<InvoiceRequest> = { currency: 'JPY', exchangeRate: 0.006, lines: [{ ...line, unitPrice: 41 }] }
  // 0.246 is 0.25 EUR, of which 22 % are 0.055. Of 41 yen 22 % are 9.02, which would be 0.054.
  t.same(textsOf(documentOf(yen), 'Imposta'), ['0.06'])
  t.equal(ITALIAN.model({ ...sound, ...yen }).totals.vatInTaxCurrency?.toFixed(2), '0.06')
})

t.test('texts keep to Latin-1 and to their lengths', async (t) => {
  const xml = documentOf({
    note: `„Ștefan” – ${'parola '.repeat(40)}\n\nseconda riga`,
    lines: [{ ...line, description: 'Čaj 5 €\nŁódź Ŋ\u200D ‹ə›' }],
  })
  const notes = textsOf(xml, 'Causale')
  t.ok(notes.every((note) => note.length <= 200 && note === note.trim()))
  t.match(notes[0], /^"Stefan" - parola/)
  t.equal(notes.at(-1), 'seconda riga')
  t.equal(notes.slice(0, -1).join(' '), `"Stefan" - ${'parola '.repeat(40)}`.trim(), 'nothing is lost')
  t.same(textsOf(xml, 'Descrizione'), ['Caj 5 EUR Lódz N &lt;e&gt;'])
})

t.test('what is taken back has a negative price, since quantities have no sign', async (t) => {
  const xml = documentOf({ lines: [line, { ...line, quantity: -2, unitPrice: 10, discount: 1 }] })
  t.same(textsOf(xml, 'Quantita')[1], '2.00')
  t.same(textsOf(xml, 'PrezzoUnitario')[1], '-10.00')
  t.same([textsOf(xml, 'Tipo'), textsOf(xml, 'Importo')], [['MG'], ['1.00']])
  t.same(textsOf(xml, 'PrezzoTotale')[1], '-18.00')
})

t.test('provinces in any spelling', async (t) => {
  const sign = (stateOrProvince: string) => {
    const address = { street: 'Via Roma 1', city: 'X', postalCode: '00100', country: 'IT', stateOrProvince }
    return textsOf(documentOf({ customer: { ...sound.customer, address } }), 'Provincia')[1]
  }
  for (const [written, expected] of [
    ['mi', 'MI'],
    ['IT-MI', 'MI'],
    ['Milano', 'MI'],
    ['Provincia di Forlì-Cesena', 'FC'],
    ['Città metropolitana di Roma Capitale', 'RM'],
    ["L'AQUILA", 'AQ'],
    ["Valle d'Aosta", 'AO'],
    ['Provincia autonoma di Bolzano', 'BZ'],
    ['Monza e della Brianza', 'MB'],
    ['Atlantide', 'Atlantide'],
  ] as const)
    t.equal(sign(written), expected, written)
})

t.test('the same invoice is the same document each time, another has another progressive', async (t) => {
  t.equal(documentOf({}), documentOf({}))
  const progressive = (change: Partial<InvoiceRequest>) => textsOf(documentOf(change), 'ProgressivoInvio')[0]
  t.match(progressive({}), /^[0-9A-Z]{10}$/)
  t.not(progressive({}), progressive({ number: 'F-2' }))
})

t.test('every element that is written leads to a field, or says what to do', async (t) => {
  const untold = new Set<string>()
  const pathOf = (element: XmlElement): string =>
    element.parent === null ? '' : `${pathOf(element.parent)}/${element.name}`
  for (const { invoice, attachments } of acceptedSamples('IT', '2026-11-21')) {
    const sink = new TreeSink('')
    putFattura(sink, fatturaModel(invoice, attachments))
    const visit = (element: XmlElement): void => {
      element.children.forEach(visit)
      if (element.children.length > 0) return
      const own = ITALIAN_ELEMENTS.rows.has(pathOf(element).slice(1))
      const { path, remedy } = ITALIAN_ELEMENTS.fieldOf(element, sink.groups)
      if (!own || (path === '' && remedy === '')) untold.add(pathOf(element))
    }
    visit(sink.tree.root)
  }
  t.same([...untold], [])
})
