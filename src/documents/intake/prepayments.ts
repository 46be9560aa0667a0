import { defined } from '../../domain/defined.js'
import { invalidField } from '../../domain/refusal.js'
import type { Prepayment, PrepaymentVat } from '../../domain/request/prepayment.js'
import type { InvoiceBody } from './schemas/invoice-input.js'

/** An advance as posted. */
export type PostedPrepayment = Omit<NonNullable<InvoiceBody['prepayments']>[number], 'vat'> & {
  readonly vat?: readonly PrepaymentVat[]
}

/**
 * An advance whose fields are all stated. Refuses one without a field that only `id` could fill.
 * @param path for example `prepayments[0]`
 */
export function statedPrepayment(posted: PostedPrepayment, path: string): Prepayment {
  const { id, number, issueDate, amount, vat, paidAt, ksefNumber } = posted
  const missing = (field: string) => invalidField(`${path}.${field}`, 'is required: send it, or send id instead')
  if (number === undefined) throw missing('number')
  if (issueDate === undefined) throw missing('issueDate')
  if (amount === undefined) throw missing('amount')
  if (vat === undefined) throw missing('vat')
  return { ...defined({ id }), number, issueDate, amount, ...defined({ paidAt, ksefNumber }), vat }
}

/** The advances of an invoice that belongs to no account, where no id can be looked up. */
export function statedPrepayments(posted: InvoiceBody['prepayments']): readonly Prepayment[] | undefined {
  return posted?.map((each, index) => {
    const path = `prepayments[${index}]`
    if (each.id !== undefined)
      throw invalidField(
        `${path}.id`,
        'names an invoice of your account, but this operation judges a body alone and looks nothing up; leave id out, and send number, issueDate, amount and vat of the advance',
      )
    return statedPrepayment(each, path)
  })
}
