import type { Rule } from '../../einvoice/rules/rule.js'
import { exemptionWordingRules } from '../exemption-wording.js'
import { businessRules } from '../peppol/business-rules.js'

/** Beyond the official artefacts: `CW-BE-…`. Rates: VAT code, Royal Decree no. 20. */
export const BUSINESS_RULES: readonly Rule[] = [
  {
    id: 'CW-BE-CONSUMER',
    terms: ['BG-7', 'BT-49'],
    message: 'The customer is a consumer, but Peppol, the network of Belgian invoices, delivers only to businesses',
    fix: 'Send the invoice to the consumer in another way, for example as a PDF; Belgium requires electronic invoices only between businesses. If the customer is a business, leave customer.consumer out',
    check: ({ buyer }, breach) => {
      if (buyer.isConsumer === true && buyer.electronicAddress === undefined) breach('BG-7')
    },
  },
  {
    id: 'CW-BE-CONSUMER-ADDRESS',
    severity: 'warning',
    terms: ['BT-49', 'BG-7'],
    message: 'The customer is a consumer, but has the electronic address {}: Peppol delivers only to businesses',
    fix: 'Leave customer.consumer out if the customer buys as a business; otherwise send the invoice to the consumer in another way, for example as a PDF',
    check: ({ buyer: { isConsumer, electronicAddress } }, breach) => {
      if (isConsumer === true && electronicAddress !== undefined) breach('BT-49', undefined, electronicAddress.value)
    },
  },
  ...businessRules({
    country: 'BE',
    name: 'Belgium',
    vatNumber: /^BE[01]\d{9}$/,
    vatFormat: 'BE followed by 10 digits of which the first is 0 or 1',
    rates: ['21', '12', '6'],
    creditNoteLaw: 'VAT code, article 12 of Royal Decree no. 1',
  }),
  ...exemptionWordingRules({
    country: 'BE',
    law: {
      reverseCharge: 'article 5, § 1, of Royal Decree no. 1',
      marginScheme: 'article 5, § 1, of Royal Decree no. 1',
    },
    reverseCharge: 'Btw verlegd / Autoliquidation',
    marginScheme: {
      'VATEX-EU-D': '"Bijzondere regeling reisbureaus / Régime particulier - agences de voyages"',
      'VATEX-EU-F': '"Bijzondere regeling - gebruikte goederen / Régime particulier - biens d’occasion"',
      'VATEX-EU-I': '"Bijzondere regeling - kunstvoorwerpen / Régime particulier - objets d’art"',
      'VATEX-EU-J':
        '"Bijzondere regeling - voorwerpen voor verzamelingen of antiquiteiten / Régime particulier - objets de collection et d’antiquité"',
    },
  }),
]
