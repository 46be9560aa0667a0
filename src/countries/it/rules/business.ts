import type { Rule } from '../../../einvoice/rules/rule.js'

/**
 * What depends on the day and on what the document does not show: SdI's control of the date under
 * its own code, and the service's own rules, `CW-IT-…`.
 */
export const BUSINESS_RULES: readonly Rule[] = [
  {
    id: '00403',
    terms: ['BT-2'],
    message: 'The issue date {} lies in the future, which SdI rejects',
    fix: 'Give today or an earlier day (issueDate), in the calendar of Rome',
    check: ({ issueDate }, breach, today) => {
      if (issueDate > today) breach('BT-2', undefined, issueDate)
    },
  },
  {
    id: 'CW-IT-EXCHANGE-RATE',
    terms: ['BT-6'],
    message: 'The invoice is not in EUR, and the exchange rate is not given: SdI takes every amount for EUR',
    fix: 'Give the euros for one unit of the currency (exchangeRate); the service converts the amounts and shows each line in its currency beside them',
    check: ({ currency, taxCurrency }, breach) => {
      if (currency !== 'EUR' && taxCurrency === undefined) breach('BT-6', undefined, currency)
    },
  },
]
