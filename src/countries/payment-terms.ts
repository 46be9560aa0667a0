import type { Rule } from '../einvoice/rules/rule.js'

/** The warning about an invoice that does not say when to pay. */
export function paymentTermsRule(id: string, message: string): Rule {
  return {
    id,
    severity: 'warning',
    terms: ['BT-9', 'BT-20'],
    message,
    fix: 'Give the due date (dueDate) as YYYY-MM-DD, or the payment terms (paymentMeans.paymentTerms)',
    check: ({ kind, paymentDueDate, paymentTerms, totals }, breach) => {
      const isSilent = paymentDueDate === undefined && paymentTerms === undefined
      if (kind === 'invoice' && isSilent && totals.due?.isPositive()) breach('BT-9')
    },
  }
}
