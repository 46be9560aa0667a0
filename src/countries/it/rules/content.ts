import {
  blaming,
  everywhere,
  inContext,
  type Assertions,
  type JudgedDocument,
  type Test,
} from '../../../einvoice/rules/bindings/binding.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { decimalOf, first, has } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { invoiceTypeOf } from '../document-types.js'
import {
  BODIES,
  bodyOf,
  FUNDS,
  fundsOf,
  generalData,
  inBodies,
  inTaxed,
  LINES,
  linesOf,
  numberAt,
  SUMMARIES,
  textAt,
  typeOf,
} from './facts.js'

const EURO = Decimal.of(1)

const DISCOUNTS = inBodies(
  'DatiGenerali/DatiGeneraliDocumento/ScontoMaggiorazione',
  'DatiBeniServizi/DettaglioLinee/ScontoMaggiorazione',
)

/** SdI's controls of the number of an invoice, in ordinary and simplified documents. */
export const NUMBER_CONTROLS: readonly Assertions[] = [
  inContext(BODIES, {
    '00409': blaming(
      (body) => first(body, 'DatiGenerali/DatiGeneraliDocumento/Numero'),
      (body, document) => !document.once(repeatedBodies).has(body),
    ),
    '00425': blaming(
      (body) => first(body, 'DatiGenerali/DatiGeneraliDocumento/Numero'),
      (body) => /\d/.test(textAt(body, 'DatiGenerali/DatiGeneraliDocumento/Numero')),
    ),
  }),
]

/** SdI's controls of the body of a document: data, lines and summaries of the invoice. */
export const BODY_CONTROLS: readonly Assertions[] = [
  ...NUMBER_CONTROLS,
  inContext(LINES, {
    '00400': atRate((line) => hasRate(line) || has(line, 'Natura')),
    '00401': atNatura((line) => !hasRate(line) || !has(line, 'Natura') || isReverseCharge(line)),
    '00474': atRate((line) => hasRate(line) || typeOf(bodyOf(line)) !== 'TD21'),
  }),
  inContext(SUMMARIES, {
    '00420': atNatura(
      (summary) => !textAt(summary, 'Natura').startsWith('N6') || textAt(summary, 'EsigibilitaIVA') !== 'S',
    ),
    '00429': atRate((summary) => hasRate(summary) || has(summary, 'Natura')),
    '00430': atNatura((summary) => !hasRate(summary) || !has(summary, 'Natura') || isReverseCharge(summary)),
  }),
  inContext(FUNDS, {
    '00413': atRate((fund) => hasRate(fund) || has(fund, 'Natura')),
    '00414': atNatura((fund) => !hasRate(fund) || !has(fund, 'Natura')),
  }),
  inContext(DISCOUNTS, {
    '00437': (change) => change.parent?.name === 'DettaglioLinee' || saysHowMuch(change),
    '00438': (change) => change.parent?.name !== 'DettaglioLinee' || saysHowMuch(change),
  }),
  inContext(inTaxed('AliquotaIVA'), {
    '00424': (rate) => {
      const percent = decimalOf(rate)
      return percent === undefined || !percent.isPositive() || percent.compare(EURO) >= 0
    },
  }),
  inContext(inTaxed('Natura'), {
    '00445': ({ stringValue }) => !['N2', 'N3', 'N6'].includes(stringValue),
  }),
  inContext(everywhere('RiferimentoNumeroLinea'), {
    'CW-IT-LINE-REFERENCE': (reference, document) => {
      const number = decimalOf(reference)
      return number === undefined || document.onceOf(bodyOf(reference), lineNumbers).has(number.toString())
    },
  }),
  inContext(everywhere('DatiRitenuta'), {
    'CW-IT-WITHHOLDING': blaming(
      (tax) => first(tax, 'ImportoRitenuta'),
      (tax) => !numberAt(tax, 'ImportoRitenuta').isZero() || numberAt(tax, 'AliquotaRitenuta').isZero(),
    ),
  }),
  inContext(BODIES, {
    '00411': blaming(
      (body) => withheldFrom(linesOf(body)),
      (body) => hasWithheld(body) || withheldFrom(linesOf(body)) === undefined,
    ),
    '00415': blaming(
      (body) => withheldFrom(fundsOf(body)),
      (body) => hasWithheld(body) || withheldFrom(fundsOf(body)) === undefined,
    ),
    '00418': blaming(laterReference, (body) => laterReference(body) === undefined),
  }),
]

/** Whether VAT is charged. */
function hasRate(element: XmlElement): boolean {
  return !numberAt(element, 'AliquotaIVA').isZero()
}

/** NumeroLinea of each line of an invoice. */
function lineNumbers(body: XmlElement): ReadonlySet<string> {
  return new Set(linesOf(body).map((line) => numberAt(line, 'NumeroLinea').toString()))
}

function atRate(test: (element: XmlElement) => boolean): Test {
  return blaming((element) => first(element, 'AliquotaIVA'), test)
}

function atNatura(test: (element: XmlElement) => boolean): Test {
  return blaming((element) => first(element, 'Natura'), test)
}

/** The customer adds the VAT to an invoice under domestic reverse charge: it has both. */
function isReverseCharge(element: XmlElement): boolean {
  return typeOf(bodyOf(element)) === 'TD16'
}

function saysHowMuch(change: XmlElement): boolean {
  return has(change, 'Percentuale') || has(change, 'Importo')
}

function hasWithheld(body: XmlElement): boolean {
  return has(body, 'DatiGenerali/DatiGeneraliDocumento/DatiRitenuta')
}

/** The first indication of a withholding. */
function withheldFrom(elements: readonly XmlElement[]): XmlElement | undefined {
  return elements.map((each) => first(each, 'Ritenuta')).find((mark) => mark?.stringValue === 'SI')
}

/** The date of a preceding invoice that is later than this one's. */
function laterReference(body: XmlElement): XmlElement | undefined {
  const day = textAt(body, 'DatiGenerali/DatiGeneraliDocumento/Data')
  if (!DAY.test(day)) return undefined
  const dates = body.select('DatiGenerali', 'DatiFattureCollegate', 'Data')
  return dates.find(({ stringValue }) => DAY.test(stringValue) && stringValue > day)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The invoices of a batch with the number, year and kind of an earlier one. */
function repeatedBodies(document: JudgedDocument): ReadonlySet<XmlElement> {
  const seen = new Set<string>()
  return new Set(
    BODIES(document).filter((body) => {
      const key = duplicateKey(body)
      const isRepeated = key !== '' && seen.has(key)
      seen.add(key)
      return isRepeated
    }),
  )
}

/** Credit notes are counted separately. */
function duplicateKey(body: XmlElement): string {
  const data = generalData(body)
  if (data === undefined) return ''
  const kind = invoiceTypeOf(typeOf(body)) === 'credit_note' ? 'TD04' : ''
  const day = textAt(data, 'Data')
  // Under art. 73 numbers may repeat within a year.
  return JSON.stringify([textAt(data, 'Numero'), has(data, 'Art73') ? day : day.slice(0, 4), kind])
}
