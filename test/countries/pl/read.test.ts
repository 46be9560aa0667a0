import { deepStrictEqual } from 'node:assert'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { readFa3 } from '../../../src/countries/pl/fa3/read/document.js'
import { poland } from '../../../src/countries/pl/index.js'
import type { ReadDocument } from '../../../src/countries/judging/read-document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { acceptedSamples, ROOT } from '../accepted-sample.js'
import { lawfulPolish } from './arbitrary-invoice.js'
import { collapsed, normalForm } from './normal-form.js'

const invoicing = poland.invoicing as Invoicing

const written = (invoice: InvoiceRequest): string => invoicing.convert(invoice, []).xml
const read = (xml: string): ReadDocument => readFa3(parseXml(Buffer.from(xml)).root)

t.test('what was written is read back, and written again the same', (t) => {
  const numRuns = triesOf(300)
  fc.assert(
    fc.property(lawfulPolish(12), ({ invoice }) => {
      const xml = written(collapsed(invoice))
      const { request, unread, attachments } = read(xml)
      deepStrictEqual(request, normalForm(invoice))
      if (unread.length > 0) throw new Error(`unread: ${unread.map(({ path }) => path).join()}`)
      if (written(request) !== xml) throw new Error(`written again: ${written(request)}\nfirst: ${xml}`)
      if (attachments.length > 0) throw new Error('files')
    }),
    { seed: SEED, numRuns },
  )
  t.end()
})

t.test('documents of others are read as the JSON says it', (t) => {
  const { invoice } = sample('01-domestic')
  const [line] = invoice.lines
  const base = { ...invoice, lines: line ? [{ ...line, quantity: 2, unitPrice: 10, vatRate: 23 }] : [] }
  const xml = written(base)
  const changed = (...changes: readonly (readonly [what: string | RegExp, by: string])[]): ReadDocument =>
    read(changes.reduce((text, [what, by]) => text.replace(what, by), xml))
  const paths = ({ unread }: ReadDocument): readonly string[] => unread.map(({ name }) => name)

  const gross = changed([/<P_9A>.*<\/P_9A>/, '<P_9B>12.3</P_9B>'], [/<P_11>.*<\/P_11>/, '<P_11A>24.6</P_11A>'])
  t.match(gross.request, { pricesIncludeVat: true, lines: [{ quantity: 2, unitPrice: 12.3, vatRate: 23 }] })
  t.same(paths(gross), [], 'a price with VAT')
  const mixed = changed([/<P_9A>.*<\/P_9A>/, '<P_9B>12.3</P_9B>'])
  t.match(mixed.request.lines[0], { quantity: 2, unitPrice: 10, vatRate: 23 }, 'a price with VAT of a net amount')
  t.notOk('pricesIncludeVat' in mixed.request)
  t.same(paths(mixed), ['fa:P_9B'])

  const account = '<NrRB>27114020040000300201355387</NrRB>'
  const [own, ofFactor] = ['', 'Faktora'].map((kind) => `<RachunekBankowy${kind}>${account}</RachunekBankowy${kind}>`)
  const paidTo = changed([/<Platnosc>[^]*<\/Platnosc>/, ''], ['</Fa>', `<Platnosc>${own}${ofFactor}</Platnosc></Fa>`])
  t.match(paidTo.request.paymentMeans, { bankAccount: '27114020040000300201355387' })
  t.same(paths(paidTo), ['fa:RachunekBankowyFaktora'], 'without a factor the account of one is not read')

  const reduced = changed([/<P_9A>.*<\/P_9A>/, '<P_9A>-10</P_9A>'], [/<P_11>.*<\/P_11>/, '<P_11>-20</P_11>'])
  t.match(reduced.request.lines[0], { quantity: -2, unitPrice: 10 }, 'no price is below zero')
  t.notOk(paths(reduced).includes('fa:P_9A'))

  const before = changed(['</FaWiersz>', '<StanPrzed>1</StanPrzed></FaWiersz>'])
  t.match(before.request.lines[0], { quantity: -2 }, 'a state before a correction is taken back')
  t.ok(paths(before).includes('fa:StanPrzed'))

  const allowance = changed(
    [/<P_11>.*<\/P_11>/, '<P_10>0.01</P_10><P_11>19.99</P_11>'],
    ['<P_8B>2<', '<P_8B>3<'],
    ['>10.00<', '>6.6667<'],
  )
  t.match(allowance.request.lines[0], { allowances: [{ amount: 0.01 }] }, 'a discount that does not come out even')

  const described = changed([
    '<FaWiersz>',
    '<DodatkowyOpis><Klucz>Brama</Klucz><Wartosc>7</Wartosc></DodatkowyOpis>' +
      '<DodatkowyOpis><NrWiersza>1</NrWiersza><Klucz>Kolor</Klucz><Wartosc>biały</Wartosc></DodatkowyOpis>' +
      '<DodatkowyOpis><NrWiersza>9</NrWiersza><Klucz>Kolor</Klucz><Wartosc>żaden</Wartosc></DodatkowyOpis><FaWiersz>',
  ])
  t.strictSame(described.request.notes, [{ text: 'Brama: 7' }])
  t.match(described.request.lines[0]?.item?.attributes, [{ name: 'Kolor', value: 'biały' }])
  t.same(paths(described), ['fa:DodatkowyOpis'], 'of a line that is not there')

  const paid = changed(['<Platnosc>', '<Platnosc><Zaplacono>1</Zaplacono><DataZaplaty>2026-11-20</DataZaplaty>'])
  t.match(paid.request, { prepaidAmount: 24.6, paidAt: '2026-11-20' })
  t.same(paths(paid), [])

  const rounded = changed(['<P_15>24.60<', '<P_15>24.61<'])
  t.match(rounded.request, { roundingAmount: 0.01 }, 'the amount to pay stays the same')
  t.match(rounded.totals, { grossAmount: 24.6 })
  t.same(paths(rounded), ['fa:P_15'])
  const other = changed(['<P_15>24.60<', '<P_15>24.63<'])
  t.equal(other.request.roundingAmount, undefined)
  t.match(other.totals, { grossAmount: 24.63 }, 'compared, and refused')

  const simplified = changed([/<P_8B>[^]*?<\/P_11>/, ''], ['>VAT</RodzajFaktury>', '>UPR</RodzajFaktury>'])
  t.match(simplified.request.lines, [{ quantity: 1, unitPrice: 20, vatRate: 23 }], 'what the sums say')
  const advance = changed([/<FaWiersz>[^]*<\/FaWiersz>/, ''], ['>VAT</RodzajFaktury>', '>ZAL</RodzajFaktury>'])
  t.match(advance.request.lines, [{ description: 'Zaliczka', quantity: 1, unitPrice: 20, vatRate: 23 }])
  t.equal(advance.request.typeCode, '386')
  t.same(paths(advance), [])
  const order =
    '<Zamowienie><WartoscZamowienia>123</WartoscZamowienia><ZamowienieWiersz><NrWierszaZam>1</NrWierszaZam>' +
    '<P_7Z>Okna</P_7Z><P_11NettoZ>100</P_11NettoZ><P_11VatZ>23</P_11VatZ><P_12Z>23</P_12Z></ZamowienieWiersz></Zamowienie>'
  const toZal = ['>VAT</RodzajFaktury>', '>ZAL</RodzajFaktury>'] as const
  const ordered = changed(toZal, ['</Fa>', `${order}</Fa>`])
  t.match(ordered.request.order, { lines: [{ description: 'Okna', quantity: 1, unitPrice: 100 }], grossAmount: 123 })
  t.same(paths(ordered), [])
  const states = changed(toZal, [
    '</Fa>',
    `${order.replace('</ZamowienieWiersz>', '<StanPrzedZ>1</StanPrzedZ></ZamowienieWiersz>')}</Fa>`,
  ])
  t.notOk('order' in states.request, 'rows before and after a correction are no order')
  t.same(paths(states), ['fa:Zamowienie'])
  const unnamed = changed([/<Nazwa>[^<]*<\/Nazwa>(?![^]*<Podmiot2>)/, ''])
  t.match(unnamed.request.customer.name, /^PL\d{10}$/, 'the number of a buyer without a name')

  for (const [word, code] of Object.entries({
    h: 'HUR',
    mb: 'MTR',
    'm²': 'MTK',
    dni: 'DAY',
    usługa: 'E48',
    'usl.': 'E48',
    godzina: 'HUR',
    miesiąc: 'MON',
    strona: 'ZP',
    'os.': 'IE',
    szt: 'C62',
    wywrotka: 'wywrotka',
  })) {
    const unit = changed([/<P_8A>.*<\/P_8A>/, `<P_8A>${word}</P_8A>`])
    t.equal(unit.request.lines[0]?.unitCode, code, word)
    const isSame = ['os.', 'szt', 'm²', 'wywrotka'].includes(word)
    t.same(paths(unit), isSame ? [] : ['fa:P_8A'], `${word}: another word is reported`)
  }

  const shown = changed([/<P_2>(.*)<\/P_2>/, '<P_2>\n  FV  1\n</P_2>'], [/<P_8A>.*<\/P_8A>/, '<P_8A>KG</P_8A>'])
  t.match(shown.request, { number: 'FV 1', lines: [{ unitCode: 'KGM' }] }, 'white space and units')
  t.same(paths(shown), [])
  t.end()
})

t.test('what was dropped before stands in the document', (t) => {
  const { invoice } = sample('01-domestic')
  const customer = { ...invoice.customer, siret: '73282932000074', peppolId: '0208:0123456789', leitwegId: '1-2' }
  const given = { ...invoice, customer, exchangeRate: 4.25 }
  const { request } = read(written(given))
  t.match(request, { exchangeRate: 4.25, customer: { siret: '73282932000074', leitwegId: '1-2' } })
  t.equal(request.customer.peppolId, '0208:0123456789')
  t.end()
})

function sample(name: string): { readonly invoice: InvoiceRequest } {
  const found = acceptedSamples('PL', '2026-11-21').find((each) => each.name === name)
  if (found === undefined) throw new Error(`no sample ${name}`)
  return found
}

const EXAMPLES = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'artefacts', 'examples', 'pl')
const GOLDEN = join(ROOT, 'test', 'golden', 'pl', 'unread.json')

t.test('of the official examples is read what comes back, and the rest is unread', (t) => {
  if (!existsSync(EXAMPLES)) {
    if (process.env['REQUIRE_ORACLE'] === '1') t.fail(`${EXAMPLES} is not there`)
    t.comment('left out, as the examples are not there')
    t.end()
    return
  }
  const found = Object.fromEntries(
    examples('valid').map(([name, xml]): [string, readonly string[]] => {
      const { request, totals, unread } = read(xml)
      t.same(
        lost(xml, unread, written({ ...request, ...(totals && { totals }) })),
        [],
        `${name} comes back but for what is unread`,
      )
      return [name, unread.map(({ path }) => path.replaceAll('fa:', '').replace('/Faktura/', ''))]
    }),
  )
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, `${JSON.stringify(found, null, 2)}\n`)
  t.same(found, JSON.parse(readFileSync(GOLDEN, 'utf8')), 'is unread as it was; UPDATE_GOLDEN=1 rewrites that')
  for (const [name, xml] of examples('invalid')) t.ok(read(xml).request, `${name} is read`)
  t.end()
})

function examples(folder: string): readonly (readonly [name: string, xml: string])[] {
  const names = readdirSync(join(EXAMPLES, folder)).filter((name) => name.endsWith('.xml'))
  return names.sort().map((name) => [name.normalize(), readFileSync(join(EXAMPLES, folder, name), 'utf8')])
}

/** Texts of a document that are neither unread nor in the document made from its JSON. */
function lost(xml: string, unread: readonly XmlElement[], made: string): readonly string[] {
  const { root } = parseXml(Buffer.from(xml))
  const without = new Set(unread.flatMap(leavesOf).map(({ path }) => path))
  const texts = new Set(leavesOf(parseXml(Buffer.from(made)).root).map(textOf))
  const stands = (text: string): boolean => texts.has(text) || [...texts].some((each) => each.includes(text))
  return leavesOf(root)
    .filter(({ path }) => !without.has(path) && !path.startsWith('/fa:Faktura/fa:Naglowek/'))
    .filter((leaf) => !stands(textOf(leaf)) && !stands(textOf(leaf).replace(/^-/, '')) && !stands(`-${textOf(leaf)}`))
    .map((leaf) => `${leaf.path} ${textOf(leaf)}`)
}

function leavesOf(element: XmlElement): readonly XmlElement[] {
  return element.children.length === 0 ? [element] : element.children.flatMap(leavesOf)
}

function textOf({ stringValue }: XmlElement): string {
  const text = stringValue.trim().replaceAll(/\s+/g, ' ')
  return /^-?\d+\.\d+$/.test(text) ? String(Number(text)) : text.replace(/^(szt|m3)\.?$/, '$1')
}

t.test('a line of digits is read at once', (t) => {
  const xml = written(sample('01-domestic').invoice)
  const digits = '1'.repeat(84_000)
  const hostile = xml
    .replaceAll('<KodKraju>PL</KodKraju>', '<KodKraju>DE</KodKraju>')
    .replace(/<AdresL2>.*<\/AdresL2>/, `<AdresL2>${digits}</AdresL2>`)
  t.ok(hostile.includes(digits))
  const before = process.cpuUsage()
  read(hostile)
  const { user, system } = process.cpuUsage(before)
  t.ok(user + system < 1_000_000, `${Math.round((user + system) / 1000)} ms`)
  t.end()
})
