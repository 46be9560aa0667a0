import t from 'tap'
import { readFattura } from '../../../src/countries/it/fatturapa/read/document.js'
import type { ReadDocument } from '../../../src/countries/judging/read-document.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { consumer, documentOf, german, ITALIAN, line, sound } from './sound-invoice.js'

const read = (xml: string): ReadDocument => readFattura(parseXml(Buffer.from(xml)))

/** The request of a document that nothing of is lost in. */
function wholeOf(xml: string): InvoiceRequest {
  const { request, unread } = read(xml)
  if (unread.length > 0) throw new Error(`unread: ${unread.map(({ path }) => path).join(' ')}; ${xml}`)
  return request
}

/** What is not read of a document, below its body or header. */
function unreadIn(xml: string): string[] {
  return read(xml).unread.map(({ path }) => path.replace('/p:FatturaElettronica/FatturaElettronica', ''))
}

t.test('names, addresses and numbers that others write', async (t) => {
  const xml = documentOf({
    customer: { ...german, vatNumber: 'CHE123456789', address: { ...german.address, country: 'CH' } },
  })
  t.same(wholeOf(xml).customer, {
    vatNumber: 'CHE123456789',
    name: 'Kunde GmbH',
    address: { street: 'Straße 1', city: 'Kempten', postalCode: '87437', country: 'CH' },
  })
  const greek = documentOf({
    customer: { ...german, vatNumber: 'EL094259216', address: { ...german.address, country: 'GR' } },
  })
  t.equal(wholeOf(greek).customer.vatNumber, 'EL094259216')
  const foreigner = documentOf({ customer: { ...german, vatNumber: '', consumer: true } })
  t.match(foreigner, '<IdCodice>0000000</IdCodice>')
  t.match(wholeOf(foreigner).customer, { vatNumber: '', consumer: undefined }, 'a person or a firm')
  const person = documentOf({ customer: consumer })
    .replace('<Denominazione>Mario Rossi</Denominazione>', '<Nome>Mario</Nome><Cognome>Rossi</Cognome>')
    .replaceAll('</Indirizzo>', '</Indirizzo><NumeroCivico>7/A</NumeroCivico>')
  t.match(wholeOf(person).customer, { name: 'Mario Rossi', consumer: true, nationalId: 'RSSMRA85T10A562S' })
  t.equal(wholeOf(person).customer.address?.street, 'Via Guido Monaco 42, 7/A')
  const abroad = documentOf({ customer: german })
    .replace('<CAP>00000</CAP>', '<CAP>87437</CAP>')
    .replace('>87437 Kempten<', '>Kempten<')
  t.same(wholeOf(abroad).customer.address, german.address)
})

t.test('a supplier abroad, for whom the customer issues', async (t) => {
  const invoice = { documentType: 'TD17', supplier: { ...german, address: { ...german.address, country: 'US' } } }
  const xml = documentOf({ ...invoice, supplier: { ...invoice.supplier, vatNumber: '123456789' } })
  t.equal(wholeOf(xml).supplier.vatNumber, 'US123456789')
  t.equal(ITALIAN.convert(wholeOf(xml), []).xml, xml)
})

t.test('the reason why no VAT is charged', async (t) => {
  const exemption = (natura: string, of: Partial<InvoiceRequest> = {}, law?: string) => {
    const reason = law === undefined ? {} : { exemptionReason: law }
    const xml = documentOf({ ...of, lines: [{ ...line, vatRate: 0, exemptionReasonCode: natura, ...reason }] })
    const [{ vatCategory, exemptionReasonCode, exemptionReason } = line] = wholeOf(xml).lines
    return [vatCategory, exemptionReasonCode, exemptionReason]
  }
  const abroad = { customer: german }
  const flatRate = { supplier: { ...sound.supplier, taxRegime: 'RF19' } }
  t.same(exemption('N1'), ['E', 'VATEX-EU-79-C', undefined])
  t.same(exemption('N2.1', abroad), ['O', undefined, undefined])
  t.same(exemption('N2.1', abroad, 'Inversione contabile, art. 7-ter'), [
    'AE',
    undefined,
    'Inversione contabile, art. 7-ter',
  ])
  t.same(exemption('N2.1'), ['O', 'N2.1', undefined])
  t.same(exemption('N2.2'), ['O', undefined, undefined])
  t.same(exemption('N2.2', flatRate), ['E', undefined, 'Non soggette - altri casi'], 'E needs words elsewhere')
  t.same(exemption('N3.1', abroad), ['G', undefined, undefined])
  t.same(exemption('N3.3', abroad), ['G', 'N3.3', undefined])
  t.same(exemption('N3.5'), ['E', 'N3.5', "Non imponibili - a seguito di dichiarazioni d'intento"])
  t.same(exemption('N4', {}, 'Art. 10 n. 18'), ['E', undefined, 'Art. 10 n. 18'])
  t.same(exemption('N6.3'), ['AE', 'N6.3', undefined])
  t.same(exemption('N6.9'), ['AE', 'N6.9', undefined])
  t.same(exemption('N7', abroad), ['O', 'N7', undefined])
  t.same(exemption('N3'), [undefined, 'N3', undefined])
})

t.test('units as others write them', async (t) => {
  const unit = (word: string) => read(documentOf({}).replace('>n.<', `>${word}<`))
  for (const [word, code, written] of [
    ['pz', 'H87'],
    ['PZ.', 'H87'],
    ['NR', 'C62', 'n.'],
    ['ore', 'HUR'],
    ['h', 'HUR', 'ore'],
    ['KG', 'KGM'],
    ['m²', 'MTK', 'mq'],
    ['XCT', 'XCT', 'cartoni'],
    ['carrate', 'carrate'],
  ] as const) {
    const { request, unread, readAs } = unit(word)
    t.equal(request.lines[0]?.unitCode, code, word)
    t.same(
      unread.map((element) => readAs?.get(element)),
      written === undefined ? [] : [written],
      `${word}: another word is reported`,
    )
  }
})

t.test('a value without a field is reported, and so is one that the service would compute differently', async (t) => {
  const xml = documentOf({ dueDate: '2026-12-31' })
  t.same(unreadIn(xml), [])
  const changed = (from: string | RegExp, to: string) => unreadIn(xml.replace(from, to))
  t.same(changed(/<ProgressivoInvio>[^<]*/, '<ProgressivoInvio>1'), ['Header/DatiTrasmissione/ProgressivoInvio'])
  t.same(changed('>100.00</PrezzoTotale>', '>100.01</PrezzoTotale>'), [
    'Body/DatiBeniServizi/DettaglioLinee/PrezzoTotale',
  ])
  t.same(changed('>100.00</PrezzoTotale>', '>100.00000</PrezzoTotale>'), [])
  t.same(changed('TP02', 'TP01'), ['Body/DatiPagamento/CondizioniPagamento'])
  t.same(changed('<Data>2026-11-21</Data>', '<Data>2026-11-21+01:00</Data>'), [])
  const vehicle = '<DatiVeicoli><Data>2026-11-21</Data><TotalePercorso>0</TotalePercorso></DatiVeicoli>'
  t.same(changed('</DatiBeniServizi>', `</DatiBeniServizi>${vehicle}`), ['Body/DatiVeicoli'])
  t.same(changed('</Sede>', '</Sede><Contatti/><IscrizioneREA> </IscrizioneREA>'), [], 'nothing is in them')
})

t.test('discounts and surcharges that others write', async (t) => {
  const xml = documentOf({ lines: [{ ...line, quantity: 3, unitPrice: 10 }] })
  const change = (type: string, inner: string) =>
    `<ScontoMaggiorazione><Tipo>${type}</Tipo>${inner}</ScontoMaggiorazione>`
  const priced = (changes: string, total: string) => {
    const whole = xml.replace('</PrezzoUnitario>', `</PrezzoUnitario>${changes}`)
    const summed = whole.replaceAll('30.00', total).replace(/<Imposta>[^<]*/, '<Imposta>0.00')
    const { request, unread } = read(summed)
    const lost = unread.map(({ path }) => path).filter((path) => path.includes('DettaglioLinee'))
    const [{ discount, allowances, charges } = line] = request.lines
    t.same(lost, [], changes)
    return {
      ...(discount !== undefined && { discount }),
      ...(allowances && { allowances }),
      ...(charges && { charges }),
    }
  }
  const percent = (value: string) => `<Percentuale>${value}</Percentuale>`
  const amount = (value: string) => `<Importo>${value}</Importo>`
  t.same(priced(change('SC', amount('1.00')), '27.00'), { discount: 1 })
  t.same(priced(change('MG', amount('1.00')), '33.00'), { charges: [{ amount: 3 }] })
  t.same(priced(change('SC', percent('10.00')), '27.00'), { allowances: [{ percentage: 10 }] })
  // Ten percent of 30, then five of the 27 that are left.
  t.same(priced(change('SC', percent('10.00')) + change('SC', percent('5.00')), '25.65'), {
    allowances: [{ percentage: 10 }, { percentage: 5, of: 'rest' }],
  })
  t.same(priced(change('SC', amount('1.00')) + change('SC', amount('0.50')), '25.50'), {
    discount: 1,
    allowances: [{ amount: 1.5 }],
  })
})

t.test('a percentage after which a line was rounded once gives the total that the line has', async (t) => {
  const xml = documentOf({ lines: [{ ...line, quantity: 1, unitPrice: 0.15, allowances: [{ percentage: 50 }] }] })
  // Half of 0.15 is 0.075: taken off in cents 0.08, which leaves 0.07; rounded once 0.08.
  t.match(xml, '<PrezzoTotale>0.07</PrezzoTotale>')
  const { request, unread } = read(xml.replaceAll('>0.07<', '>0.08<'))
  t.same(request.lines[0]?.allowances, [{ percentage: 50, baseAmount: 0.15, amount: 0.07 }])
  t.same(
    unread.map(({ path }) => path).filter((path) => path.includes('DettaglioLinee')),
    [],
  )
})

t.test('a document that breaks the schema is read all the same', async (t) => {
  const xml = documentOf({ lines: [{ ...line, discount: 1 }] })
  for (const [from, to] of [
    ['>100.00<', '>a lot<'],
    ['>22.00<', `>${'9'.repeat(500)}<`],
    ['>2026-11-21<', '>today<'],
    ['<DatiBeniServizi>', '<DatiAltri>'],
  ] as const)
    t.type(read(xml.replaceAll(from, to).replaceAll(from.replace('<', '</'), to.replace('<', '</'))).request, 'object')
  const nothing = read(
    '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>',
  )
  t.match(nothing.request, { number: '', issueDate: '', lines: [], supplier: { vatNumber: '', name: '' } })
  t.same(nothing.unread, [])
})
