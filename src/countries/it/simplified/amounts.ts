import { Decimal } from '../../../einvoice/model/decimal.js'
import type { InvoiceLine } from '../../../einvoice/model/lines.js'
import { apportioned } from '../../../einvoice/request/from-request/prices-with-vat.js'
import { categoryOf } from '../../../einvoice/model/vat-category.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import { EXTRA_NAMES } from '../extra-lines.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'
import { meaningOf } from '../natura.js'
import { customerCountry } from '../parties.js'
import { isOwedInEU } from '../summary.js'
import { italianUnit } from '../units.js'

/** DatiBeniServizi: what is sold under one description. */
interface SimplifiedItem {
  readonly description: string
  /** Importo: with VAT. */
  readonly amount: Decimal
  readonly rate: Decimal
  readonly natura: string | undefined
  /** RiferimentoNormativo; undefined if VAT is charged. */
  readonly law: string | undefined
  /** For example `lines[0]`. */
  readonly field: string
}

/**
 * The lines of the invoice with VAT, then its allowances and charges. Those of one rate add up to
 * its taxable amount and VAT to the cent, so that all together are the total of the invoice.
 */
export function simplifiedItems(model: FatturaModel): readonly SimplifiedItem[] {
  const items = unrounded(model)
  const amounts = new Map<SimplifiedItem, Decimal>()
  for (const { rate, natura, taxable, tax } of model.summary) {
    const ofRate = items.filter((item) => item.rate.equals(rate) && item.natura === natura)
    const exact = ofRate.map(({ amount }) => amount)
    const rounded = apportioned(exact, taxable.plus(tax))
    ofRate.forEach((item, index) => {
      amounts.set(item, rounded[index] ?? item.amount)
    })
  }
  return items.map((item) => ({ ...item, amount: amounts.get(item) ?? item.amount }))
}

function unrounded({ request, inEuros: document, naturas, extraLines }: FatturaModel): readonly SimplifiedItem[] {
  const isOwed = isOwedInEU(customerCountry(request), request.lines.map(categoryOf))
  const lawOf = (natura: string | undefined, reason: string | undefined): string | undefined =>
    isBlank(reason) ? natura && meaningOf(natura, isOwed) : reason
  const lines = document.lines.flatMap((computed, index): readonly SimplifiedItem[] => {
    const line = request.lines[index]
    if (line === undefined) return []
    const { netAmount = Decimal.zero, vatRate: rate = Decimal.zero } = computed
    return [
      {
        description: described(line.description, computed, line.unitCode),
        amount: computed.inclusive?.amount ?? netAmount.plus(rate.percentOf(netAmount)),
        rate,
        natura: naturas[index],
        law: lawOf(naturas[index], line.exemptionReason),
        field: `lines[${index}]`,
      },
    ]
  })
  const extra = extraLines.map(({ type, amount, of, accepted, natura, field }): SimplifiedItem => {
    const rate = of.vatRate ?? Decimal.zero
    const gross = of.inclusive?.amount
    return {
      description: latin1(of.reason ?? EXTRA_NAMES[type]),
      amount:
        gross === undefined
          ? amount.plus(rate.percentOf(amount))
          : field.startsWith('charges')
            ? gross
            : gross.negated(),
      rate,
      natura,
      law: lawOf(natura, accepted.exemptionReason),
      field,
    }
  })
  return [...lines, ...extra]
}

/** The format has no quantity: any other than one, or one taken back, ends the description. */
function described(description: string, { quantity }: InvoiceLine, unitCode: string): string {
  const text = latin1(description)
  if (quantity === undefined || quantity.abs().equals(Decimal.of(1))) return text
  const number = quantity.toString().replace('.', ',')
  return unitCode === 'C62' ? `${text} (n. ${number})` : `${text} (${number} ${italianUnit(unitCode)})`
}
