import { invalidField } from '../../domain/refusal.js'
import type { InvoiceBody } from './schemas/invoice-input.js'

const OF_DIFFERENCE =
  'is not available with correction.before, which needs all amounts in the lines; send it as a line (an allowance with the quantity -1)'

/** Refuses a correction that conflicts with other fields. Throws a `Refusal`. */
export function refuseCorrection(body: InvoiceBody, isCorrection: boolean): void {
  const { correction, lines } = body
  if (correction === undefined) return
  if (!isCorrection)
    throw invalidField(
      'correction',
      'describes a correction, but this is an invoice; send invoiceType: credit_note (a reduction) or debit_note, or leave it out',
    )
  const { method, before } = correction
  if (before === undefined) {
    if (method === 'before_after')
      throw invalidField('correction.before', 'is required with method: before_after; send the lines as they were')
    return
  }
  if (body.pricesIncludeVat === true)
    throw invalidField(
      'pricesIncludeVat',
      'is not available with correction.before; send prices without VAT, or the differences as lines without correction.before',
    )
  for (const field of ['allowances', 'charges'] as const)
    if ((body[field] ?? []).length > 0) throw invalidField(field, OF_DIFFERENCE)
  for (const [path, all] of [
    ['lines', lines],
    ['correction.before', before],
  ] as const)
    all.forEach(({ netAmount }, index) => {
      if (netAmount !== undefined)
        throw invalidField(
          `${path}[${index}].netAmount`,
          'is not compared in a correction with correction.before; leave it out, and compare with totals',
        )
    })
}
