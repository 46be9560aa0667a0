import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Language } from '../../domain/language.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Fact, PrintContext, Printed } from '../printed.js'
import { fatturaModel } from './model.js'

/** The labels of amounts that only Italian invoices have. */
interface Labels {
  /** Ritenuta. */
  readonly withheld: string
  /** VAT that the customer pays to the state: scissione dei pagamenti. */
  readonly splitPayment: string
  /** Bollo. */
  readonly stampDuty: string
}

const LABELS: Readonly<Record<Language, Labels>> = {
  en: { withheld: 'Tax withheld', splitPayment: 'VAT under split payment', stampDuty: 'Stamp duty' },
  ro: { withheld: 'Impozit reținut la sursă', splitPayment: 'TVA cu plată defalcată', stampDuty: 'Taxă de timbru' },
  it: { withheld: 'Ritenuta', splitPayment: 'IVA in scissione dei pagamenti', stampDuty: 'Imposta di bollo' },
  fr: { withheld: 'Retenue à la source', splitPayment: 'TVA en paiement scindé', stampDuty: 'Droit de timbre' },
  nl: { withheld: 'Ingehouden belasting', splitPayment: 'Btw via gesplitste betaling', stampDuty: 'Zegelrecht' },
  de: { withheld: 'Einbehaltene Steuer', splitPayment: 'USt. bei geteilter Zahlung', stampDuty: 'Stempelsteuer' },
  pl: { withheld: 'Podatek potrącony', splitPayment: 'VAT w podzielonej płatności', stampDuty: 'Opłata skarbowa' },
}

/**
 * The amounts that reduce the amount due, and the stamp duty, whose payment must be stated by law.
 * Amounts are in EUR.
 */
export function italianFacts(request: InvoiceRequest, { language }: Pick<PrintContext, 'language'>): Printed {
  const labels = LABELS[language]
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
  // The formatter accepts decimals as texts, without a loss of precision.
  const inEuros = (amount: Decimal): string => format.format(amount.toFixed(2) as `${number}`)
  const { withheld, inEuros: document } = fatturaModel(request)
  const facts: Fact[] = withheld.map(({ withholding, amount }) => ({
    label: `${labels.withheld} ${withholding.type}, ${withholding.rate} %`,
    value: inEuros(amount),
  }))
  if (request.vatCollection === 'split_payment')
    facts.push({ label: labels.splitPayment, value: inEuros(document.totals.vat ?? Decimal.zero) })
  if (request.stampDuty !== undefined)
    facts.push({ label: labels.stampDuty, value: inEuros(Decimal.of(request.stampDuty)) })
  return { facts, codes: [] }
}
