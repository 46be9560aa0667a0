import type { Rule } from '../../einvoice/rules/rule.js'

/** The service's own rules for every country, on data of the JSON that no document contains. */
export const GENERAL_RULES: readonly Rule[] = [
  {
    id: 'CW-CONSUMER-VAT',
    severity: 'warning',
    terms: ['BT-48', 'BT-47'],
    message: 'The customer is marked as a consumer, but has the VAT number {}',
    fix: 'Remove customer.consumer if the customer buys as a business; for a private person remove the number, which is not needed with customer.consumer',
    check: ({ buyer }, breach) => {
      const number = buyer.vatIdentifier
      if (buyer.isConsumer === true && number !== undefined) breach('BT-48', undefined, number)
    },
  },
]
