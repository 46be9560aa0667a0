import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judge-xml.js'
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
