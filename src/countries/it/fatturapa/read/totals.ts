import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import type { GivenTotals } from '../../../../domain/request/terms.js'
import { defined } from '../../../../domain/defined.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { fatturaModel } from '../../model.js'
import { codeIn, decimalIn, numberOf } from '../values.js'

/** The sum of an element of DatiRiepilogo. */
export function sumOf(goods: XmlElement | undefined, name: string): Decimal {
  return Decimal.sum((goods?.all('DatiRiepilogo') ?? []).map((each) => decimalIn(each, name) ?? Decimal.zero))
}

/**
 * The totals that the document states, with the rates of which the service computes another
 * amount. A document without a total has the sum.
 * @param outside what changes the total, but is in no summary
 */
export function readTotals(
  request: InvoiceRequest,
  data: XmlElement | undefined,
  goods: XmlElement | undefined,
  outside: Decimal,
): GivenTotals {
  const { inEuros } = fatturaModel(request)
  const net = sumOf(goods, 'ImponibileImporto').plus(outside)
  const vat = sumOf(goods, 'Imposta')
  const rounding = inEuros.totals.rounding ?? Decimal.zero
  const total = decimalIn(data, 'ImportoTotaleDocumento') ?? net.plus(vat)
  // Some count the rounding, which follows the total.
  const gross = net.plus(vat).plus(rounding).equals(total) ? total.minus(rounding) : total
  const stated = statedByRate(goods)
  const vatBreakdown = inEuros.vatBreakdown.flatMap(({ category, rate, taxable, tax }) => {
    const own = category === 'S' && rate !== undefined && !rate.isZero() ? stated.get(rate.toString()) : undefined
    if (own === undefined || rate === undefined) return []
    const isSame = own.taxable.equals(taxable ?? Decimal.zero) && own.tax.equals(tax ?? Decimal.zero)
    return isSame
      ? []
      : [{ vatRate: numberOf(rate), taxableAmount: numberOf(own.taxable), taxAmount: numberOf(own.tax) }]
  })
  return {
    netAmount: numberOf(net),
    vatAmount: numberOf(vat),
    grossAmount: numberOf(gross),
    ...defined({ vatBreakdown: vatBreakdown.length === 0 ? undefined : vatBreakdown }),
  }
}

interface Stated {
  readonly taxable: Decimal
  readonly tax: Decimal
}

/** The summaries with VAT, together for each rate. */
function statedByRate(goods: XmlElement | undefined): ReadonlyMap<string, Stated> {
  const found = new Map<string, Stated>()
  for (const summary of goods?.all('DatiRiepilogo') ?? []) {
    const rate = codeIn(summary, 'Natura') === undefined ? decimalIn(summary, 'AliquotaIVA')?.toString() : undefined
    if (rate === undefined) continue
    const { taxable, tax } = found.get(rate) ?? { taxable: Decimal.zero, tax: Decimal.zero }
    found.set(rate, {
      taxable: taxable.plus(decimalIn(summary, 'ImponibileImporto') ?? Decimal.zero),
      tax: tax.plus(decimalIn(summary, 'Imposta') ?? Decimal.zero),
    })
  }
  return found
}
