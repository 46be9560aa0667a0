import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { RequestAllowance } from '../../domain/request/terms.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { AllowanceOrCharge } from '../../einvoice/model/settlement.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import { type NaturaContext, naturaOf } from './natura.js'

/** TipoCessionePrestazione of an allowance (sconto) and of a charge (spesa accessoria). */
export const EXTRA_TYPES = { allowance: 'SC', charge: 'AC' } as const

/** Descrizione without a reason. */
export const EXTRA_NAMES = { SC: 'Sconto', AC: 'Spese accessorie' } as const

/**
 * An allowance (BG-20) or a charge (BG-21) of the document as a line. ScontoMaggiorazione of the
 * document would have no VAT rate, and SdI ignores it in the sum of a VAT summary (control 00422);
 * with a line every total is right.
 */
export interface ExtraLine {
  /** NumeroLinea, after those of the lines. */
  readonly number: string
  readonly type: (typeof EXTRA_TYPES)[keyof typeof EXTRA_TYPES]
  /** Negative for an allowance. */
  readonly amount: Decimal
  readonly of: AllowanceOrCharge
  readonly accepted: RequestAllowance
  readonly natura: string | undefined
  /** For example `allowances[0]`. */
  readonly field: string
}

/** Allowances before charges, in their order. */
export function extraLines(
  { allowances = [], charges = [], lines }: InvoiceRequest,
  document: Invoice,
  context: NaturaContext,
): readonly ExtraLine[] {
  const numbers = document.lines.map(({ id }) => (/^\d{1,4}$/.test(id) ? Number(id) : 0))
  const last = numbers.reduce((one, other) => Math.max(one, other), lines.length)
  const all = [
    ...allowances.map((accepted, index) => ({ accepted, index, of: document.allowances[index], isCharge: false })),
    ...charges.map((accepted, index) => ({ accepted, index, of: document.charges[index], isCharge: true })),
  ]
  return all.flatMap(({ accepted, index, of, isCharge }, place): ExtraLine[] => {
    if (of === undefined) return []
    const amount = of.amount ?? Decimal.zero
    const untaxed = { category: categoryOf(accepted), rate: rateOf(accepted), code: accepted.exemptionReasonCode }
    return [
      {
        number: String(last + 1 + place),
        type: isCharge ? EXTRA_TYPES.charge : EXTRA_TYPES.allowance,
        amount: isCharge ? amount : amount.negated(),
        of,
        accepted,
        natura: naturaOf(untaxed, context),
        field: `${isCharge ? 'charges' : 'allowances'}[${index}]`,
      },
    ]
  })
}
