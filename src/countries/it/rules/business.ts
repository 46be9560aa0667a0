import type { Rule } from '../../../einvoice/rules/rule.js'
import { attachmentsSizeRule } from '../../attachments-size.js'

/**
 * What depends on the day or on more than the document shows: SdI's control of the date under its
 * own code, and the service's own rules, `CW-IT-…`.
 */
export const BUSINESS_RULES: readonly Rule[] = [
  attachmentsSizeRule('00003', 'SdI', 5_000_000),
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
    id: 'CW-IT-CREDIT-NOTE',
    terms: ['BG-3', 'BT-25'],
    message: 'A credit note does not say which invoice it corrects',
    fix: 'Give the number of the original invoice (precedingInvoice.number), or its id if it was submitted here (precedingInvoice.id)',
    check: ({ kind, precedingInvoices }, breach) => {
      if (kind === 'creditNote' && precedingInvoices.length === 0) breach('BG-3')
    },
  },
  {
    id: 'CW-IT-DOCUMENT-TYPE',
    terms: ['BT-3'],
    message:
      'The kind of document (documentType) and invoiceType contradict each other: TD04 is a credit note, nothing else is',
    fix: 'Give credit_note with TD04 alone, or leave out documentType, which the service tells from invoiceType',
    check: ({ kind, typeCode }, breach) => {
      if ((kind === 'creditNote') !== (typeCode === '381')) breach('BT-3')
    },
  },
  {
    id: 'CW-IT-EXCHANGE-RATE',
    terms: ['BT-6'],
    message: 'The invoice is in {}, but the exchange rate is not given: SdI takes every amount for EUR',
    fix: 'Give the euros for one unit of the currency (exchangeRate): the service converts the amounts and shows each line in its currency beside them',
    check: ({ currency, taxCurrency }, breach) => {
      if (currency !== 'EUR' && taxCurrency === undefined) breach('BT-6', undefined, currency)
    },
  },
  {
    id: 'CW-IT-REVERSE-CHARGE',
    severity: 'warning',
    terms: ['BT-121'],
    message: 'Which kind of domestic reverse charge it is was not told, so the invoice says N6.9, other cases',
    fix: 'Give the Natura of the trade (lines[].exemptionReasonCode): N6.1 scrap, N6.2 gold, N6.3 subcontracts in building, N6.4 buildings, N6.5 mobile phones, N6.6 electronics, N6.7 building services, N6.8 energy, N6.9 other cases',
    check: ({ vatBreakdown, buyer }, breach) => {
      const isDomestic = buyer.address === undefined || buyer.address.country === 'IT'
      vatBreakdown.forEach(({ category, exemptionReasonCode }, index) => {
        if (isDomestic && category === 'AE' && exemptionReasonCode === 'VATEX-EU-AE') breach('BT-121', index)
      })
    },
  },
]
