import { hasWrongCheckDigits } from '../check-digits.js'
import { CHECK_DIGIT_RULE } from '../../einvoice/rules/plausibility.js'
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
  {
    id: 'CW-SAME-ADDRESS',
    severity: 'warning',
    terms: ['BT-49', 'BT-34'],
    message: 'The electronic address {} of the buyer is that of the seller, who would receive the own invoice',
    fix: "Give the buyer's own electronic address (customer.peppolId, or customer.email where the country accepts it)",
    check: ({ seller, buyer }, breach) => {
      const [mine, theirs] = [seller.electronicAddress, buyer.electronicAddress]
      if (theirs === undefined || mine?.scheme !== theirs.scheme) return
      if (mine?.value.toLowerCase() === theirs.value.toLowerCase()) breach('BT-49', undefined, theirs.value)
    },
  },
  {
    id: CHECK_DIGIT_RULE,
    severity: 'warning',
    terms: ['BT-31', 'BT-48'],
    message: 'The check digits of the VAT number {} are wrong, so no company has it',
    fix: 'Correct the number (supplier.vatNumber, customer.vatNumber) before a live submission, where it is fatal; in the test environment its format is enough',
    check: ({ seller, buyer }, breach) => {
      for (const [term, { vatIdentifier }] of [['BT-31', seller] as const, ['BT-48', buyer] as const])
        if (vatIdentifier !== undefined && hasWrongCheckDigits(vatIdentifier)) breach(term, undefined, vatIdentifier)
    },
  },
]
