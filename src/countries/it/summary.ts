import type { InvoiceRequest, VatCategory } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { categoryOf } from '../../einvoice/model/vat-category.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import type { JsonPlace } from '../judging/element-fields.js'
import type { ExtraLine } from './extra-lines.js'
import type { FundContribution } from './funds.js'
import { meaningOf } from './natura.js'
import { customerCountry, EU } from './parties.js'

/** DatiRiepilogo: the VAT of one rate or of one Natura. */
export interface SummaryEntry {
  readonly rate: Decimal
  readonly natura: string | undefined
  /** ImponibileImporto. */
  readonly taxable: Decimal
  /** Imposta: that of the breakdown, else the rate of `taxable`, rounded half away from zero. */
  readonly tax: Decimal
  /** RiferimentoNormativo; undefined if VAT is charged. */
  readonly law: string | undefined
  /** The first line or contribution in it. */
  readonly of: JsonPlace
}

/** One entry for each rate and Natura, in the order of first appearance. */
export function summaryOf(
  request: InvoiceRequest,
  document: Invoice,
  naturas: readonly (string | undefined)[],
  extra: readonly ExtraLine[],
  funds: readonly FundContribution[],
): readonly SummaryEntry[] {
  const { lines } = request
  const groups = new Map<string, Group>()
  const isOwed = isOwedInEU(customerCountry(request), lines.map(categoryOf))
  const add = (rate: Decimal, natura: string | undefined, amount: Decimal, field: string, reason?: string): void => {
    const key = `${rate.toString()} ${natura ?? ''}`
    const group = groups.get(key) ?? { rate, natura, taxable: Decimal.zero, of: { field }, reasons: new Set() }
    group.taxable = group.taxable.plus(amount)
    if (!isBlank(reason)) group.reasons.add(reason)
    groups.set(key, group)
  }
  document.lines.forEach(({ vatRate = Decimal.zero, netAmount = Decimal.zero }, index) => {
    add(vatRate, naturas[index], netAmount, `lines[${index}]`, lines[index]?.exemptionReason)
  })
  for (const { of, amount, natura, field, accepted } of extra)
    add(of.vatRate ?? Decimal.zero, natura, amount, field, accepted.exemptionReason)
  for (const { rate, natura, amount, field } of funds) add(rate, natura, amount, field)
  return Array.from(groups.values(), ({ rate, natura, taxable, of, reasons }) => ({
    rate,
    natura,
    taxable,
    tax: taxOf(document, rate, natura, taxable) ?? rate.percentOf(taxable).round(2),
    law: reasons.size > 0 ? [...reasons].join('; ') : natura === undefined ? undefined : meaningOf(natura, isOwed),
    of,
  }))
}

/** BT-117 of a rate; undefined if its entry is not the same group. */
function taxOf(
  { vatBreakdown }: Invoice,
  rate: Decimal,
  natura: string | undefined,
  taxable: Decimal,
): Decimal | undefined {
  if (natura !== undefined) return undefined
  const entry = vatBreakdown.find((each) => each.category === 'S' && each.rate?.equals(rate) === true)
  return entry?.taxable?.equals(taxable) === true ? entry.tax : undefined
}

/**
 * Whether the customer, in another member state, owes the VAT.
 * @param categories those of the lines
 */
export function isOwedInEU(customerCountry: string, categories: readonly VatCategory[]): boolean {
  return customerCountry !== 'IT' && EU.has(customerCountry) && categories.includes('AE')
}

interface Group {
  readonly rate: Decimal
  readonly natura: string | undefined
  taxable: Decimal
  readonly of: JsonPlace
  readonly reasons: Set<string>
}
