import {
  type Assertions,
  blaming,
  type Context,
  everywhere,
  inContext,
  type JudgedDocument,
} from '../../../einvoice/rules/bindings/binding.js'
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
    'CW-PL-CORRECTED': blaming(
      (fa) => first(fa, 'fa:RodzajFaktury'),
      (fa, document) => factsOf(document).kind.startsWith('KOR') === (first(fa, 'fa:DaneFaKorygowanej') !== undefined),
    ),
  }),
  inContext(ofBuyer('fa:DaneIdentyfikacyjne'), {
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
  inContext(everywhere('fa:NrKSeFFaKorygowanej'), {
    'CW-PL-KSEF-NUMBER': ({ stringValue }) => {
      const [, number = '', checksum] = /^(.+)-([0-9A-F]{2})$/.exec(stringValue) ?? []
      // The schema reports other forms.
      return checksum === undefined || hex(BigInt(crc8(number)), 2) === checksum
    },
  }),
]
