import { isBlank, type Rule } from './rule.js'

/** UNTDID 4461 codes of a credit transfer, and of one in SEPA, that the standard asks an account for. */
const TRANSFERS: ReadonlySet<string> = new Set(['30', '58'])

/** BR-49 to BR-51 and BR-61: how to pay. */
export const PAYMENT_RULES: readonly Rule[] = [
  {
    id: 'BR-49',
    terms: ['BT-81', 'BG-16'],
    message: 'The payment instructions do not say by which means',
    fix: 'Give the code of the means of payment',
    check: ({ payment }, breach) => {
      if (payment !== undefined && payment.meansCode === '') breach('BT-81')
    },
  },
  {
    id: 'BR-50',
    terms: ['BT-84', 'BG-17'],
    message: 'The account to pay to has no number',
    fix: 'Give paymentMeans.bankAccount beside the BIC',
    check: ({ payment }, breach) => {
      if (payment === undefined || !TRANSFERS.has(payment.meansCode)) return
      payment.transfers.forEach(({ account }, index) => {
        if (isBlank(account)) breach('BT-84', index)
      })
    },
  },
  {
    id: 'BR-51',
    severity: 'warning',
    terms: ['BT-87', 'BG-18'],
    message: 'The number of the payment card shows more than ten digits',
    fix: 'Show the last four to six digits only',
    check: ({ payment }, breach) => {
      if ((payment?.card?.accountNumber.length ?? 0) > 10) breach('BT-87')
    },
  },
  {
    id: 'BR-61',
    terms: ['BT-84', 'BT-81'],
    message: 'Payment is by credit transfer, but there is no account to pay to',
    fix: 'Give paymentMeans.bankAccount',
    check: ({ payment }, breach) => {
      if (payment === undefined || !TRANSFERS.has(payment.meansCode)) return
      if (payment.transfers.length === 0 || payment.transfers.some(({ account }) => account === undefined))
        breach('BT-84')
    },
  },
]

/** EN 16931 dropped this rule in 2024; governments that run an older edition keep it. It speaks of invoices, not of credit notes. */
export const BR_CO_25: Rule = {
  id: 'BR-CO-25',
  terms: ['BT-9', 'BT-20', 'BT-115'],
  message: 'An amount of {} is due, but neither a due date nor terms of payment are given',
  fix: 'Give dueDate or paymentMeans.paymentTerms',
  check: (invoice, breach) => {
    const { due } = invoice.totals
    if (invoice.kind === 'creditNote' || due === undefined || !due.isPositive()) return
    if (invoice.paymentDueDate === undefined && invoice.paymentTerms === undefined)
      breach('BT-9', undefined, due.toString())
  },
}
