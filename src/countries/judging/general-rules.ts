import type { Rule } from '../../einvoice/rules/rule.js'

/** The service's own rules of every country, over what the JSON says and no document shows. */
export const GENERAL_RULES: readonly Rule[] = [
  {
    id: 'CW-CONSUMER-VAT',
    severity: 'warning',
    terms: ['BT-48', 'BT-47'],
    message: 'The customer is marked as a consumer, and yet has the VAT number {}',
    fix: 'Leave customer.consumer out where the customer buys as a business; of a private person leave the number out instead, which is not needed beside customer.consumer',
    check: ({ buyer }, breach) => {
      const number = buyer.vatIdentifier
      if (buyer.isConsumer === true && number !== undefined) breach('BT-48', undefined, number)
    },
  },
]
