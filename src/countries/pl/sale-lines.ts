import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import type { RequestAllowance, RequestLineAllowance } from '../../domain/request/terms.js'
import type { Decimal } from '../../einvoice/model/decimal.js'
import { isBlank } from '../../einvoice/xml/white-space.js'

/** A line of FA(3), and its field of the API. */
export interface SaleLine {
  readonly line: Line
  readonly field: string
  /**
   * Of a correction with the lines before it: whether it is one of these (StanPrzed). Its amounts
   * are written as they are; absent: with the sign of the document.
   */
  readonly shown?: 'before' | 'after'
  /** Whether it is an allowance or a charge of the whole invoice, which has other fields. */
  readonly isOfInvoice?: true
}

/** The computed amounts of an allowance or a charge. */
interface Amounts {
  readonly amount: Decimal | undefined
  readonly baseAmount?: Decimal | undefined
}

/** Beside them, those with VAT if prices include it: then the line has these. */
interface PricedAmounts extends Amounts {
  readonly inclusive?: Amounts | undefined
}

/**
 * The lines, followed by charges and allowances of the whole invoice. These change the taxable
 * amount of a rate, which only a line can do in FA(3) (Rozliczenie applies after VAT).
 */
export function saleLines(
  { lines, charges = [], allowances = [] }: InvoiceRequest,
  computed: { readonly charges: readonly PricedAmounts[]; readonly allowances: readonly PricedAmounts[] },
): readonly SaleLine[] {
  const [ofCharges, ofAllowances] = [computed.charges, computed.allowances].map((all) =>
    all.map((each) => each.inclusive ?? each),
  )
  return [
    ...lines.map((line, index) => ({ line, field: `lines[${index}]` })),
    ...charges.map((each, index) => ({
      line: lineOf(each, ofCharges?.[index], CHARGE),
      field: `charges[${index}]`,
      isOfInvoice: true as const,
    })),
    ...allowances.map((each, index) => ({
      line: lineOf(each, ofAllowances?.[index], ALLOWANCE),
      field: `allowances[${index}]`,
      isOfInvoice: true as const,
    })),
  ]
}

interface Kind {
  readonly quantity: number
  readonly name: string
  readonly code: string
}

const CHARGE: Kind = { quantity: 1, name: 'Opłata dodatkowa', code: 'Kod opłaty' }
const ALLOWANCE: Kind = { quantity: -1, name: 'Rabat', code: 'Kod rabatu' }

function lineOf(given: RequestAllowance, computed: Amounts | undefined, kind: Kind): Line {
  const { reason, reasonCode, vatRate, vatCategory, exemptionReason, exemptionReasonCode } = given
  const attributes = [
    ...(given.percentage === undefined && given.baseAmount === undefined
      ? []
      : [{ name: kind.name, value: shareOf(given, computed) }]),
    ...(isBlank(reasonCode) ? [] : [{ name: kind.code, value: reasonCode }]),
  ]
  return {
    description: isBlank(reason) ? kind.name : reason,
    quantity: kind.quantity,
    unitPrice: Number(computed?.amount?.toString() ?? 0),
    unitCode: 'C62',
    vatRate,
    ...(vatCategory !== undefined && { vatCategory }),
    ...(exemptionReason !== undefined && { exemptionReason }),
    ...(exemptionReasonCode !== undefined && { exemptionReasonCode }),
    ...(attributes.length > 0 && { item: { attributes } }),
  }
}

/** Percentage and base of an amount: `10% od 250.00`. */
function shareOf({ percentage }: RequestLineAllowance, { baseAmount }: Amounts = { amount: undefined }): string {
  const share = percentage === undefined ? '' : `${percentage}%`
  return [share, baseAmount === undefined ? '' : `od ${baseAmount.toAtLeast(2)}`].filter(Boolean).join(' ')
}

/** Key of the facts of a line's allowances beside their amount. */
export const LINE_ALLOWANCE = 'Opust'

/** Key of the discount that the price already contains. */
export const DISCOUNT_IN_PRICE = 'Opust w cenie jednostkowej'

/** An allowance of a line in words; undefined: P_10 contains all of it. */
export function allowanceInWords(given: RequestLineAllowance, computed: Amounts | undefined): string | undefined {
  const { reason, reasonCode, percentage, baseAmount } = given
  if (isBlank(reason) && isBlank(reasonCode) && percentage === undefined && baseAmount === undefined) return undefined
  return [
    computed?.amount?.toAtLeast(2),
    shareOf(given, computed),
    reason,
    isBlank(reasonCode) ? undefined : `kod ${reasonCode}`,
  ]
    .filter((part) => !isBlank(part))
    .join('; ')
}
