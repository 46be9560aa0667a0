import type { Line, VatCategory } from '../../../../domain/request/invoice-request.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { type Identity, identityOf } from '../../identity.js'
import { MARGIN_SCHEMES } from '../../margin.js'
import { MARGIN, rateOfSale, SALES } from '../../sales.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'

/** P_12 in the fields of the JSON. */
type Sale = Pick<Line, 'vatCategory' | 'vatRate' | 'exemptionReasonCode'>

/** Rates that mean one category. */
const CATEGORIES: ReadonlyMap<string, VatCategory> = new Map([
  ['0 KR', 'Z'],
  ['0 WDT', 'K'],
  ['0 EX', 'G'],
  ['zw', 'E'],
  ['oo', 'AE'],
])

/** Determines the VAT of the lines of one document. */
export class ReadSales {
  readonly #buyer: Identity
  /** Rates of sales outside of Poland that the buyer accounts for. */
  readonly #reversed: ReadonlySet<string>

  /** The code of the margin scheme; undefined: there is none. */
  readonly #margin: string | undefined

  constructor(fa: XmlElement | undefined, buyer: Parameters<typeof identityOf>[0]) {
    this.#buyer = identityOf(buyer)
    const rates = new Set(fa?.all('fa:FaWiersz').map((line) => textAt(line, 'fa:P_12')))
    this.#margin = MARGIN_SCHEMES.find(({ mark }) => isMarked(fa, `fa:Adnotacje/fa:PMarzy/fa:${mark}`))?.code
    // P_18 is one mark for all lines: of the possible reasons the first counts.
    const [reversed] = ['oo', 'np II', 'np I'].filter((rate) => rates.has(rate))
    this.#reversed = new Set(isMarked(fa, 'fa:Adnotacje/fa:P_18') && reversed !== undefined ? [reversed] : [])
  }

  /** A line without a rate counts as a sale outside of VAT: it charges none. */
  of(line: XmlElement): Sale {
    // Chapter 6a: the rate of another member state.
    const abroad = jsonNumber(decimalAt(line, 'fa:P_12_XII'))
    if (abroad !== undefined) return { vatCategory: 'S', vatRate: abroad }
    return this.ofRate(textAt(line, 'fa:P_12') ?? (this.#margin === undefined ? '' : MARGIN))
  }

  /** Likewise for a value of P_12. */
  ofRate(rate: string): Sale {
    if (rate === MARGIN)
      return { vatCategory: 'E', vatRate: 0, ...(this.#margin !== undefined && { exemptionReasonCode: this.#margin }) }
    const sales = SALES.get(rate)
    const percent = sales?.vat === undefined ? undefined : jsonNumber(sales.percent)
    if (percent !== undefined) return { vatCategory: 'S', vatRate: percent }
    const category = CATEGORIES.get(rate) ?? (this.#reversed.has(rate) ? 'AE' : 'O')
    const sale = { vatCategory: category, vatRate: 0 }
    if (rate === '' || rateOfSale({ ...PLAIN, ...sale }, this.#buyer) === rate) return sale
    return { ...sale, exemptionReasonCode: rate }
  }
}

const PLAIN: Line = { description: '', quantity: 1, unitPrice: 0, vatRate: 0, unitCode: '' }
