import { businessRules } from '../peppol/business-rules.js'

/** Beyond the official artefacts: `CW-BE-…`. Rates: VAT code, Royal Decree no. 20. */
export const BUSINESS_RULES = businessRules({
  country: 'BE',
  name: 'Belgium',
  vatNumber: /^BE[01]\d{9}$/,
  vatFormat: 'BE followed by 10 digits of which the first is 0 or 1',
  rates: ['21', '12', '6'],
  creditNoteLaw: 'VAT code, article 12 of Royal Decree no. 1',
})
