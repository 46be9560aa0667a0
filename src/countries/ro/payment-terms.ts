import { lengthOf } from '../../domain/text.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { CIUS_RO } from './profile.js'

/** Of BT-20 (BR-RO-L301). */
const MOST_CHARACTERS = 300

/**
 * Terms that exceed BT-20 with the sentences on cash discounts have these in a note (BT-22), which
 * becomes several where it is too long.
 */
export function withShortTerms(model: Invoice): Invoice {
  const { paymentPlan, paymentTerms = '', paymentDueDate } = model
  if (paymentPlan === undefined || lengthOf(paymentTerms) <= MOST_CHARACTERS) return model
  const { otherTerms = '' } = paymentPlan
  const sentences = paymentTerms.slice(otherTerms.length).trim().replaceAll('\n', '; ')
  const standing = paymentDueDate === undefined ? (CIUS_RO.defaultPaymentTerms ?? undefined) : undefined
  return {
    ...model,
    paymentTerms: otherTerms === '' ? standing : otherTerms,
    notes: [...model.notes, { text: sentences }],
  }
}
