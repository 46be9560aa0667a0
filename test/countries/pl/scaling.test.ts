import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readFa3 } from '../../../src/countries/pl/fa3/read/document.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { poland } from '../../../src/countries/pl/index.js'
import { allGrowLinearly } from '../../einvoice/scaling/growth.js'
import { acceptedSamples } from '../accepted-sample.js'

const invoicing = poland.invoicing as Invoicing
const [euro] = acceptedSamples('PL', '2026-11-21').filter(({ name }) => name === '04-euro')
if (euro === undefined) throw new Error('no sample 04-euro')
const { xml } = invoicing.convert(euro.invoice, [])
const [line = ''] = /<FaWiersz>[^]*?<\/FaWiersz>\n/.exec(xml) ?? []

/** What a document from anybody may repeat together with its lines. */
const REPEATED = [
  '<P_13_1>1</P_13_1>',
  '<P_14_1W>1</P_14_1W>',
  '<P_15>1</P_15>',
  '<Podmiot2><DaneIdentyfikacyjne/><JST>1</JST></Podmiot2><Podmiot3><Rola>4</Rola></Podmiot3>',
]

/** What is read by its key, by its name or by its neighbours. */
const READ = [
  '<DodatkowyOpis><NrWiersza>1</NrWiersza><Klucz>Uwagi</Klucz><Wartosc>a</Wartosc></DodatkowyOpis>',
  '<DodatkowyOpis><Klucz>Inny numer: A</Klucz><Wartosc>a</Wartosc></DodatkowyOpis><Podmiot3><DaneIdentyfikacyjne><NIP>5213891244</NIP><Nazwa>A</Nazwa></DaneIdentyfikacyjne><Rola>1</Rola></Podmiot3>',
  '<Odliczenia><Kwota>1</Kwota><Powod>x</Powod></Odliczenia>',
  '<P_13_1>1</P_13_1><P_14_1W>1</P_14_1W>',
]

allGrowLinearly(
  'documents whose descriptions or parties repeat are read in linear time',
  READ.map((each) => [
    each,
    4_000,
    (size) => {
      const place = each.includes('Podmiot3') ? '</Faktura>' : '<RodzajFaktury>'
      const { root } = parseXml(
        Buffer.from(xml.replace(line, line.repeat(size)).replace(place, each.repeat(size) + place)),
      )
      return () => readFa3(root)
    },
  ]),
)

allGrowLinearly(
  'documents whose lines and sums or parties repeat are judged in linear time',
  REPEATED.map((each) => [
    each,
    4_000,
    (size) => {
      const place = each.startsWith('<Podmiot') ? '<Fa>' : '<RodzajFaktury>'
      const many = xml.replace(line, line.repeat(size)).replace(place, each.repeat(size) + place)
      const bytes = Buffer.from(many)
      return () => judgeXml(bytes, { profile: 'pl' })
    },
  ]),
)
