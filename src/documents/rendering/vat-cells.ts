import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { VatBreakdown } from '../../einvoice/model/settlement.js'
import type { Wording } from './facts.js'
import { natureInWords } from './labels/italian-codes.js'
import { exemptionInWords } from './labels/tax-words.js'
import { STYLES } from './style.js'
import { type Cell, type Column, textCell } from './table.js'

/** The breakdown from the highest rate to the lowest; entries without a rate are last. */
export function byRate(breakdown: readonly VatBreakdown[]): readonly VatBreakdown[] {
  return [...breakdown].sort((one, other) => {
    if (one.rate === undefined || other.rate === undefined)
      return Number(one.rate === undefined) - Number(other.rate === undefined)
    return other.rate.compare(one.rate)
  })
}

/**
 * The code of a category beside a rate: only where two categories without VAT are distinguished,
 * or where there is no rate.
 */
export function shownCategory({ vatBreakdown }: Invoice): (category: string) => string | undefined {
  const untaxed = new Set(vatBreakdown.filter(({ category }) => category !== 'S').map(({ category }) => category))
  return (category) => (category !== 'S' && (untaxed.size > 1 || category === 'O') ? category : undefined)
}

/** The name of a category with the reason of its exemption. */
export function categoryCell(entry: VatBreakdown, column: Column, invoice: Invoice, wording: Wording): Cell {
  const { labels, language, write } = wording
  const { category, rate, exemptionReason = '', exemptionReasonCode = '' } = entry
  const nature = natureInWords(exemptionReasonCode, language)
  const code = shownCategory(invoice)(category)
  const named = labels.vatCategories[category]
  const suffix = code === undefined || named === undefined ? '' : ` (${code})`
  const taxed = `${labels.totals.vat} ${rate === undefined ? '' : write.percent(rate)}`.trim()
  const name = nature ?? (category === 'S' ? taxed : `${named ?? category}${suffix}`)
  const inWords = nature === undefined ? exemptionInWords(exemptionReasonCode, language) : ''
  const reason = exemptionReason.trim() === '' ? inWords : exemptionReason
  return [...textCell(name, column), ...(reason === '' ? [] : textCell(reason, column, STYLES.small))]
}
