import {
  type Assertions,
  blaming,
  type Context,
  everywhere,
  inContext,
  type JudgedDocument,
} from '../../../einvoice/rules/bindings/binding.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { decimalOf, first } from '../../../einvoice/rules/bindings/xpath.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { crc8, hex } from '../ksef-number.js'
import { factsOf, textOf } from './facts.js'

/** Fa, once. */
const FA: Context = (document) => {
  const { fa } = factsOf(document)
  return fa === undefined ? [] : [fa]
}

/** Elements of the buyer. */
const ofBuyer =
  (name: string): Context =>
  ({ root }) =>
    root.all('fa:Podmiot2').flatMap((buyer) => buyer.all(name))

/** Whether the invoice contains a rate or its sum. */
function sells(document: JudgedDocument, rate: string, sum: string): boolean {
  const { fa, byRate } = factsOf(document)
  const amount = fa && decimalOf(first(fa, `fa:${sum}`))
  return (amount !== undefined && !amount.isZero()) || byRate.has(rate)
}

const marked = (element: XmlElement, path: string): boolean => textOf(element, path) === '1'

const hasRole = (document: JudgedDocument, role: string): boolean => factsOf(document).roles.has(role)

/** Rates that were in force until 2010-12-31. */
const OLD_RATES: ReadonlySet<string> = new Set(['22', '7', '3'])
const SINCE = '2011-01-01'

function isInForce(rate: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind } = factsOf(document)
  if (fa === undefined || kind !== 'VAT' || !OLD_RATES.has(rate.stringValue)) return true
  const day =
    (rate.parent && textOf(rate.parent, 'fa:P_6A')) ||
    textOf(fa, 'fa:P_6') ||
    textOf(fa, 'fa:OkresFa/fa:P_6_Do') ||
    textOf(fa, 'fa:P_1')
  return day < SINCE
}

/** Above this total in PLN goods of annex 15 are paid in two parts (art. 108a (1a)). */
const SPLIT_ABOVE = Decimal.of(15_000)
/**
 * Groups of goods that name items of annex 15 (§ 10 (3) of the regulation on JPK_VAT): waste (79
 * to 91), electronics and stretch film (7 to 9, 59 to 63, 65, 66, 69, 94 to 96), and metals (12 to
 * 25, 33 to 40, 45, 46, 56, 78, beside precious metals of annex 12). Other groups name none.
 */
const OF_ANNEX_15: ReadonlySet<string> = new Set(['GTU_05', 'GTU_06', 'GTU_08'])

function isSplitWhereNeeded(mark: XmlElement, document: JudgedDocument): boolean {
  const { fa, kind, lines } = factsOf(document)
  const total = fa && decimalOf(first(fa, 'fa:P_15'))
  const isInvoice = ['VAT', 'ZAL', 'ROZ'].includes(kind)
  if (fa === undefined || total === undefined || !isInvoice || trimmed(mark.stringValue) !== '2') return true
  // Only a taxpayer pays like this.
  if (!document.root.all('fa:Podmiot2').some((buyer) => textOf(buyer, 'fa:DaneIdentyfikacyjne/fa:NIP') !== ''))
    return true
  const rate = textOf(fa, 'fa:KodWaluty') === 'PLN' ? Decimal.of(1) : exchangeRateOf(fa, lines[0]?.exchangeRate)
  if (rate === undefined || total.times(rate).compare(SPLIT_ABOVE) <= 0) return true
  const isOrdered = fa
    .select('fa:Zamowienie', 'fa:ZamowienieWiersz')
    .some((row) => marked(row, 'fa:P_12Z_Zal_15') || OF_ANNEX_15.has(textOf(row, 'fa:GTUZ')))
  const isSold = lines.some(
    ({ element }) => marked(element, 'fa:P_12_Zal_15') || OF_ANNEX_15.has(textOf(element, 'fa:GTU')),
  )
  // An advance is for what is ordered.
  return !isSold && !(kind === 'ZAL' && isOrdered)
}

/** An advance states its rate once (KursWalutyZ), others in their lines. */
function exchangeRateOf(fa: XmlElement, ofLine: Decimal | undefined): Decimal | undefined {
  return decimalOf(first(fa, 'fa:KursWalutyZ')) ?? ofLine
}

const NUMBERS = ['fa:NIP', 'fa:NrVatUE'] as const

function numberOf(party: XmlElement): XmlElement | undefined {
  return NUMBERS.map((name) => first(party, `fa:DaneIdentyfikacyjne/${name}`)).find((each) => each !== undefined)
}

/** No correction changes the number of a party, only what else identifies it. */
function hasKnownNumber(before: XmlElement, { root }: JudgedDocument): boolean {
  const number = numberOf(before)
  if (number === undefined) return true
  const now = before.name === 'fa:Podmiot1K' ? ['fa:Podmiot1'] : ['fa:Podmiot2', 'fa:Podmiot3']
  const parties = now.flatMap((name) => root.all(name))
  return parties.some((party) => {
    const other = numberOf(party)
    return other?.name === number.name && trimmed(other.stringValue) === trimmed(number.stringValue)
  })
}

/** Relations between parts of a document that KSeF does not check. */
export const CONSISTENCY: readonly Assertions[] = [
  inContext(FA, {
    'CW-PL-EXEMPTION': (fa, document) =>
      !sells(document, 'zw', 'P_13_7') || marked(fa, 'fa:Adnotacje/fa:Zwolnienie/fa:P_19'),
    'CW-PL-NO-EXEMPTION': (fa, document) =>
      factsOf(document).kind !== 'VAT' ||
      !factsOf(document).linesShowSums ||
      !marked(fa, 'fa:Adnotacje/fa:Zwolnienie/fa:P_19') ||
      sells(document, 'zw', 'P_13_7'),
    'CW-PL-REVERSE-CHARGE': (fa, document) => !sells(document, 'oo', 'P_13_10') || marked(fa, 'fa:Adnotacje/fa:P_18'),
    'CW-PL-ORDER': blaming(
      (fa) => first(fa, 'fa:RodzajFaktury'),
      (fa, document) => factsOf(document).kind !== 'ZAL' || first(fa, 'fa:Zamowienie') !== undefined,
    ),
    'CW-PL-CORRECTED': blaming(
      (fa) => first(fa, 'fa:RodzajFaktury'),
      (fa, document) => factsOf(document).kind.startsWith('KOR') === (first(fa, 'fa:DaneFaKorygowanej') !== undefined),
    ),
  }),
  inContext(everywhere('fa:P_18A'), { 'CW-PL-SPLIT-PAYMENT': isSplitWhereNeeded }),
  inContext(ofBuyer('fa:DaneIdentyfikacyjne'), {
    'CW-PL-SELF-BILLED': (identity, document) => {
      const { fa } = factsOf(document)
      return fa === undefined || !marked(fa, 'fa:Adnotacje/fa:P_17') || textOf(identity, 'fa:NIP') !== ''
    },
    'CW-PL-INTRA-COMMUNITY': (identity, document) =>
      !sells(document, '0 WDT', 'P_13_6_2') || textOf(identity, 'fa:NrVatUE') !== '',
  }),
  inContext(ofBuyer('fa:JST'), {
    'CW-PL-JST': ({ stringValue }, document) => trimmed(stringValue) !== '1' || hasRole(document, '8'),
  }),
  inContext(ofBuyer('fa:GV'), {
    'CW-PL-GV': ({ stringValue }, document) => trimmed(stringValue) !== '1' || hasRole(document, '10'),
  }),
  inContext(everywhere('fa:P_12'), { 'CW-PL-OLD-RATE': isInForce }),
  inContext(everywhere('fa:StanPrzed', 'fa:StanPrzedZ'), {
    'CW-PL-STATE-BEFORE': (_, document) => factsOf(document).kind.startsWith('KOR'),
  }),
  inContext(everywhere('fa:P_15ZK'), {
    'CW-PL-AMOUNT-BEFORE': (_, document) => ['KOR_ZAL', 'KOR_ROZ'].includes(factsOf(document).kind),
  }),
  inContext(everywhere('fa:Podmiot1K', 'fa:Podmiot2K'), { 'CW-PL-NUMBER-BEFORE': blaming(numberOf, hasKnownNumber) }),
  inContext(everywhere('fa:NrKSeFFaKorygowanej', 'fa:NrKSeFFaZaliczkowej'), {
    'CW-PL-KSEF-NUMBER': ({ stringValue }) => {
      const [, number = '', checksum] = /^(.+)-([0-9A-F]{2})$/.exec(stringValue) ?? []
      // The schema reports other forms.
      return checksum === undefined || hex(BigInt(crc8(number)), 2) === checksum
    },
  }),
]
